import { useEffect, useRef, useState } from 'react'
import { formatCount } from '#ui/format/format-numbers.ts'
import type { IndexedTicket } from '#stores/portal/door/door-ticket-index.ts'
import type { Door } from '#stores/portal/door/open-door.ts'
import { admitGroup, type GroupAdmission } from '#stores/portal/door/verdicts-shown.ts'

interface Props {
  door: Door
  gateId: string | null
  /** The other tickets of the order that haven't entered. */
  others: readonly IndexedTicket[]
}

const namesOf = (tickets: readonly IndexedTicket[]): string =>
  tickets.map(({ holder, typeName }) => holder || typeName).join(', ')

/** Offers to admit the other tickets of an order with one tap, after a valid scan of one of them. */
export function GroupOffer({ door, gateId, others }: Props) {
  const [result, setResult] = useState<GroupAdmission>()
  const [isAdmitting, setAdmitting] = useState(false)
  const output = useRef<HTMLOutputElement>(null)
  // The focused button was removed, so the focus moves to the result.
  useEffect(() => output.current?.focus(), [result])
  if (others.length === 0) return null
  if (result)
    return (
      <output ref={output} tabIndex={-1} className="door-group">
        <span className="door-group-result">
          {formatCount(result.admitted.length, 'more person', 'more people')} admitted
        </span>
        {result.refused.length > 0 && (
          <span>Not admitted: {namesOf(result.refused)}. Scan their tickets.</span>
        )}
      </output>
    )
  const admit = async (): Promise<void> => {
    setAdmitting(true)
    setResult(
      await admitGroup(
        door,
        others.map(({ id }) => id),
        { gateId },
      ),
    )
  }
  return (
    <div className="door-group">
      <button type="button" className="door-button" disabled={isAdmitting} onClick={() => void admit()}>
        Admit all {others.length + 1} of this order
      </button>
      <p>With {namesOf(others)}</p>
    </div>
  )
}
