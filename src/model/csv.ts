/** What a file begins with by which spreadsheets know that it is UTF-8. */
export const UTF8_MARK = '\uFEFF'

/** A table (RFC 4180). */
export const csvOf = (rows: readonly (readonly string[])[]): string => UTF8_MARK + csvLines(rows)

/** A part of one. */
export const csvLines = (rows: readonly (readonly string[])[]): string =>
  rows.map((cells) => `${cells.map(quoted).join(',')}\r\n`).join('')

/** What people have named: a spreadsheet would take some beginnings for a formula and run it. */
export const plainCell = (text: string): string => (/^[\s]*[=+\-@|%＝＋－＠]/u.test(text) ? `'${text}` : text)

const quoted = (cell: string): string =>
  /[",\r\n]/.test(cell) || cell !== cell.trim() ? `"${cell.replaceAll('"', '""')}"` : cell
