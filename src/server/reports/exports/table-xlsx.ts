import { strToU8, Zip, ZipDeflate } from 'fflate'
import { formatNumberCell, type ExportCell, type ExportTable, type ExportTables } from './cells.ts'
import { createXlsxStyles, type XlsxStyles } from './xlsx-styles.ts'

/** Excel's maximum number of rows, without the header. Further rows are on further sheets. */
const MAX_ROWS = 1_048_575

/**
 * Streams a workbook (ECMA-376), compressed page by page. Text cells are never formulas, times are dates, amounts have their
 * currency's format, and each sheet's header has a filter.
 */
export async function* tableXlsx(tables: ExportTables): AsyncGenerator<Uint8Array, void, undefined> {
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
  const styles = createXlsxStyles()
  const sheets: Sheet[] = []
  const open = (table: ExportTable, part: number): OpenSheet => {
    const name = part > 1 ? `${table.name} ${part}` : table.name
    const sheet = { name, columns: table.head.length, rows: 0 }
    sheets.push(sheet)
    const file = add(`xl/worksheets/sheet${sheets.length}.xml`)
    file.push(strToU8(sheetStart(table) + headXml(table.head, styles)))
    return { sheet, file, left: MAX_ROWS }
  }
  for (const table of tables) {
    let part = 1
    let current = open(table, part)
    for await (const rows of table.pages) {
      let rest = writeRows(current, rows, styles)
      while (rest.length > 0) {
        close(current)
        part += 1
        current = open(table, part)
        rest = writeRows(current, rest, styles)
      }
      yield* packed.splice(0)
    }
    close(current)
  }
  for (const [path, text] of bookFiles(sheets, styles)) add(path).push(strToU8(text), true)
  zip.end()
  yield* packed.splice(0)
}

interface Sheet {
  name: string
  columns: number
  rows: number
}

interface OpenSheet {
  sheet: Sheet
  file: ZipDeflate
  left: number
}

function writeRows(
  open: OpenSheet,
  rows: readonly (readonly ExportCell[])[],
  styles: XlsxStyles,
): readonly (readonly ExportCell[])[] {
  const fitting = rows.slice(0, open.left)
  open.file.push(strToU8(fitting.map((row) => rowXml(row, styles)).join('')))
  open.left -= fitting.length
  open.sheet.rows += fitting.length
  return rows.slice(fitting.length)
}

const close = ({ sheet, file }: OpenSheet): void => {
  file.push(strToU8(`</sheetData><autoFilter ref="${rangeOf(sheet)}"/></worksheet>`), true)
}

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** Minimum column width in characters, enough for a date. */
const MIN_WIDTH = 18
const MAX_WIDTH = 40

const sheetStart = ({ head }: ExportTable): string => {
  const columns = head.map((name, index) => {
    const width = Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, name.length + 4))
    return `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`
  })
  return `${HEAD}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${columns.join('')}</cols><sheetData>`
}

/** Converts 0 to A, and 26 to AA. */
const columnName = (index: number): string =>
  (index >= 26 ? columnName(Math.floor(index / 26) - 1) : '') + String.fromCharCode(65 + (index % 26))

const rangeOf = ({ columns, rows }: Sheet): string => `A1:${columnName(columns - 1)}${rows + 1}`

const headXml = (head: readonly string[], { bold }: XlsxStyles): string =>
  `<row>${head.map((name) => textXml(name, bold)).join('')}</row>`

const rowXml = (cells: readonly ExportCell[], styles: XlsxStyles): string =>
  `<row>${cells.map((cell) => cellXml(cell, styles)).join('')}</row>`

const cellXml = (cell: ExportCell, styles: XlsxStyles): string => {
  if (typeof cell === 'string') return textXml(cell, 0)
  if (typeof cell === 'number') return `<c><v>${formatNumberCell(cell)}</v></c>`
  return 'at' in cell
    ? `<c s="${styles.date}"><v>${serialOf(cell)}</v></c>`
    : `<c s="${styles.money(cell.currency)}"><v>${formatNumberCell(cell)}</v></c>`
}

const textXml = (text: string, style: number): string =>
  `<c${style === 0 ? '' : ` s="${style}"`} t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`

const DAY_MS = 86_400_000
const FIRST_DAY = Date.UTC(1899, 11, 30)

/**
 * Converts a time to Excel's serial date (days since the end of 1899) in its time zone, because sheets have no time zones.
 * Precise to a second.
 */
function serialOf({ at, timeZone }: { at: Date; timeZone: string }): number {
  const zoned = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZone)
  const wallMs = at.getTime() + zoned.offsetNanoseconds / 1_000_000
  return Math.round(((wallMs - FIRST_DAY) / DAY_MS) * 86_400) / 86_400
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Removes control characters that XML 1.0 forbids, and truncates text to Excel's limit of 32,767 characters per cell. */
const escaped = (text: string): string =>
  text
    .slice(0, 32_767)
    .toWellFormed()
    .replaceAll(/(?![\t\n\r])\p{Cc}|[\uFFFE\uFFFF]/gu, '')
    .replaceAll(/[&<>"]/g, (character) => ESCAPES[character] ?? '')

function bookFiles(sheets: readonly Sheet[], styles: XlsxStyles): [path: string, text: string][] {
  const each = (write: (sheet: Sheet, number: number) => string): string =>
    sheets.map((sheet, index) => write(sheet, index + 1)).join('')
  const sheetTags = each(
    ({ name }, number) => `<sheet name="${escaped(name)}" sheetId="${number}" r:id="rId${number}"/>`,
  )
  const filters = each(
    (sheet, number) =>
      `<definedName name="_xlnm._FilterDatabase" localSheetId="${number - 1}" hidden="1">'${escaped(sheet.name)}'!$A$1:$${columnName(sheet.columns - 1)}$${sheet.rows + 1}</definedName>`,
  )
  const relations = each(
    (_, number) =>
      `<Relationship Id="rId${number}" Type="${RELATIONS}/worksheet" Target="worksheets/sheet${number}.xml"/>`,
  )
  const types = each(
    (_, number) =>
      `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${TYPE}.worksheet+xml"/>`,
  )
  return [
    ['xl/styles.xml', styles.write()],
    [
      'xl/workbook.xml',
      `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets>${sheetTags}</sheets><definedNames>${filters}</definedNames></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${relations}<Relationship Id="rId${sheets.length + 1}" Type="${RELATIONS}/styles" Target="styles.xml"/></Relationships>`,
    ],
    [
      '_rels/.rels',
      `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ],
    [
      '[Content_Types].xml',
      `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/>${types}</Types>`,
    ],
  ]
}
