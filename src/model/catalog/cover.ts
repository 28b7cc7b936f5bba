import { fromOklch, toOklch } from '#model/sites/colors.ts'
import { COVER_COMPOSITIONS, type Palette } from './cover-compositions.ts'

export interface CoverSubject {
  id: string
  title: string
  promoter: { primaryColor: string; secondaryColor: string }
}

/** `card` has the ratio 3 : 2. `hero` has 2 : 1 and can be cropped to a wide band or nearly a square. */
export type CoverShape = 'card' | 'hero'

const SIZES: Readonly<Record<CoverShape, { width: number; height: number }>> = {
  card: { width: 900, height: 600 },
  hero: { width: 1600, height: 800 },
}

export function coverSvg(subject: CoverSubject, shape: CoverShape): string {
  const seed = hash(subject.id)
  const compose = COVER_COMPOSITIONS[seed % COVER_COMPOSITIONS.length]
  const { width, height } = SIZES[shape]
  const art = compose?.({
    width,
    height,
    colors: palette(subject.promoter, seed),
    random: sequence(seed),
    initial: firstLetter(subject.title),
  })
  return `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 ${width} ${height}' preserveAspectRatio='xMidYMid slice'>${art}</svg>`
}

// Cache of artworks, because drawing one takes as long as rendering the text of a page, and a list shows about 24.
const drawn = new Map<string, string>()
const MAX_CACHED = 1000

export function coverDataUrl(subject: CoverSubject, shape: CoverShape): string {
  const { id, title, promoter } = subject
  const key = JSON.stringify([shape, id, title, promoter.primaryColor, promoter.secondaryColor])
  const known = drawn.get(key)
  if (known !== undefined) return known
  const url = `data:image/svg+xml,${escapeSvg(coverSvg(subject, shape))}`
  if (drawn.size >= MAX_CACHED) drawn.clear()
  drawn.set(key, url)
  return url
}

/**
 * Escapes characters that aren't valid in a URL (including spaces) and characters that HTML checkers read as tags.
 */
const escapeSvg = (svg: string): string =>
  svg
    .replaceAll('%', '%25')
    .replaceAll(' ', '%20')
    .replaceAll('#', '%23')
    .replaceAll('<', '%3C')
    .replaceAll('>', '%3E')

export const coverSize = (shape: CoverShape): { width: number; height: number } => SIZES[shape]

function palette(site: { primaryColor: string; secondaryColor: string }, seed: number): Palette {
  const primary = toOklch(site.primaryColor)
  const secondary = toOklch(site.secondaryColor)
  const turn = [38, -34, 62, -58][(seed >>> 8) % 4] ?? 38
  const chroma = Math.max(primary.chroma, 0.09)
  const tone = (lightness: number, strength: number, hue: number): string =>
    fromOklch({ lightness, chroma: strength, hue: (hue + 360) % 360 })
  return {
    night: tone(0.19, Math.min(0.06, Math.max(secondary.chroma, 0.03)), secondary.hue),
    deep: tone(0.36, Math.min(chroma, 0.13), primary.hue + turn / 3),
    primary: tone(Math.min(0.84, Math.max(primary.lightness, 0.5)), chroma, primary.hue),
    accent: tone(0.7, Math.min(0.19, chroma * 1.1), primary.hue + turn),
    spark: tone(0.8, 0.15, primary.hue + 180 + turn / 2),
    pale: tone(0.94, 0.035, primary.hue + turn / 2),
  }
}

/** Returns the first letter or digit of a title (A–Z, 0–9) without accents, or a star when there is none. */
const firstLetter = (title: string): string =>
  /[A-Z0-9]/.exec(title.normalize('NFD').toUpperCase())?.[0] ?? '*'

/** Returns a 32-bit FNV-1a hash, mixed so that similar ids give unrelated values. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (const character of text) value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 0x01000193)
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  return (value ^ (value >>> 13)) >>> 0
}

function sequence(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
