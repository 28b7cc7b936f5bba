import { splitAtLineBreaks, type TextPiece } from '#model/platform/text/line-breaks.ts'
import { isRtlText } from '#model/platform/text/text-direction.ts'
import { createLineShapes, textOptionsOf, type TextStyle, type LineShapes } from './line-shapes.ts'
import { withoutBlank } from './text-runs.ts'
import type { TicketFonts } from './ticket-fonts.ts'

interface Placed extends TextStyle {
  x: number
  /** Position of the first baseline. */
  y: number
  width: number
  color: string
  /** Alignment. Default: left, or right for right-to-left text. */
  align?: 'left' | 'right' | 'center'
}

/** Sets text of all supported scripts in a PDF. pdfkit itself supports neither mixed directions nor fallback fonts. */
export interface Typesetter {
  breakLines: (text: string, style: TextStyle & { width: number }) => string[]
  /** Truncates text that doesn't fit into the line. */
  line: (text: string, style: Placed) => void
  /** The first letter of `like` determines the direction of all lines. Returns the y coordinate of the last baseline. */
  lines: (lines: readonly string[], style: Placed & { like: string; leading: number }) => number
}

export function createTypesetter(document: PDFKit.PDFDocument, fonts: TicketFonts): Typesetter {
  const shapes = createLineShapes(document, fonts)
  return {
    breakLines: (text, style) => breakLines(shapes, withoutBlank(text, fonts), style),
    line: (text, style) => {
      const [line = ''] = breakLines(shapes, withoutBlank(text, fonts), style)
      put({ document, shapes }, line, { ...style, isRtl: isRtlText(text) })
    },
    lines: (lines, { like, leading, ...style }) => {
      const step = style.size * leading
      const isRtl = isRtlText(like)
      lines.forEach((line, index) =>
        put({ document, shapes }, line, { ...style, y: style.y + index * step, isRtl }),
      )
      return style.y + Math.max(0, lines.length - 1) * step
    },
  }
}

function breakLines(
  { measure }: LineShapes,
  text: string,
  { width, ...letters }: TextStyle & { width: number },
): string[] {
  const space = measure(' ', letters)
  const fits = (part: string): boolean => measure(part, letters) <= width
  const lines: string[] = []
  let used = Infinity
  for (const piece of splitAtLineBreaks(text).flatMap((each) => splitLong(each, fits))) {
    const own = measure(piece.text, letters)
    const behind = own + (piece.hasSpace ? space : 0)
    if (used + behind <= width) {
      lines[lines.length - 1] += `${piece.hasSpace ? ' ' : ''}${piece.text}`
      used += behind
    } else {
      lines.push(piece.text)
      used = own
    }
  }
  return lines
}

/** Breaks a word between letters if it is wider than a line. */
function splitLong(piece: TextPiece, fits: (text: string) => boolean): TextPiece[] {
  if (fits(piece.text)) return [piece]
  const parts: TextPiece[] = []
  let text = ''
  for (const letter of piece.text) {
    if (text !== '' && !fits(text + letter)) {
      parts.push({ text, hasSpace: parts.length === 0 && piece.hasSpace })
      text = ''
    }
    text += letter
  }
  return [...parts, { text, hasSpace: parts.length === 0 && piece.hasSpace }]
}

function put(
  { document, shapes }: { document: PDFKit.PDFDocument; shapes: LineShapes },
  text: string,
  style: Placed & { isRtl: boolean },
): void {
  const { size, isBold = false, isRtl, align = isRtl ? 'right' : 'left' } = style
  const { runs, width } = shapes.shape(text, { isBold, isRtl })
  const room = style.width - width * size
  let x = style.x + (align === 'right' ? room : align === 'center' ? room / 2 : 0)
  for (const run of runs) {
    shapes.use(run, style)
    document.fillColor(style.color).text(run.text, x, style.y, textOptionsOf(run))
    x += run.width * size
  }
}
