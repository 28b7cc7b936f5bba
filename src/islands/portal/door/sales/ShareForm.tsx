import { useState } from 'react'
import type { DoorStock } from '#contracts/portal/door-sales.ts'
import { MAX_DEVICE_SHARE } from '#model/sales/door-sales/door-sales.ts'
import type { Till } from '#stores/portal/door/sales/till.ts'
import { Field } from '#ui/form/Field.tsx'

/** Form to change this device's share of each ticket type, by requesting or returning tickets. */
export function ShareForm({ till, stock }: { till: Till; stock: DoorStock }) {
  return (
    <details className="door-shares">
      <summary>Tickets to sell on this device</summary>
      <p className="door-note">
        Only this device can sell these tickets, even offline. They can’t be sold anywhere else.
      </p>
      {stock.prices.ticketTypes.map(({ id, name }) => (
        <ShareField
          key={id}
          till={till}
          id={id}
          name={name}
          share={stock.shares.find((each) => each.ticketTypeId === id)}
        />
      ))}
    </details>
  )
}

interface Props {
  till: Till
  id: string
  name: string
  share: DoorStock['shares'][number] | undefined
}

function ShareField({ till, id, name, share }: Props) {
  const [text, setText] = useState<string>()
  const [message, setMessage] = useState('')
  const { quantity = 0, free = 0, isRecalled = false } = share ?? {}
  const save = async (): Promise<void> => {
    const requested = Number(text ?? quantity)
    const failed = await till.putShare(id, requested)
    setText(undefined)
    setMessage(failed ? failed.error.message : 'Saved.')
  }
  return (
    <form
      className="door-share"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <Field
        id={`share-${id}`}
        label={name}
        hint={isRecalled ? 'The organiser has recalled these tickets.' : `${free} more are available.`}
        type="number"
        min={0}
        max={Math.min(MAX_DEVICE_SHARE, quantity + free)}
        value={text ?? String(quantity)}
        onChange={({ target }) => {
          setText(target.value)
          setMessage('')
        }}
        required
      />
      <button type="submit" className="door-button" aria-label={`Set tickets: ${name}`}>
        Set
      </button>
      <output>{message}</output>
    </form>
  )
}
