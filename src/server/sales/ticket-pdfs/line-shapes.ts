import type { Font } from 'fontkit'
import type { TicketFonts } from './ticket-fonts.ts'
import { visualRuns, type TextRun } from './text-runs.ts'

export interface TextStyle {
  size: number
  isBold?: boolean
}

/** A line of text for a PDF. Widths are for a font size of 1. */
export interface LineShape {
  /** Runs of the line, from left to right. */
  runs: readonly (TextRun & { width: number })[]
  width: number
}

export interface LineShapes {
  shape: (text: string, line: { isBold: boolean; isRtl: boolean }) => LineShape
  measure: (text: string, letters: TextStyle) => number
  /** Selects the font of a run in the document. */
  use: (run: TextRun, letters: TextStyle) => void
}

/** Maximum number of cached shapes. Shaping takes most of the time, and the tickets of an order share most of their text. */
const MAX_SHAPES = 5000

export function createLineShapes(document: PDFKit.PDFDocument, fonts: TicketFonts): LineShapes {
  const registered = new Set<string>()
  const shapes = new Map<string, LineShape>()
  const use: LineShapes['use'] = ({ font }, { size, isBold = false }) => {
    const name = isBold ? `${font} bold` : font
    if (!registered.has(name)) register(document, name, fonts.open(font, isBold))
    registered.add(name)
    document.font(name).fontSize(size)
  }
  const shape: LineShapes['shape'] = (text, { isBold, isRtl }) => {
    const key = `${isBold ? 'b' : 'r'}${isRtl ? '<' : '>'}${text}`
    const known = shapes.get(key)
    if (known) return known
    const runs = visualRuns(text, fonts, isRtl).map((run) => {
      use(run, { size: 1, isBold })
      return { ...run, width: document.widthOfString(run.text, textOptionsOf(run)) }
    })
    const made = { runs, width: runs.reduce((sum, run) => sum + run.width, 0) }
    if (shapes.size < MAX_SHAPES) shapes.set(key, made)
    return made
  }
  return {
    shape,
    measure: (text, { size, isBold = false }) => shape(text, { isBold, isRtl: false }).width * size,
    use,
  }
}

function register(document: PDFKit.PDFDocument, name: string, font: Font): void {
  // pdfkit also accepts a fontkit font, although its types don't declare it.
  document.registerFont(name, font as unknown as PDFKit.Mixins.PDFFontSource)
}

/**
 * Returns pdfkit's options for a run. By default, pdfkit shapes and caches each word separately, which would order
 * right-to-left words from left to right. With a list of features, even an empty one, it shapes the whole run.
 */
export const textOptionsOf = ({ isRtl }: TextRun): PDFKit.Mixins.TextOptions => ({
  lineBreak: false,
  baseline: 'alphabetic',
  ...(isRtl && { features: [] }),
})
