import { useEffect } from 'react'
import { confirmBeforeLeaving } from '#browser/console/confirm-before-leaving.ts'
import { consoleUrls } from '#contracts/platform/console-urls.ts'
import type { EmailTemplateView } from '#contracts/console/email-templates.ts'
import { AccountSkeleton } from '#islands/platform/AccountSkeleton.tsx'
import { LoadFailed } from '#ui/loading/LoadFailed.tsx'
import { useStore } from '#islands/platform/use-store.ts'
import { $isTemplateEdited, $template, openTemplate } from '#stores/console/email-templates/email-template.ts'
import { LOADING } from '#stores/platform/resource.ts'
import { ConsoleGate } from '../ConsoleGate.tsx'
import { TemplateActions } from './TemplateActions.tsx'
import { TemplateFields } from './TemplateFields.tsx'
import { TemplatePreview } from './TemplatePreview.tsx'

const WAITING = <AccountSkeleton label="Loading the email…" blocks={2} />

/** The page `/promoter/e-mails/{key}`. */
export function TemplateConsole({ templateKey }: { templateKey: string }) {
  return (
    <ConsoleGate skeleton={WAITING}>
      {(promoter) => <Template templateKey={templateKey} promoterId={promoter.id} />}
    </ConsoleGate>
  )
}

function Template({ templateKey, promoterId }: { templateKey: string; promoterId: string }) {
  const { data, error } = useStore($template, LOADING)
  const isWritten = useStore($isTemplateEdited, false)
  useEffect(() => void openTemplate(templateKey), [templateKey])
  useEffect(() => (isWritten ? confirmBeforeLeaving() : undefined), [isWritten])
  if (error) return <LoadFailed what="The email" why={error} onRetry={() => void openTemplate(templateKey)} />
  return data ? <Editor template={data} promoterId={promoterId} /> : WAITING
}

function Editor({ template, promoterId }: { template: EmailTemplateView; promoterId: string }) {
  return (
    <div className="email-template">
      <p className="email-template-back">
        <a href={consoleUrls.emailTemplates()}>Emails</a>
      </p>
      <div className="email-template-head">
        <h1>{template.name}</h1>
        <span className="badge" data-tone={template.isOwn ? 'success' : undefined}>
          {template.isOwn ? 'Your text' : 'Foyer’s text'}
        </span>
      </div>
      <p className="field-hint">{template.when}</p>
      <div className="branding-columns">
        <div className="branding-fields">
          <TemplateFields template={template} />
        </div>
        <TemplatePreview templateKey={template.key} promoterId={promoterId} />
      </div>
      <TemplateActions template={template} />
    </div>
  )
}
