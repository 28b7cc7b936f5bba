import { brandColors } from '#model/sites/colors.ts'
import { coverSvg } from './cover.ts'
import { splitAtLineBreaks, type TextPiece } from '#model/platform/text/line-breaks.ts'
import { isRtlText } from '#model/platform/text/text-direction.ts'

export interface ShareSubject {
  id: string
  title: string
  line: string
  siteName: string
  primaryColor: string
  secondaryColor: string
  /** Uploaded image, shown instead of the artwork. The focal point is in percent from the left and the top. */
  cover?: { url: string; focus: { x: number; y: number } }
}

/**
 * Converts a line of text to an SVG path (baseline at y = 0) and its width, in thousandths of the font size.
 * Undefined when a character has no glyph. The first letter determines the direction unless `isRtlLine` is given.
 */
export type Outline = (text: string, isRtlLine?: boolean) => Shape | undefined

export interface Shape {
  path: string
  width: number
}

export const SHARE_SIZE = { width: 1200, height: 630 } as const

const LEFT = 80
const WIDEST = 1040
/** Font sizes to try for a title, largest first, each with its maximum number of lines. */
const TITLES = [
  { size: 104, lines: 2 },
  { size: 80, lines: 3 },
  { size: 60, lines: 4 },
] as const

/** Returns an SVG without fonts: artwork above a panel in the site's colour, with as much of the text as fits. */
export function shareImageSvg(subject: ShareSubject, outline: Outline): string {
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

function place({ path, width, size }: Row, y: number, isRtl: boolean): string {
  const x = isRtl ? Math.round(SHARE_SIZE.width - LEFT - (width * size) / 1000) : LEFT
  return `<path transform="translate(${x} ${Math.round(y)}) scale(${size / 1000} ${-size / 1000})" d="${path}"/>`
}

/** Sets the title in the largest size that fits. Returns no rows when it is too long or a character has no glyph. */
function setTitle(title: string, outline: Outline): Row[] {
  const isRtl = isRtlText(title)
  const words = measured(splitAtLineBreaks(title), outline)
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

/**
 * A piece with its width in thousandths of the font size. `widthBehind` includes the space before the piece; `width`
 * doesn't.
 */
interface Measured extends TextPiece {
  width: number
  widthBehind: number
}

/** Measures each piece once, because measuring whole lines word by word would take a second for a long title. */
function measured(pieces: readonly TextPiece[], outline: Outline): Measured[] {
  const space = outline(' ')?.width ?? 0
  return pieces.map((piece) => {
    const width = outline(piece.text)?.width ?? Infinity
    return { ...piece, width, widthBehind: width + (piece.hasSpace ? space : 0) }
  })
}

/**
 * Breaks the pieces into at most `most` lines. `isWhole` is true when all pieces fitted. Undefined when a word is
 * wider than a line.
 */
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

function fit(text: string, outline: Outline, size: number): Shape | undefined {
  const limits = { widest: (WIDEST * 1000) / size, most: 1 }
  const [line] = breakLines(measured(splitAtLineBreaks(text), outline), limits)?.lines ?? []
  return line === undefined ? undefined : outline(line)
}
