import { strToU8, Zip, ZipDeflate } from 'fflate'
import { numberOf, type Cell, type Table } from './cells.ts'

/** A sheet has no more rows (the limit of Excel, less the head); what is more is on another one. */
const MOST_ROWS = 1_048_575

/**
 * The table as a workbook (ECMA-376), page by page: what is packed goes out before more is read. Text is text there: no program
 * takes it for a formula.
 */
export async function* tableXlsx({ name, head, pages }: Table): AsyncGenerator<Uint8Array, void, undefined> {
  const packed: Uint8Array[] = []
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    packed.push(chunk)
  })
  const add = (path: string): ZipDeflate => {
    const file = new ZipDeflate(path, { level: 6 })
    zip.add(file)
    return file
  }
  const write = (path: string, text: string): void => add(path).push(strToU8(text), true)
  let count = 0
  const open = (): { file: ZipDeflate; left: number } => {
    count += 1
    const file = add(`xl/worksheets/sheet${count}.xml`)
    file.push(strToU8(SHEET_START + rowXml(head)))
    return { file, left: MOST_ROWS }
  }
  let sheet = open()
  for await (const rows of pages) {
    for (let done = 0; done < rows.length;) {
      if (sheet.left === 0) {
        sheet.file.push(strToU8(SHEET_END), true)
        sheet = open()
      }
      const part = rows.slice(done, done + sheet.left)
      sheet.file.push(strToU8(part.map(rowXml).join('')))
      sheet.left -= part.length
      done += part.length
    }
    yield* packed.splice(0)
  }
  sheet.file.push(strToU8(SHEET_END), true)
  for (const [path, text] of bookFiles(name, count)) write(path, text)
  zip.end()
  yield* packed.splice(0)
}

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** The head stays where it is when the rest is scrolled. */
const SHEET_START = `${HEAD}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData>`
const SHEET_END = '</sheetData></worksheet>'

const rowXml = (cells: readonly Cell[]): string => `<row>${cells.map(cellXml).join('')}</row>`

const cellXml = (cell: Cell): string =>
  typeof cell === 'string'
    ? `<c t="inlineStr"><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`
    : `<c><v>${numberOf(cell)}</v></c>`

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** XML 1.0 has no place for most control characters. A cell holds 32,767 characters. */
const escaped = (text: string): string =>
  text
    .slice(0, 32_767)
    .toWellFormed()
    .replaceAll(/(?![\t\n\r])\p{Cc}|[\uFFFE\uFFFF]/gu, '')
    .replaceAll(/[&<>"]/g, (character) => ESCAPES[character] ?? '')

/** What a workbook is besides its sheets. */
function bookFiles(name: string, sheets: number): [path: string, text: string][] {
  const numbers = Array.from({ length: sheets }, (_, index) => index + 1)
  const each = (write: (number: number) => string): string => numbers.map(write).join('')
  return [
    [
      'xl/workbook.xml',
      `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets>${each(
        (number) =>
          `<sheet name="${escaped(name)}${number > 1 ? ` ${number}` : ''}" sheetId="${number}" r:id="rId${number}"/>`,
      )}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${each(
        (number) =>
          `<Relationship Id="rId${number}" Type="${RELATIONS}/worksheet" Target="worksheets/sheet${number}.xml"/>`,
      )}</Relationships>`,
    ],
    [
      '_rels/.rels',
      `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ],
    [
      '[Content_Types].xml',
      `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/>${each(
        (number) =>
          `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${TYPE}.worksheet+xml"/>`,
      )}</Types>`,
    ],
  ]
}
