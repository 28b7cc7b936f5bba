/** What a file begins with by which spreadsheets know that it is UTF-8. */
export const UTF8_MARK = '\uFEFF'

/** A table (RFC 4180). */
export const csvOf = (rows: readonly (readonly string[])[]): string => UTF8_MARK + csvLines(rows)

/** A part of one. */
export const csvLines = (rows: readonly (readonly string[])[]): string =>
  rows.map((cells) => `${cells.map(quoted).join(',')}\r\n`).join('')

/**
 * What people have written: a spreadsheet would take some beginnings for a formula and run it. A cell may begin behind a
 * separator, too: who opens the file decides which one that is, and quotes in the middle of a line mean nothing then.
 */
export const plainCell = (text: string): string => text.replaceAll(BEFORE_FORMULA, "'")

const BEFORE_FORMULA =
  /^(?=[\s"]*[=+\-@|%＝＋－＠])|(?<=[;\t|\n]|\r(?!\n))(?=[^\S\r\n]*"*[^\S\r\n]*[=+\-@|%＝＋－＠])/gu

const quoted = (cell: string): string =>
  /[",\r\n]/.test(cell) || cell !== cell.trim() ? `"${cell.replaceAll('"', '""')}"` : cell
