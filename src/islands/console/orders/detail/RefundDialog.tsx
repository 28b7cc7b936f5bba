import { useState } from 'react'
import { showToast } from '#browser/platform/toast-event.ts'
import { newUuid } from '#browser/platform/uuid.ts'
import type { OrderDetail } from '#contracts/console/orders/order-detail.ts'
import type { previewRefund } from '#contracts/console/orders/orders.ts'
import type { DataOf } from '#contracts/platform/endpoint.ts'
import type { RefundRequestBody } from '#contracts/console/orders/refunds.ts'
import { formatAmount, formatCount } from '#ui/format/format-numbers.ts'
import type { Result } from '#model/platform/result.ts'
import { readAmount } from '#model/platform/typed-numbers.ts'
import { refundManually, previewOrderRefund } from '#stores/console/orders/orders.ts'
import { Button } from '#ui/Button.tsx'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { DialogHead } from '#ui/dialog/DialogHead.tsx'
import { Field } from '#ui/form/Field.tsx'
import { Notice } from '#ui/Notice.tsx'
import { NoAnswer } from '#islands/console/orders/NoAnswer.tsx'
import { useAnswer } from '#islands/console/orders/use-answer.ts'

type Kind = 'all' | 'tickets' | 'amount'
type Preview = Result<DataOf<typeof previewRefund>>

const look = ({ id, body }: { id: string; body: RefundRequestBody }) => previewOrderRefund(id, body)

interface Props {
  detail: OrderDetail
  onClose: () => void
}

/** Refund dialog. The server computes amounts and tickets, which are shown for confirmation. */
export function RefundDialog({ detail, onClose }: Props) {
  const { order, takenOutside } = detail
  const [kind, setKind] = useState<Kind>('all')
  const [chosen, choose] = useState<readonly string[]>([])
  const [amount, setAmount] = useState('')
  const [returnFees, setReturnFees] = useState(detail.refundsReturnFees)
  const read = readAmount(amount, order.currency)
  const wish = toRefundRequest({ kind, chosen, amount: 'value' in read ? read.value : 0, returnFees })
  const { answer: preview, again } = useAnswer(wish && { id: order.id, body: wish }, look)
  const good = detail.tickets.filter((ticket) => ticket.status !== 'void')
  return (
    <Dialog isOpen onClose={onClose} labelledBy="refund-title" className="dialog">
      <DialogHead id="refund-title" onClose={onClose}>
        Refund order {order.number}
      </DialogHead>
      <KindField kind={kind} onChange={setKind} />
      {kind === 'tickets' && (
        <fieldset className="refund-tickets">
          <legend>Tickets to refund</legend>
          {good.map((ticket) => (
            <Checkbox
              key={ticket.id}
              id={`refund-${ticket.id}`}
              label={`${ticket.ticketName}, ${ticket.holder}, ${ticket.code}`}
              checked={chosen.includes(ticket.id)}
              onChange={({ currentTarget: { checked } }) =>
                choose(checked ? [...chosen, ticket.id] : chosen.filter((id) => id !== ticket.id))
              }
            />
          ))}
        </fieldset>
      )}
      {kind === 'amount' && (
        <Field
          id="refund-amount"
          label={`Amount in ${order.currency}`}
          hint="The tickets stay valid unless the whole amount is refunded."
          error={amount.trim() !== '' && 'complaint' in read ? read.complaint : undefined}
          inputMode="decimal"
          autoComplete="off"
          value={amount}
          onChange={(event) => setAmount(event.currentTarget.value)}
        />
      )}
      {order.fees.ticketFees + order.fees.orderFees > 0 && !takenOutside && (
        <Checkbox
          id="refund-fees"
          label="Also refund the fees"
          checked={returnFees}
          onChange={(event) => setReturnFees(event.currentTarget.checked)}
        />
      )}
      <Deciding key={JSON.stringify(wish)} {...{ detail, wish, preview, onClose }} onRetry={again} />
    </Dialog>
  )
}

const KINDS: Readonly<Record<Kind, string>> = {
  all: 'Everything',
  tickets: 'Some tickets',
  amount: 'An amount',
}

