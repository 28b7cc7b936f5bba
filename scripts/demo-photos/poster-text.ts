import { loadGlyphOutlines } from '#server/sites/share-pictures/glyph-outlines.ts'

/** Text of a poster as SVG paths: large title at the top, names at the bottom. */
export async function renderPosterText(
  { title, line, names }: { title: readonly string[]; line: string; names: readonly string[] },
  { width, height }: { width: number; height: number },
): Promise<Buffer> {
  const outline = await loadGlyphOutlines()
  /** A centred line; `size` and `base` in poster widths. */
  const set = (text: string, size: number, base: number): string => {
    const shape = outline(text)
    if (!shape) return ''
    const scale = (size * width) / 1000
    const left = (width - shape.width * scale) / 2
    return `<path transform="translate(${left} ${base * width}) scale(${scale} ${-scale})" fill="#fff7e8" d="${shape.path}"/>`
  }
  const foot = height / width
  const rows = [
    ...title.map((text, index) => set(text, 0.165, 0.21 + index * 0.155)),
    set(line, 0.046, 0.13 + title.length * 0.155),
    ...names.map((text, index) => set(text, 0.05, foot - 0.07 - (names.length - 1 - index) * 0.075)),
  ]
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${rows.join('')}</svg>`,
  )
}
