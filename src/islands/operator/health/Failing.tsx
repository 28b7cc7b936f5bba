import type { HealthView } from '#contracts/operator/health.ts'
import { DataTable, type TableColumns } from '#ui/DataTable.tsx'
import { formatDateTime } from '#ui/format/format-dates.ts'

type Webhook = HealthView['webhooks'][number]
type Domain = HealthView['domains'][number]

export function FailingWebhooks({ webhooks }: { webhooks: readonly Webhook[] }) {
  if (webhooks.length === 0) return null
  return (
    <section className="section" aria-labelledby="webhooks-title">
      <h2 id="webhooks-title">Failing webhooks</h2>
      <DataTable
        labelledBy="webhooks-title"
        columns={WEBHOOK_COLUMNS}
        rows={webhooks}
        keyOf={({ id }) => id}
      />
    </section>
  )
}

const since = (at: string | null): string => (at === null ? '—' : formatDateTime(at))

const WEBHOOK_COLUMNS: TableColumns<Webhook> = [
  { name: 'Promoter', cell: ({ promoter }) => promoter },
  { name: 'Host', cell: ({ host }) => host },
  { name: 'State', cell: ({ isOff }) => (isOff ? 'Turned off' : 'Failing') },
  { name: 'Since', cell: ({ failingSince }) => since(failingSince) },
  { name: 'Last error', cell: ({ error }) => error || '—' },
]

export function FailingDomains({ domains }: { domains: readonly Domain[] }) {
  if (domains.length === 0) return null
  return (
    <section className="section" aria-labelledby="domains-title">
      <h2 id="domains-title">Domains without their DNS record</h2>
      <DataTable labelledBy="domains-title" columns={DOMAIN_COLUMNS} rows={domains} keyOf={({ id }) => id} />
    </section>
  )
}

const DOMAIN_COLUMNS: TableColumns<Domain> = [
  { name: 'Domain', cell: ({ host }) => host },
  { name: 'Promoter', cell: ({ promoter }) => promoter },
  { name: 'State', cell: ({ isLapsed }) => (isLapsed ? 'No longer served' : 'Still served') },
  { name: 'Since', cell: ({ failingSince }) => since(failingSince) },
  { name: 'Last check', cell: ({ checkedAt }) => since(checkedAt) },
]
