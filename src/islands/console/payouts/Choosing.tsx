import type { ReactNode } from 'react'
import { countWords } from '#islands/staff/staff-words.ts'
import { Button } from '#ui/Button.tsx'
import { DataTable, type Column } from '#ui/DataTable.tsx'
import { nameWords, sumWords } from './payout-words.ts'
import type { useSelection } from './use-selection.ts'

interface Choosable {
  id: string
  memberName: string
}

/** Which of the rows are chosen. */
export type Selection<Row extends Choosable> = ReturnType<typeof useSelection<Row>>

interface TableProps<Row extends Choosable> {
  /** The id of the heading that names the table. */
  labelledBy: string
  rows: readonly Row[]
  selection: Selection<Row>
  /** What stands below the member's name. */
  below: (row: Row) => ReactNode
  columns: readonly Column<Row>[]
}

/** Rows that can be chosen: whose each is, and what else is to be known of it. */
export function ChoiceTable<Row extends Choosable>(props: TableProps<Row>) {
  const { labelledBy, rows, selection, below, columns } = props
  const whose: Column<Row> = {
    name: 'Member',
    cell: (row) => (
      <label className="choice team-pick">
        <input type="checkbox" checked={selection.isChosen(row)} onChange={() => selection.toggle(row)} />
        <span>
          {nameWords(row)}
          {below(row)}
        </span>
      </label>
    ),
  }
  return (
    <DataTable labelledBy={labelledBy} keyOf={({ id }) => id} rows={rows} columns={[whose, ...columns]} />
  )
}

export type Decision = 'approve' | 'refuse'

interface ActionsProps<Row extends Choosable> {
  selection: Selection<Row>
  /** 'payout'. */
  noun: string
  /** What a row comes to, in major units. */
  worth: (row: Row) => { amount: number; currency: string }
  busy?: Decision | undefined
  onDecide: (decision: Decision) => void
}

/** What can be done with the rows that are chosen. */
export function DecideButtons<Row extends Choosable>(props: ActionsProps<Row>) {
  const { selection, noun, worth, busy, onDecide } = props
  const { chosen } = selection
  return (
    <div className="form-actions team-bulk">
      <Button look="link" onClick={selection.toggleAll}>
        {selection.isAll ? 'Clear selection' : 'Select all'}
      </Button>
      {chosen.length > 0 && (
        <>
          <Button busy={busy === 'approve'} onClick={() => onDecide('approve')}>
            Approve {sumWords(chosen.map(worth))}
          </Button>
          <Button look="quiet" busy={busy === 'refuse'} onClick={() => onDecide('refuse')}>
            Refuse {countWords(chosen.length, noun)}
          </Button>
        </>
      )}
    </div>
  )
}
