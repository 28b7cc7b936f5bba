import type { ReactNode } from 'react'

export interface Column<Row> {
  name: string
  cell: (row: Row) => ReactNode
  /** True for numbers, which are aligned to the end, with digits of equal width. */
  isNumber?: boolean
  /** Shows the column's name only to screen readers. */
  isUnnamed?: boolean
}

/** The cells of the first column are the headers of the rows. */
export type TableColumns<Row> = readonly [Column<Row>, ...Column<Row>[]]

interface Props<Row> {
  /** Element id of the heading that names the table. */
  labelledBy: string
  columns: TableColumns<Row>
  rows: readonly Row[]
  keyOf: (row: Row) => string
  className?: string
}

/** Table. Below 640 px, each row becomes a card in which `data-name` is the label of a cell. */
export function DataTable<Row>({ labelledBy, columns, rows, keyOf, className = '' }: Props<Row>) {
  const [first, ...others] = columns
  return (
    <table className={`table table-cards ${className}`.trim()} aria-labelledby={labelledBy}>
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
