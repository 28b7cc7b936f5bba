import type {
  NotDueEvent,
  SettlementBalanceView,
  SettlementSettings,
} from '#contracts/console/settlements.ts'
import { useStore } from '#islands/platform/use-store.ts'
import { notDueEvents } from '#stores/console/settlements.ts'
import { LOADING } from '#stores/platform/resource.ts'
import { DataTable, type TableColumns } from '#ui/DataTable.tsx'
import { formatDate } from '#ui/format/format-dates.ts'
import { formatAmount } from '#ui/format/format-numbers.ts'
import { Loading } from '#ui/loading/Loading.tsx'

interface Props {
  balances: readonly SettlementBalanceView[] | undefined
  settings: SettlementSettings | undefined
}

/** Amounts that can't be paid out yet, by event. Renders nothing if there are none. */
export function NotDueAmounts({ balances, settings }: Props) {
  const isNothing = !balances?.some(({ notDue }) => notDue > 0)
  return isNothing ? null : <Events earlyShare={settings?.earlyShare ?? 0} />
}

/**
 * Lists the amounts that can't be paid out yet, by event. `earlyShare`: percentage that can be paid out before the
 * event.
 */
function Events({ earlyShare }: { earlyShare: number }) {
  const { data, error } = useStore(notDueEvents.$store, LOADING)
  return (
    <>
      <h3 id="not-due-title">Not due yet, by event</h3>
      {earlyShare > 0 && <p className="secondary-text">{earlyShare}% of this is available early.</p>}
      {!data && (
        <Loading size="card" what="The events" why={error} onRetry={() => void notDueEvents.load()} />
      )}
      {data && (
        <DataTable
          labelledBy="not-due-title"
          columns={COLUMNS}
          rows={data}
          keyOf={({ eventId, currency, dueAt }) => `${eventId} ${currency} ${dueAt}`}
        />
      )}
    </>
  )
}

const COLUMNS: TableColumns<NotDueEvent> = [
  { name: 'Event', cell: ({ title }) => title },
  {
    name: 'Due',
    cell: ({ dueAt }) => (dueAt === null ? 'When pending refunds are done' : formatDate(dueAt)),
  },
  { name: 'Amount', isNumber: true, cell: ({ amount, currency }) => formatAmount(amount, currency) },
]
