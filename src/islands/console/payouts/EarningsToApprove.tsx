import { useEffect, useState } from 'react'
import { showToast } from '#browser/platform/toast-event.ts'
import type { ConsoleEarning } from '#contracts/console/staff/payouts.ts'
import { consoleUrls } from '#contracts/platform/console-urls.ts'
import { formatDateTime } from '#ui/format/format-dates.ts'
import { formatAmount, formatCount } from '#ui/format/format-numbers.ts'
import { useStore } from '#islands/platform/use-store.ts'
import { EMPTY_LIST } from '#stores/platform/paged-list.ts'
import { decideEarningsToApprove, earningsToApprove } from '#stores/console/staff/payouts.ts'
import { PagedRows } from '#islands/console/PagedRows.tsx'
import { SelectableTable, ApproveRefuseButtons, type Decision, type Selection } from './SelectableTable.tsx'
import { useSelection } from './use-selection.ts'

const load = (): Promise<void> => earningsToApprove.load({})

/** Commissions that an owner must approve. */
export function EarningsToApprove() {
  const list = useStore(earningsToApprove.$list, EMPTY_LIST)
  useEffect(() => void load(), [])
  return (
    <section className="section" aria-labelledby="waiting-earnings">
      <h2 id="waiting-earnings">Earnings to approve</h2>
      <PagedRows
        list={list}
        what="Earnings"
        onRetry={() => void load()}
        onMore={() => void earningsToApprove.more()}
        empty={
          <p>
            No earnings to approve. Sales appear here when their{' '}
            <a href={consoleUrls.commission()}>commission rule</a> requires approval.
          </p>
        }
      >
        {(rows) => <Choice rows={rows} />}
      </PagedRows>
    </section>
  )
}

const leftOf = ({ amount, clawedBack }: ConsoleEarning): number => amount - clawedBack

function Choice({ rows }: { rows: readonly ConsoleEarning[] }) {
  const selection = useSelection(rows)
  const [busy, setBusy] = useState<Decision>()
  const { chosen } = selection
  const decide = async (decision: Decision): Promise<void> => {
    if (busy) return
    setBusy(decision)
    const ids = chosen.map(({ id }) => id)
    const answer = await decideEarningsToApprove(ids, decision === 'approve')
    setBusy(undefined)
    if (!answer.success)
      return showToast({ type: 'destructive', title: 'That didn’t work', message: answer.error.message })
    const words = decision === 'approve' ? 'approved' : 'refused'
    const title = `${formatCount(answer.data.decided, 'sale')} ${words}`
    showToast({ type: 'success', title, message: 'Members see it in their portal.' })
  }
  return (
    <>
      <EarningTable rows={rows} selection={selection} />
      <ApproveRefuseButtons
        selection={selection}
        noun="sale"
        worth={(row) => ({ amount: leftOf(row), currency: row.currency })}
        busy={busy}
        onDecide={(decision) => void decide(decision)}
      />
    </>
  )
}

function EarningTable({
  rows,
  selection,
}: {
  rows: readonly ConsoleEarning[]
  selection: Selection<ConsoleEarning>
}) {
  return (
    <SelectableTable
      labelledBy="waiting-earnings"
      rows={rows}
      selection={selection}
      below={(row) => <span className="secondary-text">{formatDateTime(row.earnedAt)}</span>}
      columns={[
        {
          name: 'Sold',
          cell: ({ quantity, ticketName, eventTitle }) => (
            <>
              <span dir="auto">
                {quantity} × {ticketName}
              </span>
              <span className="secondary-text" dir="auto">
                {eventTitle}
              </span>
            </>
          ),
        },
        {
          name: 'Order',
          cell: ({ orderId, orderNumber }) => <a href={consoleUrls.order(orderId)}>{orderNumber}</a>,
        },
        { name: 'Link', cell: ({ linkName }) => <span dir="auto">{linkName}</span> },
        { name: 'Revenue', isNumber: true, cell: ({ revenue, currency }) => formatAmount(revenue, currency) },
        {
          name: 'Commission',
          isNumber: true,
          cell: (row) => <strong>{formatAmount(leftOf(row), row.currency)}</strong>,
        },
      ]}
    />
  )
}
