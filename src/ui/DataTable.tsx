import type { ReactNode } from 'react'

export interface Column<Row> {
  name: string
  cell: (row: Row) => ReactNode
  /** Numbers stand at the end of their column, in figures of one width. */
  isNumber?: boolean
  /** The name is for those who can't see the column: what it holds says itself. */
  isUnnamed?: boolean
}

/** The first one names the row. */
export type TableColumns<Row> = readonly [Column<Row>, ...Column<Row>[]]

interface Props<Row> {
  /** The id of the heading that names the table. */
  labelledBy: string
  columns: TableColumns<Row>
  rows: readonly Row[]
  keyOf: (row: Row) => string
  className?: string
}

/** A table that becomes cards below 640 px: each cell says there what it is, by `data-name`. */
export function DataTable<Row>({ labelledBy, columns, rows, keyOf, className = '' }: Props<Row>) {
  const [first, ...others] = columns
  return (
    <table className={`desk-table desk-table-cards ${className}`.trim()} aria-labelledby={labelledBy}>
      <thead>
        <tr>
          {columns.map(({ name, isNumber, isUnnamed }) => (
            <th key={name} scope="col" className={isNumber ? 'number' : undefined}>
              {isUnnamed ? <span className="visually-hidden">{name}</span> : name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            <th scope="row" dir="auto">
              {first.cell(row)}
            </th>
            {others.map(({ name, cell, isNumber, isUnnamed }) => (
              <td key={name} className={isNumber ? 'number' : undefined} data-name={isUnnamed ? '' : name}>
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
