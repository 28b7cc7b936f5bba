interface CsvRow {
  /** Line in the file on which the row starts, counted from 1. */
  line: number
  cells: string[]
}

const MAX_CELLS = 200
const MAX_CELL_LENGTH = 20_000

/**
 * Yields the rows of a CSV file (RFC 4180) one at a time, so that the caller can stop early or yield to other work.
 * Cells are separated by commas, or by semicolons when the first line has more of those. Skips a byte order mark.
 * Yields undefined and ends when a quote isn't closed, a row has more than 200 cells or a cell has more than 20,000
 * characters.
 */
export function* readCsv(text: string): Generator<CsvRow | undefined, void> {
  const body = text.replace(/^\uFEFF/, '')
  const separator = separatorOf(body)
  const cell = cellPattern(separator)
  let row: CsvRow = { line: 1, cells: [] }
  let line = 1
  for (let end = ''; cell.lastIndex < body.length || end === separator;) {
    const found = row.cells.length < MAX_CELLS ? cell.exec(body) : null
    if (!found) return yield undefined
    const [, raw = '', ending = ''] = found
    if (raw.length > MAX_CELL_LENGTH) return yield undefined
    end = ending
    row.cells.push(plainOf(raw))
    line += raw.split('\n').length - 1
    if (end === separator) continue
    yield isEmpty(row) ? { ...row, cells: [] } : row
    line += 1
    row = { line, cells: [] }
  }
}

const plainOf = (raw: string): string =>
  raw.startsWith('"') ? raw.slice(1, -1).replaceAll('""', '"') : raw.trim()

const isEmpty = ({ cells }: CsvRow): boolean => cells.every((each) => each === '')

function separatorOf(body: string): string {
  const [firstLine = ''] = /^[^\r\n]*/.exec(body) ?? []
  return firstLine.split(';').length > firstLine.split(',').length ? ';' : ','
}

/** Matches one cell and its separator, starting where the previous match ended. */
const cellPattern = (separator: string): RegExp =>
  new RegExp(
    `("(?:[^"]|"")*"|[^"${separator}\\r\\n][^${separator}\\r\\n]*|)(${separator}|\\r\\n|\\n|\\r|$)`,
    'y',
  )
