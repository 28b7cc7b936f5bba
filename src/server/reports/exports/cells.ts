import { minorDigits, toMajor } from '#model/platform/money.ts'

export type Cell = string | number | { cents: number; currency: string } | { at: Date; timeZone: string }

/** A table that is read in pages of a thousand rows, so that it is never completely in memory. */
export interface Table {
  name: string
  head: readonly string[]
  pages: AsyncIterable<readonly (readonly Cell[])[]>
}

/** Content of an export. A CSV file contains only the first table, a workbook has one sheet per table. */
export type Tables = readonly [Table, ...Table[]]

export const formatNumberCell = (cell: number | { cents: number; currency: string }): string =>
  typeof cell === 'number'
    ? String(cell)
    : toMajor(cell.cents, cell.currency).toFixed(minorDigits(cell.currency))
