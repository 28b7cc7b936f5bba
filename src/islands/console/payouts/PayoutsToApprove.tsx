import { useEffect, useState } from 'react'
import { showToast } from '#browser/platform/toast-event.ts'
import type { ConsolePayout } from '#contracts/console/staff/payouts.ts'
import { formatDateTime } from '#ui/format/format-dates.ts'
import { formatAmount, formatCount } from '#ui/format/format-numbers.ts'
import { useStore } from '#islands/platform/use-store.ts'
import { EMPTY_LIST } from '#stores/platform/paged-list.ts'
import { decidePayouts, payoutsToApprove } from '#stores/console/staff/payouts.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { Field } from '#ui/form/Field.tsx'
import { PagedRows } from '#islands/console/PagedRows.tsx'
import { SelectableTable, ApproveRefuseButtons, type Decision, type Selection } from './SelectableTable.tsx'
import { payeeLabel, formatSumsByCurrency } from './payout-labels.ts'
import { useSelection } from './use-selection.ts'

const load = (): Promise<void> => payoutsToApprove.load({ status: 'requested' })

/** Payouts that members have requested. */
export function PayoutsToApprove() {
  const list = useStore(payoutsToApprove.$list, EMPTY_LIST)
  useEffect(() => void load(), [])
  return (
    <section className="section" aria-labelledby="waiting-payouts">
      <h2 id="waiting-payouts">Payouts to approve</h2>
      <PagedRows
        list={list}
        what="Payouts"
        onRetry={() => void load()}
        onMore={() => void payoutsToApprove.more()}
        empty={<p>No payouts to approve. Requests appear here unless your rules approve them.</p>}
      >
        {(rows) => <Choice rows={rows} />}
      </PagedRows>
    </section>
  )
}

function Choice({ rows }: { rows: readonly ConsolePayout[] }) {
  const selection = useSelection(rows)
  const [deciding, decide] = useState<Decision>()
  const { chosen } = selection
  return (
    <>
      <PayoutTable rows={rows} selection={selection} />
      <ApproveRefuseButtons selection={selection} noun="payout" worth={(row) => row} onDecide={decide} />
      {deciding && <DecisionDialog chosen={chosen} decision={deciding} onClose={() => decide(undefined)} />}
    </>
  )
}

function PayoutTable({
  rows,
  selection,
}: {
  rows: readonly ConsolePayout[]
  selection: Selection<ConsolePayout>
}) {
  return (
    <SelectableTable
      labelledBy="waiting-payouts"
      rows={rows}
      selection={selection}
      below={(row) => row.isFormerMember && <span className="secondary-text">Former member</span>}
      columns={[
        {
          name: 'For',
          cell: ({ eventTitle }) => <span dir="auto">{eventTitle ?? 'Available balance'}</span>,
        },
        { name: 'Requested', cell: ({ requestedAt }) => formatDateTime(requestedAt) },
        {
          name: 'Paid earlier',
          isNumber: true,
          cell: ({ paidBefore, currency }) => formatAmount(paidBefore, currency),
        },
        {
          name: 'Amount',
          isNumber: true,
          cell: ({ amount, currency }) => <strong>{formatAmount(amount, currency)}</strong>,
        },
      ]}
    />
  )
}

/** Dialog to approve or reject the selected payouts. It explains the effects. */
function DecisionDialog({
  chosen,
  decision,
  onClose,
}: {
  chosen: readonly ConsolePayout[]
  decision: Decision
  onClose: () => void
}) {
  const [reason, setReason] = useState('')
  const [isBusy, setBusy] = useState(false)
  const approve = decision === 'approve'
  const run = async (): Promise<void> => {
    setBusy(true)
    const ids = chosen.map(({ id }) => id)
    const { done, refusals } = await decidePayouts(ids, { approve, ...(reason ? { reason } : {}) })
    setBusy(false)
    onClose()
    const [why] = refusals
    const words = `${formatCount(done, 'payout')} ${approve ? 'approved' : 'refused'}`
    if (why === undefined)
      showToast({ type: 'success', title: words, message: 'Members see it in their portal.' })
    else showToast({ type: 'warning', title: `${words}, ${refusals.length} not`, message: why })
  }
  return (
    <Dialog isOpen onClose={onClose} labelledBy="decision-title" className="dialog">
      <h2 id="decision-title">
        {approve ? `Pay ${formatSumsByCurrency(chosen)}?` : `Refuse ${formatCount(chosen.length, 'payout')}?`}
      </h2>
      <p>
        {approve
          ? `The money goes to ${[...new Set(chosen.map(payeeLabel))].join(', ')}.`
          : 'The money is available to them again, and they’re notified by email.'}
      </p>
      {!approve && (
        <Field
          id="refusal-reason"
          label="Reason (optional)"
          hint="The member sees it."
          maxLength={500}
          value={reason}
          onChange={(change) => setReason(change.currentTarget.value)}
        />
      )}
      <div className="form-actions">
        <Button busy={isBusy} onClick={() => void run()}>
          {isBusy ? 'One moment…' : approve ? `Pay ${formatSumsByCurrency(chosen)}` : 'Refuse'}
        </Button>
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </Dialog>
  )
}