function KindField({ kind, onChange }: { kind: Kind; onChange: (kind: Kind) => void }) {
  return (
    <fieldset className="refund-kinds">
      <legend>What to refund</legend>
      {(['all', 'tickets', 'amount'] as const).map((each) => (
        <label key={each} className="choice">
          <input type="radio" name="refund-kind" checked={kind === each} onChange={() => onChange(each)} />
          <span>{KINDS[each]}</span>
        </label>
      ))}
    </fieldset>
  )
}

/** The refund request; undefined while incomplete. */
function toRefundRequest(form: {
  kind: Kind
  chosen: readonly string[]
  amount: number
  returnFees: boolean
}): RefundRequestBody | undefined {
  const { kind, chosen, amount, returnFees } = form
  if (kind === 'all') return { all: true, returnFees }
  if (kind === 'tickets') return chosen.length > 0 ? { tickets: [...chosen], returnFees } : undefined
  return amount > 0 ? { amount, returnFees } : undefined
}

function Deciding(props: {
  detail: OrderDetail
  wish: RefundRequestBody | undefined
  preview: Preview | undefined
  /** Recomputes the preview. */
  onRetry: () => void
  onClose: () => void
}) {
  const { detail, wish, preview, onRetry, onClose } = props
  const { order } = detail
  // The component is remounted for another refund, so each has its own idempotency key.
  const [key] = useState(newUuid)
  const [note, setNote] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  if (!wish) return <p className="secondary-text">Choose what to refund.</p>
  if (!preview) return <p className="secondary-text">Calculating…</p>
  if (!preview.success) return <NoAnswer failure={preview} onRetry={onRetry} />
  const words = formatAmount(preview.data.amount, order.currency)
  const refund = async (): Promise<void> => {
    setBusy(true)
    const answer = await refundManually(
      order.id,
      { ...wish, ...(note.trim() ? { note: note.trim() } : {}) },
      key,
    )
    setBusy(false)
    if (!answer.success) return setFailure(answer.error.message)
    const { status } = answer.data.refund
    if (status === 'failed') return setFailure(`The payment provider refused: ${answer.data.refund.note}`)
    showToast({
      type: 'success',
      title: `${words} ${status === 'pending' ? 'refund pending' : 'refunded'}`,
      message:
        status === 'pending' ? 'The payment provider is processing it.' : 'The buyer is notified by email.',
    })
    onClose()
  }
  return (
    <>
      <Consequences detail={detail} preview={preview.data} />
      <Field
        id="refund-note"
        label="Note for your team (optional)"
        value={note}
        maxLength={500}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      {failure && <Notice tone="danger" title={failure} urgent />}
      <div className="form-actions">
        <Button busy={isBusy} onClick={() => void refund()}>
          {isBusy ? 'Refunding…' : `Refund ${words}`}
        </Button>
      </div>
    </>
  )
}

function Consequences({ detail, preview }: { detail: OrderDetail; preview: DataOf<typeof previewRefund> }) {
  const { order, takenOutside } = detail
  const { amount, fees, left, tickets } = preview
  const money = (major: number): string => formatAmount(major, order.currency)
  const good = detail.tickets.filter((ticket) => ticket.status !== 'void').length
  return (
    <div className="refund-summary" aria-live="polite">
      <p>
        <strong>{money(amount)}</strong>{' '}
        {takenOutside
          ? 'has to be returned to the buyer by you'
          : 'will be refunded to the original payment method'}
        {fees > 0 ? `, including ${money(fees)} in fees` : ''}.
      </p>
      <p>
        {tickets.length === 0
          ? `All ${formatCount(good, 'ticket')} stay valid.`
          : tickets.length >= good
            ? `${formatCount(tickets.length, 'ticket')} no longer valid and back on sale.`
            : `${formatCount(tickets.length, 'ticket')} no longer valid and back on sale, ${formatCount(good - tickets.length, 'ticket')} still valid.`}
      </p>
      {left > amount && <p className="secondary-text">{money(left - amount)} can still be refunded later.</p>}
    </div>
  )
}
