import { minorDigits, toMajor } from '#model/platform/money.ts'

export type Cell = string | number | { cents: number; currency: string } | { at: Date; timeZone: string }

/** A table that is read in pages of a thousand rows, so that it is never fully in memory. */
export interface Table {
  name: string
  head: readonly string[]
  pages: AsyncIterable<readonly (readonly Cell[])[]>
}

/** Content of a file. CSV contains the first table only, a workbook has one sheet per table. */
export type Tables = readonly [Table, ...Table[]]

export const numberOf = (cell: number | { cents: number; currency: string }): string =>
  typeof cell === 'number'
    ? String(cell)
    : toMajor(cell.cents, cell.currency).toFixed(minorDigits(cell.currency))
