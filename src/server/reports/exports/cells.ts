import { minorDigits, toMajor } from '#model/platform/money.ts'

export type ExportCell =
  | string
  | number
  | { cents: number; currency: string }
  | { at: Date; timeZone: string }

/** A table that is read in pages of a thousand rows, so that it is never completely in memory. */
export interface ExportTable {
  name: string
  head: readonly string[]
  pages: AsyncIterable<readonly (readonly ExportCell[])[]>
}

/** Content of an export. A CSV file contains only the first table, a workbook has one sheet per table. */
export type ExportTables = readonly [ExportTable, ...ExportTable[]]

export const formatNumberCell = (cell: number | { cents: number; currency: string }): string =>
  typeof cell === 'number'
    ? String(cell)
    : toMajor(cell.cents, cell.currency).toFixed(minorDigits(cell.currency))
