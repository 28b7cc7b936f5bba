import * as z from 'zod/mini'

/** What is longer is refused for its length, whatever is in it. */
const LONGEST = 20_000
/** Lists and quotes in each other. */
const DEEPEST = 6
/** Of a text; what takes its reader longest to understand. */
const MOST_MARKS = 2000
/** Of what has no empty line in it: there each may belong to any other. */
const MOST_MARKS_TOGETHER = 1000
/** Of a text: items of lists, lines of quotes, headings, and lines that end a paragraph. */
const MOST_PARTS = 600
/** An underlined heading takes as long as three other parts. */
const UNDERLINED = 3
const MOST_LINES = 2000

const MARK = /[*_[\]!<&`\\~]/
const SPACE = /[ \t]/

/**
 * Why Markdown is too much to be read, in words; undefined when it isn't. Its readers take longer than the text is long: for what
 * this lets through milliseconds, for 20,000 characters of anything minutes, or more memory than there is. Looks at each character
 * once.
 */
export function markdownComplexityError(markdown: string): string | undefined {
  let marks = 0
  let together = 0
  let parts = 0
  const lines = markdown.split(/\r\n|\n|\r/)
  if (lines.length > MOST_LINES) return `Use ${MOST_LINES} lines at most.`
  for (const line of lines) {
    const { depth, rest } = readDepth(line)
    if (depth > DEEPEST) return `Lists and quotes stand in each other ${DEEPEST} deep at most.`
    if (rest === '') together = 0
    const own = countMarks(line)
    marks += own
    together += own
    parts += depth + weightOf(rest)
    if (marks > MOST_MARKS || together > MOST_MARKS_TOGETHER)
      return 'There are too many signs of Markdown in it, like * or [. Use fewer, or empty lines between them.'
    if (parts > MOST_PARTS) return 'It has too many paragraphs, headings and items of lists. Make it shorter.'
  }
  return undefined
}

function weightOf(rest: string): number {
  if (/^[=-]/.test(rest)) return UNDERLINED
  return rest === '' || rest.startsWith('#') ? 1 : 0
}

/** How many lists and quotes a line begins, and what is behind them. */
function readDepth(line: string): { depth: number; rest: string } {
  let depth = 0
  let at = 0
  while (at < line.length) {
    const past = skipMarker(line, at)
    if (past === at && !SPACE.test(line.charAt(at))) break
    if (past > at) depth += 1
    at = Math.max(past, at + 1)
  }
  return { depth, rest: line.slice(at) }
}

/** Past the `>`, `-` or `1.` that begins here; `at` when none does. */
function skipMarker(line: string, at: number): number {
  const character = line.charAt(at)
  if (character === '>') return at + 1
  let end = at
  while (end - at < 9 && /\d/.test(line.charAt(end))) end += 1
  const isMarker = end === at ? /[-+*]/.test(character) : /[.)]/.test(line.charAt(end))
  const next = line.charAt(end + 1)
  return isMarker && (next === '' || SPACE.test(next)) ? end + 1 : at
}

function countMarks(line: string): number {
  let marks = 0
  for (let at = 0; at < line.length; at += 1) if (MARK.test(line.charAt(at))) marks += 1
  return marks
}

/** For what is sent to be saved or previewed. What was stored before there were bounds is shown as it was written. */
export const isReadable = z.superRefine<string>((text, context) => {
  const message = text.length > LONGEST ? undefined : markdownComplexityError(text)
  if (message !== undefined) context.addIssue({ code: 'custom', message })
})
