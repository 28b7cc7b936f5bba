import { useEffect, useState } from 'react'
import { showToast } from '#browser/platform/toast-event.ts'
import type { OperatorSettlement } from '#contracts/operator/settlements.ts'
import { PagedRows } from '#islands/console/PagedRows.tsx'
import { SettlementStatus } from '#islands/console/settlements/SettlementStatus.tsx'
import { useStore } from '#islands/platform/use-store.ts'
import { SETTLEMENT_STATUS_LABELS } from '#model/money/settlement-labels.ts'
import { settlementStatus, type SettlementStatus as Status } from '#model/money/settlements.ts'
import type { Result } from '#model/platform/result.ts'
import {
  cancelSettlement,
  markSettlementFailed,
  markSettlementPaid,
  settlements,
} from '#stores/operator/money.ts'
import { EMPTY_LIST } from '#stores/platform/paged-list.ts'
import { Button } from '#ui/Button.tsx'
import { DataTable, type TableColumns } from '#ui/DataTable.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { DialogHead } from '#ui/dialog/DialogHead.tsx'
import { Field } from '#ui/form/Field.tsx'
import { Select } from '#ui/form/Select.tsx'
import { formatDate } from '#ui/format/format-dates.ts'
import { formatAmount } from '#ui/format/format-numbers.ts'

/** Payouts to all promoters, or to one of them, filtered by status. */
export function AllSettlements({ promoterId }: { promoterId?: string }) {
  const list = useStore(settlements.$list, EMPTY_LIST)
  const [status, setStatus] = useState<Status>()
  const [ending, setEnding] = useState<PayoutToEnd>()
  useEffect(
    () => void settlements.load({ ...(status ? { status } : {}), ...(promoterId ? { promoterId } : {}) }),
    [status, promoterId],
  )
  return (
    <section className="section" aria-labelledby="settlements-title">
      <h2 id="settlements-title">{promoterId ? 'All payouts' : 'Payouts to promoters'}</h2>
      <div className="filters">
        <Select
          id="settlement-status"
          label="Status"
          value={status ?? ''}
          onChange={({ currentTarget: { value } }) =>
            setStatus(settlementStatus.options.find((each) => each === value))
          }
        >
          <option value="">All statuses</option>
          {settlementStatus.options.map((each) => (
            <option key={each} value={each}>
              {SETTLEMENT_STATUS_LABELS[each]}
            </option>
          ))}
        </Select>
      </div>
      <PagedRows
        list={list}
        what="The payouts"
        onRetry={() => void settlements.reload()}
        onMore={() => void settlements.more()}
        empty={<p>{status ? 'No payouts have this status.' : 'No payouts yet.'}</p>}
      >
        {(rows) => (
          <DataTable
            labelledBy="settlements-title"
            columns={[...COLUMNS, actionsColumn(setEnding)]}
            rows={rows}
            keyOf={({ id }) => id}
          />
        )}
      </PagedRows>
      {ending && <EndPayoutDialog ending={ending} onClose={() => setEnding(undefined)} />}
    </section>
  )
}

const COLUMNS: TableColumns<OperatorSettlement> = [
  {
    name: 'Promoter',
    cell: ({ promoter, number }) => (
      <>
        {promoter.name}
        <span className="secondary-text">Statement {number}</span>
      </>
    ),
  },
  {
    name: 'Date',
    cell: ({ createdAt, method }) => (
      <>
        {formatDate(createdAt)}
        <span className="secondary-text">{method === 'bank' ? 'Bank transfer' : 'Payment provider'}</span>
      </>
    ),
  },
  {
    name: 'Status',
    cell: (row) => (
      <>
        <SettlementStatus settlement={row} />
        {row.problem && <span className="secondary-text">{row.problem}</span>}
      </>
    ),
  },
  { name: 'Amount', isNumber: true, cell: ({ amount, currency }) => formatAmount(amount, currency) },
]

/** Payout of the open dialog, and what the dialog does with it: cancel it, or mark it as returned. */
interface PayoutToEnd {
  settlement: OperatorSettlement
  kind: 'cancel' | 'return'
}

