import type { HealthView } from '#contracts/operator/health.ts'
import { OperatorGate } from '#islands/operator/OperatorGate.tsx'
import { useStore } from '#islands/platform/use-store.ts'
import { health } from '#stores/operator/health.ts'
import { LOADING } from '#stores/platform/resource.ts'
import { formatDateTime } from '#ui/format/format-dates.ts'
import { LoadFailed } from '#ui/loading/LoadFailed.tsx'
import { LoadingScreen, Skeletons } from '#ui/loading/Skeleton.tsx'
import { Notice } from '#ui/Notice.tsx'
import { DeadMails } from './DeadMails.tsx'
import { formatBytes } from './format-bytes.ts'
import { JobList, NodeList } from './Processes.tsx'
import { healthProblems } from './health-problems.ts'
import { FailingDomains, FailingWebhooks } from './Failing.tsx'

/** The page `/operator/health`, which shows whether the installation works. */
export function HealthPage() {
  return (
    <OperatorGate>
      <HealthScreen />
    </OperatorGate>
  )
}

function HealthScreen() {
  const { data, error } = useStore(health.$store, LOADING)
  if (!data && error !== undefined)
    return <LoadFailed what="The figures" why={error} onRetry={() => void health.load()} />
  if (!data)
    return (
      <LoadingScreen label="Loading the status…">
        <Skeletons size="block" count={3} />
      </LoadingScreen>
    )
  const problems = healthProblems(data)
  return (
    <div className="sections">
      {problems.length === 0 ? (
        <Notice tone="success" title="Everything works" />
      ) : (
        <Notice tone="warning" title="This needs your attention">
          <ul>
            {problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </Notice>
      )}
      <Figures figures={data} />
      {data.mails.dead > 0 && <DeadMails />}
      <FailingWebhooks webhooks={data.webhooks} />
      <FailingDomains domains={data.domains} />
      <NodeList nodes={data.nodes} />
      <JobList jobs={data.jobs} />
    </div>
  )
}

function Figures({ figures }: { figures: HealthView }) {
  const { version, mails, payments, storage, backups, database } = figures
  const { bytes, files, freeBytes, kind } = storage
  return (
    <section className="section" aria-labelledby="figures-title">
      <h2 id="figures-title">Figures</h2>
      <dl className="order-facts">
        <Fact name="Version" text={`Foyer ${version}, PostgreSQL ${database.version}`} />
        <Fact
          name="Email"
          text={
            mails.waiting === 0 || mails.oldestAt === null
              ? 'None waiting'
              : `${mails.waiting} waiting, the oldest since ${formatDateTime(mails.oldestAt)}`
          }
        />
        <Fact name="Payments" text={`${payments.inTrouble} need attention`} />
        <Fact
          name="Reconciliation"
          text={payments.lagSeconds > 60 ? `${payments.lagSeconds} s late` : 'On time'}
        />
        <Fact
          name="Uploads"
          text={
            kind === 's3'
              ? 'In a bucket'
              : [`${files ?? 0} files`, sizeText(bytes), freeText(freeBytes)].filter(Boolean).join(', ')
          }
        />
        {backups && <Fact name="Backups" text={backupText(backups)} />}
        <Fact
          name="Database"
          text={`${formatBytes(database.bytes)}, ${database.connections} of ${database.maxConnections} connections`}
        />
        <Fact
          name="Migrations"
          text={`${database.migrations} applied, ${database.pendingMigrations.length} pending`}
        />
      </dl>
    </section>
  )
}

const sizeText = (bytes: number | null): string => (bytes === null ? '' : formatBytes(bytes))
const freeText = (bytes: number | null): string => (bytes === null ? '' : `${formatBytes(bytes)} free`)

function backupText({ place, baseAt, walAt }: NonNullable<HealthView['backups']>): string {
  if (baseAt === null) return `None yet, at ${place}`
  const changes = walAt === null ? '' : `, changes up to ${formatDateTime(walAt)}`
  return `Last on ${formatDateTime(baseAt)}${changes}, at ${place}`
}

const Fact = ({ name, text }: { name: string; text: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>{text}</dd>
  </div>
)
