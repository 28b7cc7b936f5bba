export const UTF8_BOM = '\uFEFF'

export const formatCsv = (rows: readonly (readonly string[])[]): string => UTF8_BOM + formatCsvLines(rows)

/** Formats rows as CSV (RFC 4180), without a byte order mark. */
export const formatCsvLines = (rows: readonly (readonly string[])[]): string =>
  rows.map((cells) => `${cells.map(quoted).join(',')}\r\n`).join('')

/**
 * Escapes text against CSV formula injection, because spreadsheets evaluate cells that start with certain characters.
 * Also escapes after possible separators inside the text: a reader may open the file with another separator, and then
 * quotes in the middle of a line have no effect.
 */
export function escapeFormulas(text: string): string {
  const pieces: string[] = []
  let end = text.length
  // Runs backwards, so that each character is visited once and the text after it has already been analysed.
  let ahead = NOTHING
  for (let at = text.length - 1; at >= 0; at -= 1) {
    const character = text.charAt(at)
    if (ahead.cell && isCellEnd(text, at)) {
      pieces.push(text.slice(at + 1, end), "'")
      end = at + 1
    }
    ahead = OF_FORMULA.test(character) ? lookAhead(character, ahead) : NOTHING
  }
  pieces.push(text.slice(0, end))
  if (ahead.start) pieces.push("'")
  return pieces.toReversed().join('')
}

const OF_FORMULA = /[=+\-@|%＝＋－＠"\s]/

/** Whether a formula could start at a position: directly, after spaces, after quotes, or after both. */
interface Ahead {
  sign: boolean
  quoted: boolean
  cell: boolean
  start: boolean
}

const NOTHING: Ahead = { sign: false, quoted: false, cell: false, start: false }

function lookAhead(character: string, ahead: Ahead): Ahead {
  const isInLine = /[^\S\r\n]/.test(character)
  const isSign = /[=+\-@|%＝＋－＠]/.test(character)
  const sign = isSign || (isInLine && ahead.sign)
  const quoted = sign || (character === '"' && ahead.quoted)
  const cell = quoted || (isInLine && ahead.cell)
  return { sign, quoted, cell, start: isSign || (/[\s"]/.test(character) && ahead.start) }
}

const isCellEnd = (text: string, at: number): boolean =>
  text.charAt(at) === '\r' ? text.charAt(at + 1) !== '\n' : /[;\t|\n]/.test(text.charAt(at))

const quoted = (cell: string): string =>
  /[",\r\n]/.test(cell) || cell !== cell.trim() ? `"${cell.replaceAll('"', '""')}"` : cell
