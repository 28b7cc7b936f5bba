import { useRef, useState } from 'react'
import type { EntranceBoard } from '#contracts/console/door/entrances.ts'
import { Button } from '#ui/Button.tsx'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { Field } from '#ui/form/Field.tsx'
import {
  allTicketTypesName,
  hasLostTicketTypes,
  lostTicketTypesName,
  ticketTypeCheckboxName,
} from './entrance-form.ts'

export type BindField = (name: string) => { id: string; name: string; error: string | undefined }

interface NamedRow {
  key: number
  /** Id of the gate; null if the gate isn't saved yet. */
  id: string | null
  name: string
  note: string
  ticketTypeIds: readonly string[]
  hasNoTypeLeft: boolean
}

interface Named {
  id?: string
  name: string
  note?: string
  ticketTypeIds: readonly string[]
  hasNoTypeLeft?: boolean
}

const toRow = (
  { id = '', name, note = '', ticketTypeIds, hasNoTypeLeft = false }: Named,
  key: number,
): NamedRow => ({
  key,
  id: id || null,
  name,
  note,
  ticketTypeIds,
  hasNoTypeLeft,
})

/** State of form rows that can be added, moved and removed. The browser holds the values, because the fields are uncontrolled. */
export function useNamedRows(saved: readonly Named[]) {
  const [rows, setRows] = useState(() => saved.map(toRow))
  const lastKey = useRef(saved.length)
  return {
    rows,
    add: (): void => {
      lastKey.current += 1
      setRows([...rows, toRow({ name: '', ticketTypeIds: [] }, lastKey.current)])
    },
    remove: (key: number): void => setRows(rows.filter((row) => row.key !== key)),
    moveUp: (index: number): void => {
      const [moved] = rows.slice(index)
      if (!moved) return
      const others = rows.toSpliced(index, 1)
      setRows(others.toSpliced(index - 1, 0, moved))
    },
    /** Sets the ids of the rows after saving. */
    setIds: (ids: readonly string[]): void =>
      setRows((shown) => shown.map((row, index) => ({ ...row, id: ids[index] ?? null }))),
  }
}

const LABELS = {
  gates: {
    row: 'Gate',
    hint: 'Its name, like “North gate”.',
    add: 'Add gate',
    types: 'Ticket types admitted (none selected: all)',
  },
  lists: {
    row: 'List',
    hint: 'Its name, like “VIP” or “Friday”.',
    add: 'Add list',
    types: 'Ticket types on the list',
  },
} as const

interface Props {
  of: 'gates' | 'lists'
  rows: ReturnType<typeof useNamedRows>
  board: EntranceBoard
  field: BindField
}

/** Form rows for the gates or the lists of an event. */
export function NamedRows(props: Props) {
  const { of, field } = props
  const { rows, add } = props.rows
  return (
    <>
      {rows.length > 0 && (
        <ol className="entrance-rows" id={field(of).id} tabIndex={-1}>
          {rows.map((row, index) => (
            <li key={row.key} className="entrance-row">
              <NamedFields {...props} row={row} index={index} />
            </li>
          ))}
        </ol>
      )}
      <div className="form-actions">
        <Button variant="quiet" onClick={add}>
          {LABELS[of].add}
        </Button>
      </div>
    </>
  )
}

function NamedFields({ of, rows, board, field, row, index }: Props & { row: NamedRow; index: number }) {
  const labels = LABELS[of]
  return (
    <>
      {row.id !== null && <input type="hidden" name={`${of}.${index}.id`} value={row.id} />}
      <Field
        {...field(`${of}.${index}.name`)}
        label={`${labels.row} ${index + 1}`}
        hint={labels.hint}
        defaultValue={row.name}
        autoComplete="off"
        maxLength={60}
        required
      />
      {of === 'lists' && (
        <Field
          {...field(`lists.${index}.note`)}
          label="What to do (optional)"
          hint="Shown at the door, like “Take to table 4”."
          defaultValue={row.note}
          autoComplete="off"
          maxLength={200}
        />
      )}
      <fieldset className="entrance-types">
        <legend>{labels.types}</legend>
        {of === 'gates' && hasLostTicketTypes(row, board) && <LostTypes field={field} index={index} />}
        {board.ticketTypes.map(({ id, name }) => (
          <Checkbox
            key={id}
            {...field(ticketTypeCheckboxName(of, index, id))}
            label={name}
            defaultChecked={row.ticketTypeIds.includes(id)}
          />
        ))}
      </fieldset>
      <div className="entrance-row-actions">
        {of === 'gates' && index > 0 && (
          <Button variant="link" aria-label={`Move up gate ${index + 1}`} onClick={() => rows.moveUp(index)}>
            Move up
          </Button>
        )}
        <Button
          variant="link"
          aria-label={`Remove ${labels.row.toLowerCase()} ${index + 1}`}
          onClick={() => rows.remove(row.key)}
        >
          Remove
        </Button>
      </div>
    </>
  )
}

function LostTypes({ field, index }: { field: BindField; index: number }) {
  return (
    <>
      <p className="secondary-text">
        The ticket types of this gate were deleted, so it admits no ticket. Select other ticket types, or let
        it admit all of them.
      </p>
      <input type="hidden" name={lostTicketTypesName(index)} value="on" />
      <Checkbox {...field(allTicketTypesName(index))} label="All ticket types" />
    </>
  )
}
