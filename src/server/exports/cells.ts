import { minorDigits, toMajor } from '#model/money.ts'

/** Text that people wrote, a count, an amount in minor units, or a moment as the clocks of a time zone tell it. */
export type Cell = string | number | { cents: number; currency: string } | { at: Date; timeZone: string }

/** A table that is never whole in memory: its head, then rows by the thousand. */
export interface Table {
  name: string
  head: readonly string[]
  pages: AsyncIterable<readonly (readonly Cell[])[]>
}

/** What a file is made of: CSV has the first table alone, a workbook each on a sheet. */
export type Tables = readonly [Table, ...Table[]]

export const numberOf = (cell: number | { cents: number; currency: string }): string =>
  typeof cell === 'number'
    ? String(cell)
    : toMajor(cell.cents, cell.currency).toFixed(minorDigits(cell.currency))
