interface CsvRow {
  /** Where it begins; counts from 1, as editors do. */
  line: number
  /** None in an empty line. */
  cells: string[]
}

/** What is wider is no table that people write. */
const MOST_CELLS = 200
/** Characters of a cell. */
const LONGEST_CELL = 20_000

/**
 * The rows of a table (RFC 4180), as spreadsheets write it: cells end with a comma, or a semicolon where the first line has
 * more of those; the mark that says UTF-8 is left out. One at a time, so that whoever reads can stop, or let others go on. It ends
 * with undefined where quotes don't end, or a row has more than 200 cells, or a cell more than 20,000 characters.
 */
export function* readCsv(text: string): Generator<CsvRow | undefined, void> {
  const body = text.replace(/^\uFEFF/, '')
  const separator = separatorOf(body)
  const cell = cellPattern(separator)
  let row: CsvRow = { line: 1, cells: [] }
  let line = 1
  for (let end = ''; cell.lastIndex < body.length || end === separator;) {
    const found = row.cells.length < MOST_CELLS ? cell.exec(body) : null
    if (!found) return yield undefined
    const [, raw = '', ending = ''] = found
    if (raw.length > LONGEST_CELL) return yield undefined
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

/** One cell and what ends it, from where the last one ended. */
const cellPattern = (separator: string): RegExp =>
  new RegExp(
    `("(?:[^"]|"")*"|[^"${separator}\\r\\n][^${separator}\\r\\n]*|)(${separator}|\\r\\n|\\n|\\r|$)`,
    'y',
  )
