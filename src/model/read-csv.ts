/**
 * The rows of a table (RFC 4180), as spreadsheets write it: cells end with a comma, or a semicolon where the first line has
 * more of those; the mark that says UTF-8 is left out, and so are empty lines. `line` counts from 1, as editors do.
 * Undefined for quotes that don't end.
 */
export function readCsv(text: string): { line: number; cells: string[] }[] | undefined {
  const body = text.replace(/^\uFEFF/, '')
  const firstLine = /^[^\r\n]*/.exec(body)?.[0] ?? ''
  const separator = firstLine.split(';').length > firstLine.split(',').length ? ';' : ','
  const cell = new RegExp(
    `("(?:[^"]|"")*"|[^"${separator}\\r\\n][^${separator}\\r\\n]*|)(${separator}|\\r\\n|\\n|\\r|$)`,
    'y',
  )
  const rows: { line: number; cells: string[] }[] = []
  let cells: string[] = []
  let line = 1
  let startsAt = 1
  while (cell.lastIndex < body.length || cells.length > 0) {
    const found = cell.exec(body)
    if (!found) return undefined
    const [, raw = '', end = ''] = found
    cells.push(raw.startsWith('"') ? raw.slice(1, -1).replaceAll('""', '"') : raw.trim())
    line += raw.split('\n').length - 1
    if (end === separator) continue
    if (cells.some((each) => each !== '')) rows.push({ line: startsAt, cells })
    cells = []
    line += 1
    startsAt = line
    if (end === '') break
  }
  return rows
}
