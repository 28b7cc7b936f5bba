import { createRequire } from 'node:module'
import { create, type Font } from 'fontkit'
import type { Outline } from '#model/share-picture.ts'
import { readFile } from 'node:fs/promises'

/** The face of the pages, in bold: what it has beyond the first is in the second. */
const FILES = ['latin-700-normal', 'latin-ext-700-normal'] as const

/** Draws text with the shapes of the site's own face: servers have no fonts that could be relied on. */
export async function loadLetterShapes(): Promise<Outline> {
  const { resolve } = createRequire(import.meta.url)
  const fonts = await Promise.all(
    FILES.map(async (name) => {
      const font = create(
        await readFile(resolve(`@fontsource/instrument-sans/files/instrument-sans-${name}.woff2`)),
      )
      if (font.type !== 'WOFF2' && font.type !== 'TTF') throw new Error(`${name} is no font.`)
      return font
    }),
  )
  return (text) => {
    const runs = splitRuns(text.normalize('NFC'), fonts)
    return runs && draw(runs)
  }
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
