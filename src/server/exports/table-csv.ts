import { csvLines, plainCell, UTF8_MARK } from '#model/csv.ts'
import { numberOf, type Table } from './cells.ts'

/** The table as CSV, page by page. */
export async function* tableCsv({ head, pages }: Table): AsyncGenerator<Uint8Array, void, undefined> {
  const encoder = new TextEncoder()
  yield encoder.encode(UTF8_MARK + csvLines([head]))
  for await (const rows of pages) {
    const lines = rows.map((cells) =>
      cells.map((cell) => (typeof cell === 'string' ? plainCell(cell) : numberOf(cell))),
    )
    if (lines.length > 0) yield encoder.encode(csvLines(lines))
  }
}
