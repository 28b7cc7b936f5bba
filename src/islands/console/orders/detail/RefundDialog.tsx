import { useState } from 'react'
import { showToast } from '#browser/platform/toast-event.ts'
import { newUuid } from '#browser/platform/uuid.ts'
import type { OrderDetail } from '#contracts/console/orders/order-detail.ts'
import type { previewRefund } from '#contracts/console/orders/orders.ts'
import type { DataOf } from '#contracts/platform/endpoint.ts'
import type { RefundRequestBody } from '#contracts/console/orders/refunds.ts'
import { formatAmount, formatCount } from '#ui/format/format-numbers.ts'
import { subtractMajor } from '#model/platform/money.ts'
import type { Result } from '#model/platform/result.ts'
import { readAmount } from '#model/platform/typed-numbers.ts'
import { requestRefund, previewOrderRefund } from '#stores/console/orders/orders.ts'
import { Button } from '#ui/Button.tsx'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { TitledDialog } from '#ui/dialog/TitledDialog.tsx'
import { Field } from '#ui/form/Field.tsx'
import { Notice } from '#ui/Notice.tsx'
import { RefundDestination } from './RefundDestination.tsx'
import { RequestError } from '#islands/console/orders/RequestError.tsx'
import { useDebouncedRequest } from '#islands/console/orders/use-debounced-request.ts'

type Kind = 'all' | 'tickets' | 'amount'
type Preview = Result<DataOf<typeof previewRefund>>

const look = ({ id, body }: { id: string; body: RefundRequestBody }) => previewOrderRefund(id, body)

interface Props {
  detail: OrderDetail
  onClose: () => void
}

/** Refunds an order. The server calculates amounts and tickets, which the user confirms. */
export function RefundDialog({ detail, onClose }: Props) {
  const { order, takenOutside } = detail
  const [kind, setKind] = useState<Kind>('all')
  const [chosen, choose] = useState<readonly string[]>([])
  const [amount, setAmount] = useState('')
  const [returnFees, setReturnFees] = useState(detail.refundsReturnFees)
  const read = readAmount(amount, order.currency)
  const request = toRefundRequest({ kind, chosen, amount: 'value' in read ? read.value : 0, returnFees })
  const { answer: preview, again } = useDebouncedRequest(request && { id: order.id, body: request }, look)
  const good = detail.tickets.filter((ticket) => ticket.status !== 'void')
  return (
    <TitledDialog isOpen onClose={onClose} title={`Refund order ${order.number}`}>
      <KindField kind={kind} kinds={kindsFor(detail)} onChange={setKind} />
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
          hint={amountHint(detail)}
          error={amount.trim() !== '' && 'problemMessage' in read ? read.problemMessage : undefined}
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
      <Deciding key={JSON.stringify(request)} {...{ detail, request, preview, onClose }} onRetry={again} />
    </TitledDialog>
  )
}

const KINDS: Readonly<Record<Kind, string>> = {
  all: 'Everything',
  tickets: 'Some tickets',
  amount: 'An amount',
}

/** Kinds of refunds for the order. An order that buys a voucher has no tickets. */
const kindsFor = ({ tickets }: OrderDetail): readonly Kind[] =>
  tickets.length > 0 ? ['all', 'tickets', 'amount'] : ['all', 'amount']

const amountHint = ({ tickets }: OrderDetail): string =>
  tickets.length > 0
    ? 'The tickets stay valid unless the whole amount is refunded.'
    : 'Up to the voucher’s remaining balance.'

function KindField({
  kind,
  kinds,
  onChange,
}: {
  kind: Kind
  kinds: readonly Kind[]
  onChange: (kind: Kind) => void
}) {
  return (
    <fieldset className="refund-kinds">
      <legend>What to refund</legend>
      {kinds.map((each) => (
        <label key={each} className="choice">
          <input type="radio" name="refund-kind" checked={kind === each} onChange={() => onChange(each)} />
          <span>{KINDS[each]}</span>
        </label>
      ))}
    </fieldset>
  )
}

/** Returns the refund request; undefined while the input is incomplete. */
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
  request: RefundRequestBody | undefined
  preview: Preview | undefined
  /** Repeats the calculation. */
  onRetry: () => void
  onClose: () => void
}) {
  const { detail, request, preview, onRetry, onClose } = props
  const { order } = detail
  // The component is mounted again for another refund, so that each refund has its own idempotency key.
  const [key] = useState(newUuid)
  const [note, setNote] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  if (!request) return <p className="secondary-text">Choose what to refund.</p>
  if (!preview) return <p className="secondary-text">Calculating…</p>
  if (!preview.success) return <RequestError failure={preview} onRetry={onRetry} />
  const given = givenBy(preview.data)
  const refund = async (): Promise<void> => {
    setBusy(true)
    const answer = await requestRefund(
      order.id,
      { ...request, ...(note.trim() ? { note: note.trim() } : {}) },
      key,
    )
    setBusy(false)
    if (!answer.success) return setFailure(answer.error.message)
    const { status } = answer.data.refund
    if (status === 'failed') return setFailure(`The payment provider refused: ${answer.data.refund.note}`)
    const [outcome, message] = OUTCOMES[status]
    showToast({ type: 'success', title: `${given || 'Order'} ${outcome}`, message })
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
          {buttonLabel(preview.data, { given, isBusy })}
        </Button>
      </div>
    </>
  )
}

function buttonLabel(
  { needsApproval }: DataOf<typeof previewRefund>,
  { given, isBusy }: { given: string; isBusy: boolean },
): string {
  if (isBusy) return needsApproval ? 'Requesting…' : 'Refunding…'
  if (given === '') return needsApproval ? 'Request refund' : 'Refund order'
  return needsApproval ? `Request refund of ${given}` : `Refund ${given}`
}

/** Amount that the buyer gets, formatted; empty if all of it is withheld. */
function givenBy({ amount, withheld, currency }: DataOf<typeof previewRefund>): string {
  const given = subtractMajor(amount, withheld, currency)
  return given > 0 || withheld === 0 ? formatAmount(given, currency) : ''
}

const OUTCOMES = {
  needs_approval: ['refund requested', 'The platform decides. We’ll email you the decision.'],
  refused: ['not refunded', 'The platform has refused this refund.'],
  pending: ['refund pending', 'The payment provider is processing it.'],
  succeeded: ['refunded', 'The buyer is notified by email.'],
} as const

function Consequences({ detail, preview }: { detail: OrderDetail; preview: DataOf<typeof previewRefund> }) {
  const { order, takenOutside } = detail
  const { amount, left, tickets, needsApproval } = preview
  const money = (major: number): string => formatAmount(major, order.currency)
  const good = detail.tickets.filter((ticket) => ticket.status !== 'void').length
  return (
    <div className="refund-summary" aria-live="polite">
      <RefundDestination preview={preview} takenOutside={takenOutside} />
      <p>
        {tickets.length === 0
          ? `All ${formatCount(good, 'ticket')} stay valid.`
          : tickets.length >= good
            ? `${formatCount(tickets.length, 'ticket')} no longer valid and back on sale.`
            : `${formatCount(tickets.length, 'ticket')} no longer valid and back on sale, ${formatCount(good - tickets.length, 'ticket')} still valid.`}
      </p>
      {needsApproval && (
        <p>
          This is more than you may refund without the platform’s approval. Nothing changes until it’s
          approved.
        </p>
      )}
      {left > amount && <p className="secondary-text">{money(left - amount)} can still be refunded later.</p>}
    </div>
  )
}
