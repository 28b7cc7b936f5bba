import { formatCsvLines, escapeFormulas, UTF8_BOM } from '#model/platform/csv.ts'
import { formatNumberCell, type ExportCell, type ExportTables } from './cells.ts'

/** Streams the first table as CSV. Times are ISO 8601 in UTC. */
export async function* tableCsv([{ head, pages }]: ExportTables): AsyncGenerator<
  Uint8Array,
  void,
  undefined
> {
  const encoder = new TextEncoder()
  yield encoder.encode(UTF8_BOM + formatCsvLines([head]))
  for await (const rows of pages) {
    const lines = rows.map((cells) => cells.map(csvCell))
    if (lines.length > 0) yield encoder.encode(formatCsvLines(lines))
  }
}

function csvCell(cell: ExportCell): string {
  if (typeof cell === 'string') return escapeFormulas(cell)
  return typeof cell === 'object' && 'at' in cell ? cell.at.toISOString() : formatNumberCell(cell)
}
