import {
  capacityPool,
  poolFields,
  type CapacityPool,
  type PoolFields,
  type TicketBoard,
} from '#contracts/console/ticket-types.ts'
import { FormComplaints } from '#islands/account/FormComplaints.tsx'
import { useForm } from '#islands/account/use-form.ts'
import { typedForm } from '#islands/typed-form.ts'
import { savePool } from '#stores/console/ticket-types.ts'
import { Button } from '#ui/Button.tsx'
import { Checkbox } from '#ui/Checkbox.tsx'
import { Field } from '#ui/Field.tsx'
import { Notice } from '#ui/Notice.tsx'
import { useState } from 'react'

interface Props {
  /** Missing for a new one. */
  pool: CapacityPool | undefined
  board: TicketBoard
  onDone: () => void
}

const TYPE_FIELD = 'type-'

/** A ticket type's checkbox is named by it: a form has each name once. */
const schema = typedForm(
  ({ values, text, count }) => ({
    name: text('name'),
    capacity: count('capacity'),
    ticketTypeIds: Object.keys(values).flatMap((name) =>
      name.startsWith(TYPE_FIELD) ? [name.slice(TYPE_FIELD.length)] : [],
    ),
  }),
  poolFields,
)

export function PoolForm({ pool, board, onDone }: Props) {
  const [theirs, setTheirs] = useState<CapacityPool>()
  const send = async (fields: PoolFields) => {
    const answer = await savePool(board.event.id, fields, theirs ?? pool)
    setTheirs(answer.success ? undefined : readCurrent(answer.error.details))
    return answer
  }
  const { form, field, idOf, complaints, isBusy } = useForm({
    schema,
    send,
    onDone,
    fieldOf: { CAPACITY_TAKEN: 'capacity' },
    onRefusal: (code) => code === 'EDIT_CONFLICT',
  })
  return (
    <form {...form} className="account-form">
      <FormComplaints complaints={complaints} idOf={idOf} />
      {theirs && (
        <Notice tone="warning" title="Somebody else has changed this meanwhile" urgent>
          <p>
            It is called {theirs.name} now, with a capacity of {theirs.capacity}. Save once more to keep
            yours, or close this to keep theirs.
          </p>
        </Notice>
      )}
      <Field
        {...field('name')}
        label="Name"
        hint="Only you see it: “Main hall”, “Balcony”."
        defaultValue={pool?.name}
        autoComplete="off"
        maxLength={120}
        required
      />
      <Field
        {...field('capacity')}
        label="Capacity together"
        inputMode="numeric"
        defaultValue={pool?.capacity}
        autoComplete="off"
        required
      />
      <fieldset className="type-taxes" id={field('ticketTypeIds').id}>
        <legend>Tickets that draw from it</legend>
        {board.ticketTypes.map((type) => (
          <Checkbox
            key={type.id}
            {...field(`${TYPE_FIELD}${type.id}`)}
            label={type.name}
            defaultChecked={pool !== undefined && type.poolId === pool.id}
          />
        ))}
      </fieldset>
      <Button type="submit" busy={isBusy}>
        {isBusy ? 'Saving…' : theirs ? 'Keep mine' : 'Save shared capacity'}
      </Button>
    </form>
  )
}

function readCurrent(details: unknown): CapacityPool | undefined {
  if (typeof details !== 'object' || details === null || !('current' in details)) return undefined
  const parsed = capacityPool.safeParse(details.current)
  return parsed.success ? parsed.data : undefined
}
