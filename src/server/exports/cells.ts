import { minorDigits, toMajor } from '#model/money.ts'

/** Text that people wrote, a count, or an amount in minor units. */
export type Cell = string | number | { cents: number; currency: string }

/** A table that is never whole in memory: its head, then rows by the thousand. */
export interface Table {
  name: string
  head: readonly string[]
  pages: AsyncIterable<readonly (readonly Cell[])[]>
}

export const numberOf = (cell: Exclude<Cell, string>): string =>
  typeof cell === 'number'
    ? String(cell)
    : toMajor(cell.cents, cell.currency).toFixed(minorDigits(cell.currency))
