import { useEffect, useState, useSyncExternalStore } from 'react'
import type { ReturnPreview } from '#contracts/checkout/returns.ts'
import { returnMethod, type ReturnMethod } from '#model/catalog/returns/return-rules.ts'
import type { Result } from '#model/platform/result.ts'
import { previewTicketReturn } from '#stores/checkout/returns.ts'
import '#islands/platform/translated-text.ts'
import { Button } from '#ui/Button.tsx'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { SegmentedControl } from '#ui/form/SegmentedControl.tsx'
import { RefundMessage } from './RefundMessage.tsx'
import { countTickets, ReturnDialog } from './ReturnDialog.tsx'

/** A ticket that can be returned, with its texts. */
export interface ReturnableTicket {
  id: string
  label: string
  hint: string
  methods: readonly ReturnMethod[]
}

interface Props {
  orderId: string
  tickets: readonly ReturnableTicket[]
}

/** Form to choose tickets. Shows their exact refund before they are returned. */
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
      {/* The form is disabled until hydration, because an earlier choice would be lost. */}
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

interface SelectProps {
  offered: readonly ReturnMethod[]
  /** Chosen method of the refund; undefined if the chosen tickets have no method in common. */
  method: ReturnMethod | undefined
  preview: Result<ReturnPreview> | undefined
  count: number
  retry: () => void
  onChoose: (method: ReturnMethod) => void
  onReturn: () => void
}

/** Refund of the chosen tickets. */
function Choice({ offered, method, preview, count, retry, onChoose, onReturn }: SelectProps) {
  if (!method) return <output className="return-sum">{APART}</output>
  return (
    <>
      {offered.length > 1 && (
        <SegmentedControl
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

/** Returns the methods by which all of the tickets can be returned. */
const methodsFor = (tickets: readonly ReturnableTicket[]): ReturnMethod[] =>
  returnMethod.options.filter((method) => tickets.every(({ methods }) => methods.includes(method)))

const METHODS: readonly (readonly [method: ReturnMethod, name: string])[] = [
  ['money', 'Refund'],
  ['voucher', 'Voucher'],
]

const subscribeToNothing = () => () => undefined

/** Loads the preview for the chosen tickets; undefined while it is loading. Responses for earlier choices are ignored. */
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
