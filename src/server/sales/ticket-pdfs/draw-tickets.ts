import PDFDocument from 'pdfkit'
import { generate } from 'lean-qr'
import { isRtlText } from '#model/platform/text/text-direction.ts'
import type { TicketFonts } from './ticket-fonts.ts'
import type { TicketPage, TicketPdfContent } from './ticket-pdf-content.ts'
import { createTypesetter, type Typesetter } from './typesetter.ts'

/** Lengths in points. */
const SIZES = { A4: [595.28, 841.89], Letter: [612, 792] } as const
const MARGIN = 48
const LOGO = { width: 200, height: 44 }
const PANEL_PADDING = 24
const GUTTER = 28
const QR_SIDE = 208
/** Quiet zone around the code, in modules. */
const QUIET = 4
const LEADING = 1.22

const INK = '#14141c'
const FAINT = '#5c5d68'
const LINE = '#d3d4db'

const TITLE_SIZES = [
  { size: 32, lines: 2 },
  { size: 25, lines: 3 },
  { size: 19, lines: 5 },
] as const

type Document = PDFKit.PDFDocument

interface Sheet {
  document: Document
  type: Typesetter
  paper: TicketPdfContent
  width: number
  height: number
}

/** Draws the pages one after the other, and emits bytes as soon as they are complete. Resolves after the last bytes. */
export function drawTickets(
  content: TicketPdfContent,
  fonts: TicketFonts,
  passOn: (bytes: Uint8Array) => void,
): Promise<void> {
  const [width, height] = SIZES[content.size]
  const document = new PDFDocument({
    size: [width, height],
    margin: 0,
    autoFirstPage: false,
    lang: 'en',
    displayTitle: true,
    info: { Title: content.title, Author: content.siteName, CreationDate: content.drawnAt },
  })
  const done = new Promise<void>((resolve, reject) => {
    document.on('data', passOn)
    document.on('error', reject)
    document.on('end', resolve)
  })
  const sheet: Sheet = { document, type: createTypesetter(document, fonts), paper: content, width, height }
  for (const page of content.pages) {
    document.addPage()
    drawPage(sheet, page)
  }
  document.end()
  return done
}

function drawPage(sheet: Sheet, page: TicketPage): void {
  drawHead(sheet, page)
  const below = drawPanel(sheet, page)
  drawCode(sheet, page, below)
  drawFacts(sheet, page, below)
  drawNotes(sheet, page)
}

function drawHead({ document, type, paper, width }: Sheet, { count }: TicketPage): void {
  document.rect(0, 0, width, 10).fill(paper.colors.primary)
  if (paper.logo)
    document.image(Buffer.from(paper.logo), MARGIN, 34, { fit: [LOGO.width, LOGO.height], valign: 'center' })
  else
    type.line(paper.siteName, {
      x: MARGIN,
      y: 64,
      width: width - 2 * MARGIN - 110,
      size: 18,
      isBold: true,
      color: paper.colors.primaryOnLight,
    })
  type.line(count, { x: width - MARGIN - 100, y: 64, width: 100, size: 10, color: FAINT, align: 'right' })
}

/** Returns the y coordinate below the panel. */
function drawPanel({ document, type, paper, width }: Sheet, { title, when }: TicketPage): number {
  const top = 98
  const inner = width - 2 * MARGIN - 2 * PANEL_PADDING
  const style = { x: MARGIN + PANEL_PADDING, width: inner, color: paper.colors.onPrimary }
  const { size, lines } = fitTitle(type, title, inner)
  const height = 2 * PANEL_PADDING + lines.length * size * LEADING + 20
  document.roundedRect(MARGIN, top, width - 2 * MARGIN, height, 12).fill(paper.colors.primary)
  const last = type.lines(lines, {
    ...style,
    y: top + PANEL_PADDING + size * 0.86,
    size,
    isBold: true,
    like: title,
    leading: LEADING,
  })
  type.line(when, { ...style, y: last + 28, size: 13, align: isRtlText(title) ? 'right' : 'left' })
  return top + height + 32
}

function fitTitle(type: Typesetter, title: string, width: number): { size: number; lines: string[] } {
  for (const { size, lines: most } of TITLE_SIZES) {
    const lines = type.breakLines(title, { width, size, isBold: true })
    if (lines.length <= most) return { size, lines }
  }
  const size = 15
  return { size, lines: type.breakLines(title, { width, size, isBold: true }).slice(0, 7) }
}

function drawCode({ document, type, width }: Sheet, { token, code }: TicketPage, top: number): void {
  const left = width - MARGIN - QR_SIDE
  document.roundedRect(left, top, QR_SIDE, QR_SIDE, 8).lineWidth(0.75).strokeColor(LINE).stroke()
  drawQr(document, token, { left, top })
  type.line(code, {
    x: left,
    y: top + QR_SIDE + 24,
    width: QR_SIDE,
    size: 15,
    isBold: true,
    color: INK,
    align: 'center',
  })
}

/** Draws the code as one rectangle for each run of dark modules in a row. */
function drawQr(document: Document, token: string, at: { left: number; top: number }): void {
  const code = generate(token)
  const side = QR_SIDE / (code.size + 2 * QUIET)
  for (let y = 0; y < code.size; y += 1)
    for (let x = 0; x < code.size; x += 1) {
      const begin = x
      while (code.get(x, y)) x += 1
      if (x > begin)
        document.rect(
          at.left + (begin + QUIET) * side,
          at.top + (y + QUIET) * side,
          (x - begin) * side,
          // Overlaps the next row, because viewers show gaps between shapes that only touch.
          side + 0.05,
        )
    }
  document.fill('#000000')
}

function drawFacts({ type, width }: Sheet, { facts }: TicketPage, top: number): void {
  const style = { x: MARGIN, width: width - 2 * MARGIN - QR_SIDE - GUTTER }
  const valueStyle = {
    ...style,
    size: 13.5,
    isBold: true,
    color: INK,
    align: 'left',
    leading: LEADING,
  } as const
  let y = top + 10
  for (const [label, value] of facts) {
    type.line(label, { ...style, y, size: 10, color: FAINT })
    const lines = type.breakLines(value, valueStyle).slice(0, 4)
    y = type.lines(lines, { ...valueStyle, y: y + 18, like: value }) + 27
  }
}

function drawNotes({ document, type, width, height }: Sheet, { notes }: TicketPage): void {
  const style = { x: MARGIN, width: width - 2 * MARGIN, size: 8.5, color: FAINT, leading: 1.4 }
  const paragraphs = notes.map((note) => ({ note, lines: type.breakLines(note, style).slice(0, 4) }))
  const count = paragraphs.reduce((sum, { lines }) => sum + lines.length, 0)
  const step = style.size * style.leading
  let y = height - MARGIN - count * step
  document
    .moveTo(MARGIN, y - 20)
    .lineTo(width - MARGIN, y - 20)
    .lineWidth(0.75)
    .strokeColor(LINE)
    .stroke()
  for (const { note, lines } of paragraphs)
    y = type.lines(lines, { ...style, y, like: note, align: 'left' }) + step
}
