import { setImmediate } from 'node:timers/promises'

/** Maximum characters per part, so that writing and compressing it takes milliseconds. */
const MAX_CHARACTERS = 32_768
const MAX_ROWS = 200

/**
 * Splits rows of cells into small parts, and lets the event loop run after each, so that long texts block nothing.
 */
export async function* inParts<Row, Cell>(
  pages: AsyncIterable<readonly Row[]>,
  cellsOf: (row: Row) => Cell[],
): AsyncGenerator<Cell[][]> {
  for await (const rows of pages) {
    let part: Cell[][] = []
    let letters = 0
    for (const row of rows) {
      const cells = cellsOf(row)
      part.push(cells)
      letters += lettersOf(cells)
      if (letters < MAX_CHARACTERS && part.length < MAX_ROWS) continue
      yield part
      await setImmediate()
      part = []
      letters = 0
    }
    if (part.length > 0) yield part
  }
}

const lettersOf = (cells: readonly unknown[]): number =>
  cells.reduce<number>((sum, cell) => sum + (typeof cell === 'string' ? cell.length : 0), 0)
