export const MAX_CSS_LENGTH = 64 * 1024

const MAX_RULES = 1000
const MAX_DECLARATIONS = 4000
const MAX_PART_LENGTH = 2000
const MAX_DEPTH = 16

const MAX_LISTED = 16
/** Maximum number of tokens in custom CSS, each weighted by its processing time (a weight of 1 is about 20 µs). */
const MAX_WEIGHT = 4000
/** Properties that the parser expands into many properties, such as shorthands. */
const EXPENSIVE =
  /^(-(webkit|moz|o|ms)-)?(animation|background|border|font-feature|inset|margin|mask|padding|scroll|text-shadow|box-shadow|transition)/
const EXPENSIVE_NAME = 8
const EXPENSIVE_WORD = 4

const CLOSERS: Readonly<Record<string, string>> = { '{': '}', '(': ')', '[': ']' }

interface Scan {
  rules: number
  declarations: number
  part: number
  open: string[]
  commas: number[]
  weight: number
  isInWord: boolean
  begin: number
  property: string | undefined
  isLongList: boolean
}

/**
 * Checks custom CSS before it is parsed, because the parser is native and recursive: thousands of nested blocks would
 * crash the process. Recognises comments, strings and URLs as specified for CSS. Returns why a limit is exceeded, or
 * undefined.
 */
export function cssLimitMessage(css: string): string | undefined {
  if (css.length > MAX_CSS_LENGTH) return 'The CSS is longer than 64 KB.'
  if (css.includes('\0') || !css.isWellFormed()) return 'The CSS contains invalid characters.'
  const scan: Scan = {
    rules: 0,
    declarations: 0,
    part: 0,
    open: [],
    commas: [0],
    weight: 0,
    isInWord: false,
    begin: 0,
    property: undefined,
    isLongList: false,
  }
  let at = 0
  while (at < css.length) {
    const past = skipOpaque(css, at)
    if (past > at) {
      if (!css.startsWith('/*', at)) weigh(scan, 'a')
      at = past
      continue
    }
    const problem = count(scan, css, at) ?? problemOf(scan)
    if (problem) return problem
    at += 1
  }
  return listProblem(scan)
}

function count(scan: Scan, css: string, at: number): string | undefined {
  const character = css.charAt(at)
  weigh(scan, character)
  if (character === ':') scan.property ??= beginProperty(scan, css.slice(scan.begin, at))
  if (character === ',') countComma(scan)
  const closer = CLOSERS[character]
  if (closer) open(scan, closer)
  else if (character === scan.open.at(-1)) close(scan)
  const isEnd = /[{};]/.test(character)
  scan.part = isEnd ? 0 : scan.part + 1
  return isEnd ? endPart(scan, character, at) : undefined
}

function endPart(scan: Scan, character: string, at: number): string | undefined {
  if (character === '{') scan.rules += 1
  if (character === ';') scan.declarations += 1
  // Text before an opening brace is a selector, which has its own limits.
  const problem = character === '{' ? undefined : listProblem(scan)
  scan.commas[scan.commas.length - 1] = 0
  Object.assign(scan, { begin: at + 1, property: undefined, isLongList: false })
  return problem
}

function open(scan: Scan, closer: string): void {
  scan.open.push(closer)
  scan.commas.push(0)
}

function close(scan: Scan): void {
  scan.open.pop()
  scan.commas.pop()
}

function beginProperty(scan: Scan, text: string): string {
  const [before = '', ...comments] = text.split('/*')
  const after = comments.map((each) => each.slice(each.indexOf('*/') + 2))
  const name = unescape([before, ...after].join(' '))
    .trim()
    .toLowerCase()
  if (EXPENSIVE.test(name)) scan.weight += EXPENSIVE_NAME
  return name
}

function countComma(scan: Scan): void {
  const commas = (scan.commas.at(-1) ?? 0) + 1
  scan.commas[scan.commas.length - 1] = commas
  if (commas >= MAX_LISTED) scan.isLongList = true
}

