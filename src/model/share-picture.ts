import { brandColors } from './colors.ts'
import { coverSvg } from './cover.ts'

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
}

/** Text as an SVG path, upwards from y = 0, and its width: in thousandths of the letters' size. Undefined when a letter has no shape. */
export type Outline = (text: string) => { path: string; width: number } | undefined

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
  const rows = title.map(({ path, size }, index) => place(path, size, base + size * (0.72 + index * 1.12)))
  const small = [
    [subject.line, height - 96, 36],
    [subject.siteName, height - 42, 30],
  ] as const
  const words = small.flatMap(([text, y, size]) => {
    const set = fit(text, outline, size)
    return set ? [place(set, size, y)] : []
  })
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">` +
    `<svg width="${width}" height="${Math.ceil(top + 1)}" ${art.slice('<svg '.length)}` +
    `<rect y="${top}" width="${width}" height="${panel}" fill="${primary}"/>` +
    `<g fill="${onPrimary}">${rows.join('')}${words.join('')}</g></svg>`
  )
}

const widthOf = (set: ReturnType<Outline>, size: number): number =>
  set ? (set.width * size) / 1000 : Infinity

const place = (path: string, size: number, y: number): string =>
  `<path transform="translate(${LEFT} ${Math.round(y)}) scale(${size / 1000} ${-size / 1000})" d="${path}"/>`

/** The title in the largest size that it fits in; nothing when a letter of it can't be drawn or it is too long. */
function setTitle(title: string, outline: Outline): { path: string; size: number }[] {
  const words = title.split(/\s+/).filter(Boolean)
  for (const { size, lines } of TITLES) {
    const broken = breakLines(words, (text) => widthOf(outline(text), size) <= WIDEST)
    if (broken && broken.length <= lines)
      return broken.flatMap((line) => {
        const path = outline(line)?.path
        return path ? [{ path, size }] : []
      })
  }
  return []
}

/** Undefined when a word is wider than a line. */
function breakLines(words: readonly string[], fits: (text: string) => boolean): string[] | undefined {
  const lines: string[] = []
  for (const word of words) {
    if (!fits(word)) return undefined
    const longer = `${lines.at(-1) ?? ''} ${word}`.trim()
    if (lines.length > 0 && fits(longer)) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}

/** As much of a line as has room, word by word. */
function fit(text: string, outline: Outline, size: number): string | undefined {
  const words = text.split(/\s+/).filter(Boolean)
  const [line] = breakLines(words, (each) => widthOf(outline(each), size) <= WIDEST) ?? []
  return line === undefined ? undefined : outline(line)?.path
}
