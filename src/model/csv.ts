/** A table (RFC 4180). Spreadsheets know by the mark at its start that it is UTF-8. */
export const csvOf = (rows: readonly (readonly string[])[]): string =>
  `\uFEFF${rows.map((cells) => cells.map(quoted).join(',')).join('\r\n')}\r\n`

/** What people have named: a spreadsheet would take some beginnings for a formula and run it. */
export const plainCell = (text: string): string => (/^[\s]*[=+\-@|%＝＋－＠]/u.test(text) ? `'${text}` : text)

const quoted = (cell: string): string =>
  /[",\r\n]/.test(cell) || cell !== cell.trim() ? `"${cell.replaceAll('"', '""')}"` : cell
