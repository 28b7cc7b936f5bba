import * as z from 'zod/mini'

const MAX_LENGTH = 20_000
const MAX_DEPTH = 6
/** Maximum number of inline marks in a text. Parsing them takes the most time. */
const MAX_MARKS = 2000
/** Maximum number of inline marks between two empty lines, because each can pair with any other. */
const MAX_ADJACENT_MARKS = 1000
/** Maximum number of list items, quoted lines, headings and hard line breaks in a text. */
const MAX_PARTS = 600
/** Number of parts that an underlined heading counts as, because parsing one takes three times as long. */
const UNDERLINED = 3
const MAX_LINES = 2000

const MARK = /[*_[\]!<&`\\~]/
const SPACE = /[ \t]/

/**
 * Returns why a Markdown text is too complex to parse, or undefined when it isn't. Parsers take more than linear time:
 * milliseconds for texts within these limits, but minutes or all memory for 20,000 arbitrary characters. Reads each
 * character once.
 */
export function markdownComplexityError(markdown: string): string | undefined {
  let marks = 0
  let together = 0
  let parts = 0
  const lines = markdown.split(/\r\n|\n|\r/)
  if (lines.length > MAX_LINES) return `Use ${MAX_LINES} lines at most.`
  for (const line of lines) {
    const { depth, rest } = readDepth(line)
    if (depth > MAX_DEPTH) return `Nest lists and quotes ${MAX_DEPTH} levels deep at most.`
    if (rest === '') together = 0
    const own = countMarks(line)
    marks += own
    together += own
    parts += depth + weightOf(rest)
    if (marks > MAX_MARKS || together > MAX_ADJACENT_MARKS)
      return 'The text has too many Markdown characters, like * or [. Use fewer, or put empty lines between them.'
    if (parts > MAX_PARTS)
      return 'The text has too many paragraphs, headings and list items. Make it shorter.'
  }
  return undefined
}

function weightOf(rest: string): number {
  if (/^[=-]/.test(rest)) return UNDERLINED
  return rest === '' || rest.startsWith('#') ? 1 : 0
}

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

/** Validates texts that are saved or previewed. Stored texts from before these limits are still shown. */
export const withinMarkdownLimits = z.superRefine<string>((text, context) => {
  const message = text.length > MAX_LENGTH ? undefined : markdownComplexityError(text)
  if (message !== undefined) context.addIssue({ code: 'custom', message })
})
