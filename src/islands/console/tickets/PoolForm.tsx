import {
  capacityPool,
  poolFields,
  type CapacityPool,
  type PoolFields,
  type TicketBoard,
} from '#contracts/console/ticket-types.ts'
import type { VersionWords } from '#islands/console/differences.ts'
import { FormConflict } from '#islands/console/FormConflict.tsx'
import { useConflict } from '#islands/console/use-conflict.ts'
import { FormComplaints } from '#islands/account/FormComplaints.tsx'
import { useForm } from '#islands/account/use-form.ts'
import { typedForm } from '#islands/typed-form.ts'
import { loadBoard, savePool } from '#stores/console/ticket-types.ts'
import { Button } from '#ui/Button.tsx'
import { Checkbox } from '#ui/Checkbox.tsx'
import { Field } from '#ui/Field.tsx'

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
  const conflict = useConflict(capacityPool, pool ?? { version: 0 })
  const send = async (fields: PoolFields) => {
    if (!pool) return savePool(board.event.id, fields)
    const answer = await savePool(board.event.id, fields, { id: pool.id, version: conflict.version() })
    return conflict.watch(answer, { ...pool, ...fields })
  }
  const takeTheirs = (): void => {
    void loadBoard(board.event.id)
    onDone()
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
      <FormConflict conflict={conflict} wordsOf={poolWords} onTaken={takeTheirs} />
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
      <div className="form-actions">
        <Button type="submit" busy={isBusy}>
          {isBusy ? 'Saving…' : 'Save shared capacity'}
        </Button>
      </div>
    </form>
  )
}

const poolWords = ({ name, capacity }: CapacityPool): VersionWords => [
  ['Name', name],
  ['Capacity', String(capacity)],
]
