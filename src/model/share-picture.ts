import { brandColors } from './colors.ts'
import { coverSvg } from './cover.ts'
import { isRtlText } from './text-direction.ts'

/** What the picture that goes with a shared link shows. */
export interface ShareSubject {
  /** Decides on the artwork. */
  id: string
  title: string
  /** A line under the title: when and where. */
  line: string
  siteName: string
  primaryColor: string
  secondaryColor: string
  /** The uploaded picture, which then is all that is shown, and what of it must be seen, in percent from its left and top. */
  cover?: { url: string; focus: { x: number; y: number } }
}

/**
 * A line as an SVG path, upwards from y = 0, and its width: in thousandths of the letters' size. Undefined when a letter has no shape.
 * Whether the line runs from right to left; its first letter says so unless told.
 */
export type Outline = (text: string, isRtlLine?: boolean) => Shape | undefined

export interface Shape {
  path: string
  width: number
}

/** What the networks that show it agree on. */
export const SHARE_SIZE = { width: 1200, height: 630 } as const

const LEFT = 80
const WIDEST = 1040
/** Sizes that a title is tried in, and how many lines each may have. */
const TITLES = [
  { size: 104, lines: 2 },
  { size: 80, lines: 3 },
  { size: 60, lines: 4 },
] as const

/** SVG text without a font: artwork above, and a panel in the site's colour with what fits of the words. */
export function sharePictureSvg(subject: ShareSubject, outline: Outline): string {
  const { width, height } = SHARE_SIZE
  const { primary, onPrimary } = brandColors(subject)
  const art = coverSvg({ id: subject.id, title: subject.title, promoter: subject }, 'hero')
  const title = setTitle(subject.title, outline)
  const panel = title.length > 0 ? 190 + title.length * (title[0]?.size ?? 0) * 1.12 : 150
  const top = height - panel
  const base = top + 56
  const isRtl = isRtlText(subject.title)
  const rows = title.map((row, index) => place(row, base + row.size * (0.72 + index * 1.12), isRtl))
  const small = [
    [subject.line, height - 96, 36],
    [subject.siteName, height - 42, 30],
  ] as const
  const words = small.flatMap(([text, y, size]) => {
    const shape = fit(text, outline, size)
    return shape ? [place({ ...shape, size }, y, isRtl)] : []
  })
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">` +
    `<svg width="${width}" height="${Math.ceil(top + 1)}" ${art.slice('<svg '.length)}` +
    `<rect y="${top}" width="${width}" height="${panel}" fill="${primary}"/>` +
    `<g fill="${onPrimary}">${rows.join('')}${words.join('')}</g></svg>`
  )
}

interface Row extends Shape {
  size: number
}

/** At the side that the title begins on. */
function place({ path, width, size }: Row, y: number, isRtl: boolean): string {
  const x = isRtl ? Math.round(SHARE_SIZE.width - LEFT - (width * size) / 1000) : LEFT
  return `<path transform="translate(${x} ${Math.round(y)}) scale(${size / 1000} ${-size / 1000})" d="${path}"/>`
}

/** The title in the largest size that it fits in; nothing when a letter of it can't be drawn or it is too long. */
function setTitle(title: string, outline: Outline): Row[] {
  const isRtl = isRtlText(title)
  const words = measured(breakable(title), outline)
  for (const { size, lines } of TITLES) {
    const broken = breakLines(words, { widest: (WIDEST * 1000) / size, most: lines })
    if (broken?.isWhole)
      return broken.lines.flatMap((line) => {
        const shape = outline(line, isRtl)
        return shape ? [{ ...shape, size }] : []
      })
  }
  return []
}

/** A piece of text that stays on one line, with the space before it where there is one. */
interface Piece {
  text: string
  hasSpace: boolean
}

const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u
/** What no line begins with, and what none ends with. */
const CLOSING = /^[\p{Pe}\p{Pf}\p{Po}ー々]/u
const OPENING = /[\p{Ps}\p{Pi}]$/u

/** Where a line may be broken: at spaces, and between the words of scripts that have none. */
function breakable(text: string): Piece[] {
  const pieces: Piece[] = []
  for (const chunk of text.split(/\s+/).filter(Boolean)) {
    let isFirst = true
    for (const word of CJK.test(chunk) ? wordsOf(chunk) : [chunk]) {
      const last = pieces.at(-1)
      if (!isFirst && last && (CLOSING.test(word) || OPENING.test(last.text))) last.text += word
      else pieces.push({ text: word, hasSpace: isFirst })
      isFirst = false
    }
  }
  return pieces
}

const segmenter = new Intl.Segmenter('ja', { granularity: 'word' })
const wordsOf = (text: string): string[] => Array.from(segmenter.segment(text), ({ segment }) => segment)

/** A piece, and its width in thousandths of the letters' size: with the space before it, and without. */
interface Measured extends Piece {
  width: number
  widthBehind: number
}

/** Each piece is drawn once: drawing line after line, word by word, would take a second for a long title. */
function measured(pieces: readonly Piece[], outline: Outline): Measured[] {
  const space = outline(' ')?.width ?? 0
  return pieces.map((piece) => {
    const width = outline(piece.text)?.width ?? Infinity
    return { ...piece, width, widthBehind: width + (piece.hasSpace ? space : 0) }
  })
}

/** As many lines as there may be, and whether that is all of it. Undefined when a word is wider than a line. */
function breakLines(
  words: readonly Measured[],
  { widest, most }: { widest: number; most: number },
): { lines: string[]; isWhole: boolean } | undefined {
  const lines: string[] = []
  let used = Infinity
  for (const { text, hasSpace, width, widthBehind } of words) {
    if (width > widest) return undefined
    if (used + widthBehind <= widest) {
      lines[lines.length - 1] += `${hasSpace ? ' ' : ''}${text}`
      used += widthBehind
    } else if (lines.length === most) return { lines, isWhole: false }
    else {
      lines.push(text)
      used = width
    }
  }
  return { lines, isWhole: true }
}

/** As much of a line as has room, word by word. */
function fit(text: string, outline: Outline, size: number): Shape | undefined {
  const limits = { widest: (WIDEST * 1000) / size, most: 1 }
  const [line] = breakLines(measured(breakable(text), outline), limits)?.lines ?? []
  return line === undefined ? undefined : outline(line)
}
