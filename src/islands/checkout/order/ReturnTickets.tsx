import { useEffect, useState, useSyncExternalStore } from 'react'
import { goTo } from '#browser/platform/navigate.ts'
import { newUuid } from '#browser/platform/uuid.ts'
import type { ReturnPreview } from '#contracts/checkout/returns.ts'
import { urls } from '#contracts/platform/urls.ts'
import { formatMoney, toCents } from '#model/platform/money.ts'
import type { Result } from '#model/platform/result.ts'
import { previewTicketReturn, returnChosenTickets } from '#stores/checkout/returns.ts'
import { TitledDialog } from '#ui/dialog/TitledDialog.tsx'
import { Button } from '#ui/Button.tsx'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { Notice } from '#ui/Notice.tsx'

/** A ticket that can be returned, in words. */
export interface ReturnableTicket {
  id: string
  label: string
  hint: string
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
  const { preview, retry, replace } = usePreview(orderId, chosen)
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
      <output className="return-sum">{chosen.length > 0 && <Sum preview={preview} onRetry={retry} />}</output>
      {chosen.length > 0 && preview?.success && (
        <Button variant="quiet" onClick={() => setAsking(true)}>
          Return {countTickets(chosen.length)}…
        </Button>
      )}
      {isAsking && preview?.success && (
        <ReturnDialog
          {...{ orderId, chosen }}
          preview={preview.data}
          onChanged={replace}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  )
}

const subscribeToNothing = () => () => undefined

const countTickets = (count: number): string => (count === 1 ? '1 ticket' : `${count} tickets`)

/** Preview of the chosen tickets; undefined while it is computed. Answers for earlier choices are dropped. */
function usePreview(orderId: string, chosen: readonly string[]) {
  const [answer, setAnswer] = useState<{ key: string; preview: Result<ReturnPreview> }>()
  const [tries, setTries] = useState(0)
  const key = chosen.toSorted().join()
  useEffect(() => {
    if (key === '') return
    let isCurrent = true
    void previewTicketReturn(orderId, key.split(',')).then((preview) => {
      if (isCurrent) setAnswer({ key, preview })
    })
    return () => {
      isCurrent = false
    }
  }, [orderId, key, tries])
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
  if (preview.success) return <RefundWords preview={preview.data} />
  return (
    <>
      {preview.error.message}{' '}
      <Button variant="link" onClick={onRetry}>
        Try again
      </Button>
    </>
  )
}

function RefundWords({ preview }: { preview: ReturnPreview }) {
  const { amount, kept, other, method } = preview
  const money = (major: number): string => formatMoney(toCents(major, preview.currency), preview.currency)
  if (method === 'none') return 'These tickets were free, so there is no refund.'
  const deducted = kept > 0 ? ` ${money(kept)} is deducted.` : ''
  const rest = other > 0 ? ` This includes ${money(other)} of fees and delivery of the order.` : ''
  return (
    <>
      You get <strong>{money(amount)}</strong> back to your original payment method.{deducted}
      {rest}
    </>
  )
}

interface DialogProps {
  orderId: string
  chosen: readonly string[]
  preview: ReturnPreview
  onChanged: (preview: ReturnPreview) => void
  onClose: () => void
}

function ReturnDialog({ orderId, chosen, preview, onChanged, onClose }: DialogProps) {
  // A retry after a lost response returns the same refund.
  const [key] = useState(newUuid)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')
  const { amount, currency, method } = preview
  const giveBack = async (): Promise<void> => {
    setBusy(true)
    setFailure('')
    const returned = await returnChosenTickets(orderId, { tickets: chosen, expectedAmount: amount, key })
    if (returned.status === 'changed' || returned.status === 'refused') {
      setBusy(false)
      if (returned.status === 'refused') return setFailure(returned.message)
      onChanged(returned.preview)
      return setFailure('The refund has changed. Check the new amount.')
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
        <RefundWords preview={preview} />
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
