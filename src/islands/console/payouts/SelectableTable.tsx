import type { ReactNode } from 'react'
import { formatCount } from '#ui/format/format-numbers.ts'
import { Button } from '#ui/Button.tsx'
import { DataTable, type Column } from '#ui/DataTable.tsx'
import { payeeLabel, formatSumsByCurrency } from './payout-labels.ts'
import type { useSelection } from './use-selection.ts'

interface Choosable {
  id: string
  memberName: string
}

export type Selection<Row extends Choosable> = ReturnType<typeof useSelection<Row>>

interface TableProps<Row extends Choosable> {
  /** Element id of the table's heading. */
  labelledBy: string
  rows: readonly Row[]
  selection: Selection<Row>
  /** Content below the member's name. */
  below: (row: Row) => ReactNode
  columns: readonly Column<Row>[]
}

/** Table of members' rows with checkboxes to select them. */
export function SelectableTable<Row extends Choosable>(props: TableProps<Row>) {
  const { labelledBy, rows, selection, below, columns } = props
  const whose: Column<Row> = {
    name: 'Member',
    cell: (row) => (
      <label className="choice row-choice">
        <input type="checkbox" checked={selection.isChosen(row)} onChange={() => selection.toggle(row)} />
        <span>
          {payeeLabel(row)}
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
  /** Name of a row in messages, for example 'payout'. */
  noun: string
  /** Amount of a row in major units. */
  worth: (row: Row) => { amount: number; currency: string }
  busy?: Decision | undefined
  onDecide: (decision: Decision) => void
}

export function ApproveRefuseButtons<Row extends Choosable>(props: ActionsProps<Row>) {
  const { selection, noun, worth, busy, onDecide } = props
  const { chosen } = selection
  return (
    <div className="form-actions team-bulk">
      <Button variant="link" onClick={selection.toggleAll}>
        {selection.isAll ? 'Clear selection' : 'Select all'}
      </Button>
      {chosen.length > 0 && (
        <>
          <Button busy={busy === 'approve'} onClick={() => onDecide('approve')}>
            Approve {formatSumsByCurrency(chosen.map(worth))}
          </Button>
          <Button variant="quiet" busy={busy === 'refuse'} onClick={() => onDecide('refuse')}>
            Refuse {formatCount(chosen.length, noun)}
          </Button>
        </>
      )}
    </div>
  )
}