function weigh(scan: Scan, character: string): void {
  const wasInWord = scan.isInWord
  scan.isInWord = /[\w.#%-]|[^\0-\u{7F}]/u.test(character)
  if (scan.isInWord ? wasInWord : /[\s:;{})\]]/.test(character)) return
  scan.weight += scan.property !== undefined && EXPENSIVE.test(scan.property) ? EXPENSIVE_WORD : 1
}

const listProblem = ({ property, isLongList }: Scan): string | undefined =>
  property !== undefined && isLongList
    ? `${property.slice(0, 60)}: use at most ${MAX_LISTED} comma-separated values.`
    : undefined

function problemOf(scan: Scan): string | undefined {
  if (scan.open.length > MAX_DEPTH) return 'The CSS is nested too deeply.'
  if (scan.part > MAX_PART_LENGTH) return 'A selector or value is too long.'
  if (scan.rules > MAX_RULES) return `The CSS has more than ${MAX_RULES} rules.`
  if (scan.declarations > MAX_DECLARATIONS) return 'The CSS has too many declarations.'
  return scan.weight > MAX_WEIGHT ? 'The CSS has too many rules and values in total. Use fewer.' : undefined
}

/** Returns the position after a comment, string, URL or escape at `at`; `at` when there is none. */
function skipOpaque(css: string, at: number): number {
  const character = css.charAt(at)
  if (character === '\\') return at + 2
  if (character === '"' || character === "'") return afterText(css, at)
  if (css.startsWith('/*', at)) {
    const end = css.indexOf('*/', at + 2)
    return end < 0 ? css.length : end + 2
  }
  return character === '(' && isAddress(css, at) ? afterAddress(css, at) : at
}

function afterText(css: string, at: number): number {
  const quote = css.charAt(at)
  for (let next = at + 1; next < css.length; next += 1) {
    const character = css.charAt(next)
    if (character === '\\') next += 1
    // A string ends at the end of its line, even when it has no closing quote.
    else if (character === quote || /[\n\r\f]/.test(character)) return next + 1
  }
  return css.length
}

/** True when the parenthesis at `at` opens an unquoted `url(`, which is a single token. */
function isAddress(css: string, at: number): boolean {
  if (unescape(nameBefore(css, at)).toLowerCase() !== 'url') return false
  return !/^\s*["']/.test(css.slice(at + 1, at + 200))
}

/**
 * Matches a character of a name, or an escape. Has no `i` flag, because \w would then also match U+017F and U+212A.
 */
const NAME =
  /^(?:[\dA-Za-z_-]|[^\0-\u{7F}]|\\(?:[\dA-Fa-f]{6}[ \t\n\r\f]?|[\dA-Fa-f]{1,5}(?:[ \t\n\r\f]|(?![\dA-Fa-f]))|[^\n\r\f\dA-Fa-f]))+$/u

/** Returns the longest name that ends at `at`, or '' when there is none. Reads at most 60 characters. */
function nameBefore(css: string, at: number): string {
  const before = css.slice(Math.max(0, at - 60), at)
  for (let start = 0; start < before.length; start += 1) {
    const name = before.slice(start)
    if (NAME.test(name)) return name
  }
  return ''
}

const unescape = (name: string): string =>
  name.replaceAll(
    /\\(?:([\da-f]{1,6})[ \t\n\r\f]?|(.))/gis,
    (_, code: string | undefined, letter: string | undefined) =>
      code ? String.fromCodePoint(Math.min(Number.parseInt(code, 16), 0x10_ff_ff)) : (letter ?? ''),
  )

function afterAddress(css: string, at: number): number {
  for (let next = at + 1; next < css.length; next += 1) {
    if (css.charAt(next) === '\\') next += 1
    else if (css.charAt(next) === ')') return next + 1
  }
  return css.length
}
