import {
  poolFields,
  poolVersion,
  type CapacityPool,
  type PoolVersion,
  type TicketBoard,
} from '#contracts/console/ticket-types.ts'
import type { VersionFields } from '#islands/console/editing/differences.ts'
import { FormConflict } from '#islands/console/editing/FormConflict.tsx'
import { useConflict } from '#islands/console/editing/use-conflict.ts'
import { useEditForm } from '#islands/console/editing/use-edit-form.ts'
import { FormErrors } from '#islands/platform/FormErrors.tsx'
import { typedForm } from '#islands/platform/typed-form.ts'
import { loadTicketBoard, savePool } from '#stores/console/events/ticket-types.ts'
import { FormActions } from '#ui/FormActions.tsx'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { Field } from '#ui/form/Field.tsx'

interface Props {
  /** Pool to edit; undefined for a new one. */
  pool: CapacityPool | undefined
  board: TicketBoard
  onDone: () => void
}

const TYPE_FIELD = 'type-'

/** Each ticket type has a checkbox whose name contains its id, because field names must be unique in a form. */
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
  const conflict = useConflict(poolVersion, pool ?? { version: 0 })
  const added = addedTickets(conflict.theirs, board)
  const boxes = [...boardBoxes(board, pool), ...added.map((ticket) => ({ ...ticket, isIn: true }))]
  const takeTheirs = (): void => {
    void loadTicketBoard(board.event.id)
    onDone()
  }
  const { form, field, idOf, formErrors, isBusy } = useEditForm(conflict, {
    schema,
    send: (fields, version) => savePool(board.event.id, fields, pool && { id: pool.id, version }),
    mineOf: (fields) =>
      pool && { ...pool, ...fields, tickets: boxes.filter(({ id }) => fields.ticketTypeIds.includes(id)) },
    onDone,
    fieldOf: { CAPACITY_TAKEN: 'capacity' },
  })
  return (
    <form {...form} className="account-form">
      <FormErrors formErrors={formErrors} idOf={idOf} />
      <FormConflict
        conflict={conflict}
        wordsOf={(version) => versionFields(version, added)}
        onTaken={takeTheirs}
      />
      <Field
        {...field('name')}
        label="Name"
        hint="Only your team sees it, like “Main hall” or “Balcony”."
        defaultValue={pool?.name}
        autoComplete="off"
        maxLength={120}
        required
      />
      <Field
        {...field('capacity')}
        label="Total capacity"
        inputMode="numeric"
        defaultValue={pool?.capacity}
        autoComplete="off"
        required
      />
      <fieldset className="type-taxes" id={field('ticketTypeIds').id}>
        <legend>Ticket types that share it</legend>
        {boxes.map(({ id, name, isIn }) => (
          <Checkbox key={id} {...field(`${TYPE_FIELD}${id}`)} label={name} defaultChecked={isIn} />
        ))}
      </fieldset>
      <FormActions isBusy={isBusy} label="Save shared capacity" busyLabel="Saving…" />
    </form>
  )
}

const boardBoxes = ({ ticketTypes }: TicketBoard, pool: CapacityPool | undefined) =>
  ticketTypes.map(({ id, name, poolId }) => ({ id, name, isIn: pool !== undefined && poolId === pool.id }))

/** Ticket types that only the other person's version has. They also get checkboxes, so that “Keep mine” doesn't remove them unnoticed. */
const addedTickets = (
  theirs: PoolVersion | undefined,
  { ticketTypes }: TicketBoard,
): PoolVersion['tickets'] =>
  theirs?.tickets.filter(({ id }) => !ticketTypes.some((type) => type.id === id)) ?? []

function versionFields(
  { name, capacity, tickets }: PoolVersion,
  added: PoolVersion['tickets'],
): VersionFields {
  const members = new Map([...tickets, ...added].map((ticket) => [ticket.id, ticket.name]))
  return [
    ['Name', name],
    ['Capacity', String(capacity)],
    ['Tickets', [...members.values()].toSorted((one, other) => one.localeCompare(other)).join(', ')],
  ]
}
