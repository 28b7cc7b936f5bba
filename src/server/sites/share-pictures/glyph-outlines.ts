import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Font } from 'fontkit'
import type { Outline } from '#model/catalog/share-image.ts'
import { directedRuns, type DirectedRun } from '#model/platform/text/text-direction.ts'

/**
 * Loads fonts shipped with Foyer, because servers may have no fonts. Returns a function that converts text to paths.
 */
export async function loadGlyphOutlines(): Promise<Outline> {
  const require = createRequire(import.meta.url)
  // First the pages' bold font, then fallbacks for other scripts.
  const fonts = await Promise.all([
    loadFont(require.resolve('@fontsource/instrument-sans/files/instrument-sans-latin-700-normal.woff2')),
    loadFont(require.resolve('@fontsource/instrument-sans/files/instrument-sans-latin-ext-700-normal.woff2')),
    // Font for Greek, Cyrillic, Vietnamese and Devanagari.
    loadFont(require.resolve('@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf')),
    loadFont(require.resolve('@expo-google-fonts/noto-sans-arabic/700Bold/NotoSansArabic_700Bold.ttf')),
    loadFont(require.resolve('@expo-google-fonts/biz-udpgothic/700Bold/BIZUDPGothic_700Bold.ttf')),
  ])
  return (text, isRtlLine) => {
    const runs = directedRuns(text.normalize('NFC'), isRtlLine).map((run) => splitRuns(run, fonts))
    return runs.every((each) => each !== undefined) ? draw(runs.flat()) : undefined
  }
}

async function loadFont(file: string): Promise<Font> {
  // `fontkit` is loaded on first use, because the library has tables of a megabyte, and most nodes don't render images
  // right after startup.
  const { create } = await import('fontkit')
  const font = create(await readFile(file))
  if (!('layout' in font)) throw new Error(`${file} holds several fonts, or none.`)
  return font
}

interface Run extends DirectedRun {
  font: Font
}

/** Splits a run by font, from left to right. Undefined when no font has one of the characters. */
function splitRuns({ text, isRtl }: DirectedRun, fonts: readonly Font[]): Run[] | undefined {
  const runs: Run[] = []
  for (const letter of text) {
    const code = letter.codePointAt(0) ?? 0
    const last = runs.at(-1)
    // Spaces and punctuation keep the font of the letters before them where possible, because shaping depends on neighbours.
    const font =
      last && !/[\p{L}\p{N}]/u.test(letter) && last.font.hasGlyphForCodePoint(code)
        ? last.font
        : fonts.find((each) => each.hasGlyphForCodePoint(code))
    if (!font) return undefined
    if (last?.font === font) last.text += letter
    else runs.push({ font, text: letter, isRtl })
  }
  return isRtl ? runs.toReversed() : runs
}

function draw(runs: readonly Run[]): { path: string; width: number } {
  const paths: string[] = []
  let width = 0
  for (const { font, text, isRtl } of runs) {
    const scale = 1000 / font.unitsPerEm
    const { glyphs, positions } = font.layout(text, undefined, undefined, undefined, isRtl ? 'rtl' : 'ltr')
    glyphs.forEach((glyph, index) => {
      const at = positions[index]
      const shape = glyph.path
        .scale(scale, scale)
        .translate(width + (at?.xOffset ?? 0) * scale, (at?.yOffset ?? 0) * scale)
      paths.push(shape.toSVG())
      width += (at?.xAdvance ?? glyph.advanceWidth) * scale
    })
  }
  return { path: paths.join(''), width }
}
