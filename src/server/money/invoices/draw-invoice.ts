import type { InvoiceContent, InvoiceLine } from './write-invoice.ts'

export interface FontFaces {
  regular: Buffer
  bold: Buffer
}

/** Margins of an A4 page, in points. */
const PAGE = { left: 56, right: 539, top: 56, bottom: 772 } as const
const WIDTH = PAGE.right - PAGE.left
const NAMES = WIDTH - 230
const INK = '#1a1a1a'
const FAINT = '#5f5f5f'

type Paper = PDFKit.PDFDocument

export async function drawInvoice(
  invoice: InvoiceContent,
  faces: FontFaces,
  drawnAt: Date,
): Promise<Uint8Array<ArrayBuffer>> {
  const { default: PDFDocument } = await import('pdfkit')
  const paper: Paper = new PDFDocument({
    size: 'A4',
    margins: { top: PAGE.top, bottom: 48, left: PAGE.left, right: PAGE.left },
    lang: 'en',
    displayTitle: true,
    info: { Title: invoice.title, Author: invoice.seller.name, CreationDate: drawnAt },
  })
  const whole = collect(paper)
  paper.registerFont('regular', faces.regular).registerFont('bold', faces.bold)
  drawHead(paper, invoice)
  drawLines(paper, invoice)
  drawSums(paper, invoice)
  drawTaxes(paper, invoice.taxes)
  drawRefunds(paper, invoice.refunds)
  paper.end()
  return whole
}

function collect(paper: Paper): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Buffer[] = []
  return new Promise((resolve, reject) => {
    paper.on('data', (chunk: Buffer) => chunks.push(chunk))
    paper.on('error', reject)
    paper.on('end', () => resolve(Uint8Array.from(Buffer.concat(chunks))))
  })
}

function drawHead(paper: Paper, { title, seller, buyer, facts }: InvoiceContent): void {
  text(paper, seller.name, { bold: true, size: 12 })
  for (const line of seller.lines) text(paper, line, { color: FAINT })
  paper.moveDown(2)
  text(paper, title, { bold: true, size: 20 })
  paper.moveDown(0.8)
  const top = paper.y
  if (buyer.length > 0) text(paper, 'For', { color: FAINT, width: WIDTH / 2 })
  for (const line of buyer) text(paper, line, { width: WIDTH / 2 - 12 })
  const below = paper.y
  paper.y = top
  for (const [label, value] of facts) pair(paper, [label, value], { left: PAGE.left + WIDTH / 2 })
  paper.y = Math.max(below, paper.y)
  paper.moveDown(1.5)
}

const QUANTITY = PAGE.left + NAMES + 50
const PRICE = QUANTITY + 85

function drawLines(paper: Paper, { headings, lines }: InvoiceContent): void {
  row(paper, headings, FAINT)
  rule(paper)
  for (const line of lines) {
    paper.font('regular').fontSize(9)
    const height =
      paper.heightOfString(line.name, { width: NAMES }) + paper.heightOfString(line.note, { width: NAMES })
    makeRoom(paper, height + 8)
    row(paper, line, INK)
    if (line.note) text(paper, line.note, { color: FAINT, width: NAMES })
    paper.y += 6
  }
  rule(paper)
}

function row(paper: Paper, cells: Omit<InvoiceLine, 'note'>, color: string): void {
  const top = paper.y
  ending(paper, cells.quantity, { at: QUANTITY, color })
  paper.y = top
  ending(paper, cells.price, { at: PRICE, color })
  paper.y = top
  ending(paper, cells.amount, { at: PAGE.right, color })
  paper.y = top
  text(paper, cells.name, { color, width: NAMES })
}

function drawSums(paper: Paper, { sums, total }: InvoiceContent): void {
  makeRoom(paper, (sums.length + 2) * 16)
  const left = PAGE.left + NAMES - 60
  for (const each of sums) pair(paper, each, { left })
  pair(paper, total, { left, bold: true, size: 11 })
  paper.moveDown(1.5)
}

function drawTaxes(paper: Paper, taxes: InvoiceContent['taxes']): void {
  if (taxes.length === 0) return
  makeRoom(paper, (taxes.length + 2) * 16)
  row(paper, { name: 'Taxes', quantity: '', price: 'Without tax', amount: 'Tax' }, FAINT)
  rule(paper)
  for (const { label, base, amount } of taxes)
    row(paper, { name: label, quantity: '', price: base, amount }, INK)
  paper.moveDown(1.5)
}

function drawRefunds(paper: Paper, refunds: InvoiceContent['refunds']): void {
  makeRoom(paper, refunds.length * 16)
  for (const each of refunds) pair(paper, each, { left: PAGE.left + NAMES - 60 })
}

function makeRoom(paper: Paper, height: number): void {
  if (paper.y + height > PAGE.bottom) paper.addPage()
}

interface TextStyle {
  bold?: boolean
  size?: number
  color?: string
}

function set(paper: Paper, { bold = false, size = 9, color = INK }: TextStyle): void {
  paper
    .font(bold ? 'bold' : 'regular')
    .fontSize(size)
    .fillColor(color)
}

function text(paper: Paper, words: string, style: TextStyle & { width?: number }): void {
  set(paper, style)
  paper.text(words, PAGE.left, paper.y, { width: style.width ?? WIDTH })
}

function ending(paper: Paper, words: string, style: TextStyle & { at: number }): void {
  set(paper, style)
  const top = paper.y
  paper.text(words, style.at - 140, top, { width: 140, align: 'right', lineBreak: false })
  paper.y = top + paper.currentLineHeight(true)
}

function pair(
  paper: Paper,
  [label, value]: readonly [string, string],
  style: TextStyle & { left: number },
): void {
  const top = paper.y
  ending(paper, value, { ...style, at: PAGE.right })
  const below = paper.y
  set(paper, style)
  paper.text(label, style.left, top, { width: PAGE.right - style.left - 110 })
  paper.y = Math.max(below, paper.y) + 3
}

function rule(paper: Paper): void {
  const at = paper.y + 3
  paper.moveTo(PAGE.left, at).lineTo(PAGE.right, at).lineWidth(0.5).strokeColor('#c8c8c8').stroke()
  paper.y = at + 6
}
