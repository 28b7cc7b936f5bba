import { setImmediate } from 'node:timers/promises'

/** Letters of one part: written and packed in a few milliseconds. */
const MOST_LETTERS = 32_768
/** Rows of one part. */
const MOST_ROWS = 200

/** Rows as rows of cells, in parts after each of which others have their turn: however much people wrote, it blocks nobody. */
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
      if (letters < MOST_LETTERS && part.length < MOST_ROWS) continue
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
