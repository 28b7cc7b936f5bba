import { useEffect, useState, useSyncExternalStore } from 'react'
import { goTo } from '#browser/platform/navigate.ts'
import { newUuid } from '#browser/platform/uuid.ts'
import type { ReturnPreview } from '#contracts/checkout/returns.ts'
import { urls } from '#contracts/platform/urls.ts'
import { returnMethod, type ReturnMethod } from '#model/catalog/returns/return-rules.ts'
import { formatMoney, toCents } from '#model/platform/money.ts'
import { formatLastDay } from '#model/sales/vouchers/last-day.ts'
import type { Result } from '#model/platform/result.ts'
import { previewTicketReturn, returnChosenTickets } from '#stores/checkout/returns.ts'
import { TitledDialog } from '#ui/dialog/TitledDialog.tsx'
import { Button } from '#ui/Button.tsx'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { Segments } from '#ui/form/Segments.tsx'
import { Notice } from '#ui/Notice.tsx'

/** A ticket that can be returned, in words. */
export interface ReturnableTicket {
  id: string
  label: string
  hint: string
  /** Methods by which the ticket can be returned. */
  methods: readonly ReturnMethod[]
}

interface Props {
  orderId: string
  tickets: readonly ReturnableTicket[]
}

/** Choice of tickets, with the exact refund of the chosen ones before anything happens. */
export function ReturnTickets({ orderId, tickets }: Props) {
  const [chosen, choose] = useState<readonly string[]>([])
  const [isAsking, setAsking] = useState(false)
  const isReady = useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  )
  const offered = methodsFor(tickets.filter(({ id }) => chosen.includes(id)))
  const [wanted, want] = useState<ReturnMethod>('money')
  const method = offered.includes(wanted) ? wanted : offered[0]
  const { preview, retry, replace } = usePreview(orderId, { chosen, method })
  return (
    <div className="return-form">
      {/* A choice before hydration would be lost. */}
      <fieldset disabled={!isReady}>
        <legend className="visually-hidden">Tickets to return</legend>
        {tickets.map(({ id, label, hint }) => (
          <Checkbox
            key={id}
            id={`return-${id}`}
            label={label}
            hint={hint}
            checked={chosen.includes(id)}
            onChange={({ currentTarget: { checked } }) =>
              choose(checked ? [...chosen, id] : chosen.filter((each) => each !== id))
            }
          />
        ))}
      </fieldset>
      {chosen.length > 0 && (
        <Choice
          {...{ offered, method, preview, retry }}
          count={chosen.length}
          onChoose={want}
          onReturn={() => setAsking(true)}
        />
      )}
      {isAsking && method && preview?.success && (
        <ReturnDialog
          {...{ orderId, chosen, method }}
          preview={preview.data}
          onChanged={replace}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  )
}

interface ChoiceProps {
  offered: readonly ReturnMethod[]
  /** Undefined when the chosen tickets have no method in common. */
  method: ReturnMethod | undefined
  preview: Result<ReturnPreview> | undefined
  count: number
  retry: () => void
  onChoose: (method: ReturnMethod) => void
  onReturn: () => void
}

/** Refund of the chosen tickets. */
function Choice({ offered, method, preview, count, retry, onChoose, onReturn }: ChoiceProps) {
  if (!method) return <output className="return-sum">{APART}</output>
  return (
    <>
      {offered.length > 1 && (
        <Segments
          label="What you get for your tickets"
          options={METHODS}
          value={method}
          onChoose={onChoose}
        />
      )}
      <output className="return-sum">
        <Sum preview={preview} onRetry={retry} />
      </output>
      {preview?.success && (
        <Button variant="quiet" onClick={onReturn}>
          Return {countTickets(count)}…
        </Button>
      )}
    </>
  )
}

const APART =
  'Some of these tickets are returned for money, others for a voucher. Return them one after the other.'

/** Methods by which every one of the tickets can be returned. */
const methodsFor = (tickets: readonly ReturnableTicket[]): ReturnMethod[] =>
  returnMethod.options.filter((method) => tickets.every(({ methods }) => methods.includes(method)))

const METHODS: readonly (readonly [method: ReturnMethod, name: string])[] = [
  ['money', 'Refund'],
  ['voucher', 'Voucher'],
]

const subscribeToNothing = () => () => undefined

const countTickets = (count: number): string => (count === 1 ? '1 ticket' : `${count} tickets`)

/** Preview of the chosen tickets; undefined while it is computed. Answers for earlier choices are dropped. */
function usePreview(
  orderId: string,
  { chosen, method }: { chosen: readonly string[]; method: ReturnMethod | undefined },
) {
  const [answer, setAnswer] = useState<{ key: string; preview: Result<ReturnPreview> }>()
  const [tries, setTries] = useState(0)
  const ids = chosen.toSorted().join()
  const key = `${method} ${ids}`
  useEffect(() => {
    if (ids === '' || !method) return
    let isCurrent = true
    void previewTicketReturn(orderId, { tickets: ids.split(','), as: method }).then((preview) => {
      if (isCurrent) setAnswer({ key, preview })
    })
    return () => {
      isCurrent = false
    }
  }, [orderId, key, ids, method, tries])
  return {
    preview: answer?.key === key ? answer.preview : undefined,
    retry: () => {
      setAnswer(undefined)
      setTries(tries + 1)
    },
    replace: (data: ReturnPreview) => setAnswer({ key, preview: { success: true, data } }),
  }
}

function Sum({ preview, onRetry }: { preview: Result<ReturnPreview> | undefined; onRetry: () => void }) {
  if (!preview) return 'Calculating your refund…'
  if (preview.success) return <RefundMessage preview={preview.data} />
  return (
    <>
      {preview.error.message}{' '}
      <Button variant="link" onClick={onRetry}>
        Try again
      </Button>
    </>
  )
}

function RefundMessage({ preview }: { preview: ReturnPreview }) {
  const { amount, kept, other, method, toCard, toVouchers, toNewVoucher, voucherExpiresAt } = preview
  const money = (major: number): string => formatMoney(toCents(major, preview.currency), preview.currency)
  if (method === 'none') return 'These tickets were free, so there is no refund.'
  const deducted = kept > 0 ? ` ${money(kept)} is deducted.` : ''
  const rest = other > 0 ? ` This includes ${money(other)} of fees and delivery of the order.` : ''
  const until = voucherExpiresAt ? `, valid until ${formatLastDay(voucherExpiresAt)}` : ''
  const parts = [
    ...(toCard > 0 ? [`${money(toCard)} to your original payment method`] : []),
    ...(toNewVoucher > 0 ? [`${money(toNewVoucher)} as a new voucher${until}`] : []),
    ...(toVouchers > 0 ? [`${money(toVouchers)} back on the voucher that you paid with`] : []),
  ]
  return (
    <>
      You get <strong>{money(amount)}</strong>
      {parts.length > 1 ? `: ${parts.join(' and ')}` : onlyPart(preview, until)}.{deducted}
      {rest}
    </>
  )
}

function onlyPart({ toVouchers, toNewVoucher }: ReturnPreview, until: string): string {
  if (toNewVoucher > 0) return ` as a voucher${until}`
  return toVouchers > 0 ? ' back on the voucher that you paid with' : ' back to your original payment method'
}

interface DialogProps {
  orderId: string
  chosen: readonly string[]
  method: ReturnMethod
  preview: ReturnPreview
  onChanged: (preview: ReturnPreview) => void
  onClose: () => void
}

function ReturnDialog({ orderId, chosen, method: as, preview, onChanged, onClose }: DialogProps) {
  // A retry after a lost response returns the same refund.
  const [key] = useState(newUuid)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')
  const { amount, currency, method } = preview
  const giveBack = async (): Promise<void> => {
    setBusy(true)
    setFailure('')
    const asked = { tickets: chosen, as, preview, key }
    const returned = await returnChosenTickets(orderId, asked)
    if (returned.status === 'changed' || returned.status === 'refused') {
      setBusy(false)
      if (returned.status === 'refused') return setFailure(returned.message)
      onChanged(returned.preview)
      return setFailure('The refund has changed. Check the new amounts.')
    }
    // The page shows the result, and the tickets in their new state.
    goTo(`${urls.order(orderId)}?returned=${returned.status}#returns`)
  }
  const words = formatMoney(toCents(amount, currency), currency)
  return (
    <TitledDialog
      isOpen
      onClose={onClose}
      isGuarded={isBusy}
      title={`Return ${countTickets(chosen.length)}?`}
    >
      <p>
        <RefundMessage preview={preview} />
      </p>
      <p>
        {chosen.length === 1 ? 'The ticket is' : 'The tickets are'} no longer valid from then on. You can’t
        undo this.
      </p>
      {failure && <Notice tone="danger" title={failure} urgent />}
      <div className="return-actions">
        <Button busy={isBusy} onClick={() => void giveBack()}>
          {isBusy
            ? 'One moment…'
            : `Return ${countTickets(chosen.length)}${method === 'none' ? '' : ` for ${words}`}`}
        </Button>
        <Button variant="quiet" busy={isBusy} onClick={onClose}>
          Keep {chosen.length === 1 ? 'ticket' : 'tickets'}
        </Button>
      </div>
    </TitledDialog>
  )
}
