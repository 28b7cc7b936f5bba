interface CsvRow {
  /** Where it begins; counts from 1, as editors do. */
  line: number
  cells: string[]
}

/**
 * The rows of a table (RFC 4180), as spreadsheets write it: cells end with a comma, or a semicolon where the first line has
 * more of those; the mark that says UTF-8 is left out, and so are empty lines. Undefined for quotes that don't end.
 */
export function readCsv(text: string): CsvRow[] | undefined {
  const body = text.replace(/^\uFEFF/, '')
  const separator = separatorOf(body)
  const cell = cellPattern(separator)
  const rows: CsvRow[] = []
  let row: CsvRow = { line: 1, cells: [] }
  let line = 1
  while (cell.lastIndex < body.length || row.cells.length > 0) {
    const [found, raw = '', end = ''] = cell.exec(body) ?? []
    if (found === undefined) return undefined
    row.cells.push(raw.startsWith('"') ? raw.slice(1, -1).replaceAll('""', '"') : raw.trim())
    line += raw.split('\n').length - 1
    if (end === separator) continue
    rows.push(row)
    line += 1
    row = { line, cells: [] }
    if (end === '') break
  }
  return rows.filter(({ cells }) => cells.some((each) => each !== ''))
}

function separatorOf(body: string): string {
  const [firstLine = ''] = /^[^\r\n]*/.exec(body) ?? []
  return firstLine.split(';').length > firstLine.split(',').length ? ';' : ','
}

/** One cell and what ends it, from where the last one ended. */
const cellPattern = (separator: string): RegExp =>
  new RegExp(
    `("(?:[^"]|"")*"|[^"${separator}\\r\\n][^${separator}\\r\\n]*|)(${separator}|\\r\\n|\\n|\\r|$)`,
    'y',
  )
