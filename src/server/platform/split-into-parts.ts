import { setImmediate } from 'node:timers/promises'

/** Maximum number of characters per part, so that formatting and compressing a part takes only milliseconds. */
const MAX_CHARACTERS = 32_768
const MAX_ROWS = 200

/**
 * Splits rows of cells into small parts, and yields to the event loop after each part, so that long texts don't block
 * it.
 */
export async function* splitIntoParts<Row, Cell>(
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
