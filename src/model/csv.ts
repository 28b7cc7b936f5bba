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
export function plainCell(text: string): string {
  const pieces: string[] = []
  let end = text.length
  // From the end, so that each character is looked at once: what comes behind it is known by then.
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

/** What a formula may begin with. */
const OF_FORMULA = /[=+\-@|%＝＋－＠"\s]/

/** Whether a formula begins here: at once or behind spaces, behind quotes, behind spaces before them, behind any of both. */
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
