import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { create, type Font } from 'fontkit'
import type { Outline } from '#model/share-picture.ts'

/** Draws text with the shapes of the site's own face: servers have no fonts that could be relied on. */
export async function loadLetterShapes(): Promise<Outline> {
  const require = createRequire(import.meta.url)
  // The face of the pages, in bold: what the first has no letter for may be in the second.
  const fonts = await Promise.all([
    loadFont(require.resolve('@fontsource/instrument-sans/files/instrument-sans-latin-700-normal.woff2')),
    loadFont(require.resolve('@fontsource/instrument-sans/files/instrument-sans-latin-ext-700-normal.woff2')),
  ])
  return (text) => {
    const runs = splitRuns(text.normalize('NFC'), fonts)
    return runs && draw(runs)
  }
}

async function loadFont(file: string): Promise<Font> {
  const font = create(await readFile(file))
  if (!('layout' in font)) throw new Error(`${file} holds several fonts, or none.`)
  return font
}

interface Run {
  font: Font
  text: string
}

/** Letters side by side that one font has; undefined when none has one of them. */
function splitRuns(text: string, fonts: readonly Font[]): Run[] | undefined {
  const runs: Run[] = []
  for (const letter of text) {
    const code = letter.codePointAt(0) ?? 0
    const font = fonts.find((each) => each.hasGlyphForCodePoint(code))
    if (!font) return undefined
    const last = runs.at(-1)
    if (last?.font === font) last.text += letter
    else runs.push({ font, text: letter })
  }
  return runs
}

function draw(runs: readonly Run[]): { path: string; width: number } {
  const paths: string[] = []
  let width = 0
  for (const { font, text } of runs) {
    const scale = 1000 / font.unitsPerEm
    const { glyphs, positions } = font.layout(text)
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