const actionsColumn = (end: (ending: PayoutToEnd) => void): TableColumns<OperatorSettlement>[number] => ({
  name: 'Actions',
  isUnnamed: true,
  cell: (settlement) => <Actions settlement={settlement} end={end} />,
})

function Actions({
  settlement,
  end,
}: {
  settlement: OperatorSettlement
  end: (ending: PayoutToEnd) => void
}) {
  const { id, status, method, promoter, number } = settlement
  const about = ` statement ${number} of ${promoter.name}`
  if (status === 'open')
    return (
      <Button variant="link" onClick={() => end({ settlement, kind: 'cancel' })}>
        Cancel<span className="visually-hidden">{about}</span>
      </Button>
    )
  if (status === 'cancelling')
    return (
      <Button variant="link" onClick={() => void notifyCancelled(cancelSettlement(id, settlement.reason))}>
        Check again<span className="visually-hidden">:{about}</span>
      </Button>
    )
  if (method !== 'bank' || status === 'failed' || status === 'cancelled') return null
  return (
    <>
      {status === 'sent' && (
        <Button variant="link" onClick={() => void notifyResult(markSettlementPaid(id), 'Marked as paid')}>
          Mark as paid<span className="visually-hidden">:{about}</span>
        </Button>
      )}
      <Button variant="link" onClick={() => end({ settlement, kind: 'return' })}>
        Mark as returned<span className="visually-hidden">:{about}</span>
      </Button>
    </>
  )
}

/** Shows the result as a toast. Returns true on success. */
export async function notifyResult(
  answer: Promise<Result<unknown>>,
  successMessage: string,
): Promise<boolean> {
  const result = await answer
  if (result.success) showToast({ type: 'success', title: successMessage, message: '' })
  else showToast({ type: 'destructive', title: 'That didn’t work', message: result.error.message })
  return result.success
}

/** Shows the result of a cancellation as a toast. The payment provider may already have made the payout. */
async function notifyCancelled(answer: ReturnType<typeof cancelSettlement>): Promise<boolean> {
  const result = await answer
  if (!result.success) {
    showToast({ type: 'destructive', title: 'Not cancelled', message: result.error.message })
    return false
  }
  const { status, problem } = result.data.settlement
  if (status === 'cancelled') showToast({ type: 'success', title: 'Payout cancelled', message: '' })
  else if (status === 'cancelling') showToast({ type: 'default', title: 'Being cancelled', message: problem })
  else
    showToast({
      type: 'destructive',
      title: 'Not cancelled',
      message: 'The payment provider had already taken the payout. Its status shows the result.',
    })
  return true
}

const ENDINGS = {
  cancel: {
    title: 'Cancel payout',
    action: 'Cancel payout',
    send: (id: string, reason: string) => notifyCancelled(cancelSettlement(id, reason)),
  },
  return: {
    title: 'Mark as returned',
    action: 'Mark as returned',
    send: (id: string, reason: string) =>
      notifyResult(markSettlementFailed(id, reason), 'Marked as returned'),
  },
} as const

function EndPayoutDialog({ ending, onClose }: { ending: PayoutToEnd; onClose: () => void }) {
  const [reason, setReason] = useState('')
  const [isBusy, setBusy] = useState(false)
  const { title, action, send } = ENDINGS[ending.kind]
  const { id, amount, currency, promoter } = ending.settlement
  const run = async (): Promise<void> => {
    setBusy(true)
    const isDone = await send(id, reason)
    setBusy(false)
    if (isDone) onClose()
  }
  return (
    <Dialog isOpen onClose={onClose} labelledBy="ending-title">
      <DialogHead id="ending-title" onClose={onClose}>
        {title}
      </DialogHead>
      <p>
        {formatAmount(amount, currency)} is available to {promoter.name} again. The owners see the reason.
      </p>
      <Field
        id="ending-reason"
        label="Reason"
        value={reason}
        onChange={(change) => setReason(change.currentTarget.value)}
        maxLength={500}
        required
      />
      <div className="form-actions">
        <Button busy={isBusy} disabled={reason.trim() === ''} onClick={() => void run()}>
          {action}
        </Button>
        <Button variant="quiet" onClick={onClose}>
          Back
        </Button>
      </div>
    </Dialog>
  )
}
