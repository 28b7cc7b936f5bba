import { consoleUrls } from '#contracts/platform/console-urls.ts'
import type { EmailTemplateSummary } from '#contracts/console/email-templates.ts'
import { AccountSkeleton } from '#islands/platform/AccountSkeleton.tsx'
import { LoadFailed } from '#ui/loading/LoadFailed.tsx'
import { useStore } from '#islands/platform/use-store.ts'
import { emailTemplates } from '#stores/console/email-templates/email-templates.ts'
import { LOADING } from '#stores/platform/resource.ts'
import { DataTable, type TableColumns } from '#ui/DataTable.tsx'
import { ConsoleGate } from '../ConsoleGate.tsx'
import { SenderSection } from './SenderSection.tsx'
import { Skeleton } from '#ui/loading/Skeleton.tsx'

const WAITING = <AccountSkeleton label="Loading your emails…" blocks={2} />

/** The page `/promoter/e-mails`. */
export function EmailTemplatesConsole() {
  return (
    <ConsoleGate skeleton={WAITING}>
      {() => (
        <div className="account-sections email-templates">
          <EmailTemplates />
          <SenderSection />
        </div>
      )}
    </ConsoleGate>
  )
}

function EmailTemplates() {
  const { data, error } = useStore(emailTemplates.$store, LOADING)
  return (
    <section className="account-section" aria-labelledby="email-templates">
      <h2 id="email-templates">Email templates</h2>
      <p className="field-hint">
        Emails use Foyer’s text until you write your own, in the colours of your site.
      </p>
      {error && <LoadFailed what="Your emails" why={error} onRetry={() => void emailTemplates.load()} />}
      {!data && !error && <Skeleton size="card" />}
      {data && (
        <DataTable labelledBy="email-templates" columns={COLUMNS} rows={data} keyOf={({ key }) => key} />
      )}
    </section>
  )
}

const COLUMNS: TableColumns<EmailTemplateSummary> = [
  { name: 'Email', cell: ({ key, name }) => <a href={consoleUrls.emailTemplate(key)}>{name}</a> },
  { name: 'When', cell: ({ when }) => <span className="secondary-text">{when}</span> },
  {
    name: 'Text',
    cell: ({ isOwn }) => (
      <span className="badge" data-tone={isOwn ? 'success' : undefined}>
        {isOwn ? 'Yours' : 'Foyer’s'}
      </span>
    ),
  },
]
