import { strFromU8, unzipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import type { ExportCell, ExportTable, ExportTables } from '#server/reports/exports/cells.ts'
import { tableCsv } from '#server/reports/exports/table-csv.ts'
import { tableXlsx } from '#server/reports/exports/table-xlsx.ts'

const AT = new Date('2026-12-24T22:30:00Z')

function tableOf(name: string, head: readonly string[], ...pages: (readonly ExportCell[])[][]): ExportTable {
  async function* read(): AsyncGenerator<readonly (readonly ExportCell[])[]> {
    for (const page of pages) yield await Promise.resolve(page)
  }
  return { name, head, pages: read() }
}

async function bytesOf(parts: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const part of parts) chunks.push(part)
  return Buffer.concat(chunks)
}

/** Text of each file in a workbook, by path. */
async function workbookOf(...tables: ExportTables): Promise<Record<string, string>> {
  const files = unzipSync(await bytesOf(tableXlsx(tables)))
  return Object.fromEntries(Object.entries(files).map(([path, bytes]) => [path, strFromU8(bytes)]))
}

const sheetOf = async (...rows: (readonly ExportCell[])[]): Promise<string> => {
  const columns = Math.max(...rows.map(({ length }) => length))
  const head = Array.from({ length: columns }, (_, index) => `Column ${index + 1}`)
  return (await workbookOf(tableOf('Rows', head, rows)))['xl/worksheets/sheet1.xml'] ?? ''
}

/** Values of the cells below the header. */
const valuesIn = (sheet: string): string[] =>
  [...sheet.slice(sheet.indexOf('</row>')).matchAll(/<(?:v|t xml:space="preserve")>([^<]*)</g)].map(
    ([, value = '']) => value,
  )

const csvOf = async (table: ExportTable): Promise<string> =>
  (await bytesOf(tableCsv([table]))).toString('utf8')

describe('a workbook', () => {
  test('has the parts that ECMA-376 requires, and names each sheet in all of them', async () => {
    const files = await workbookOf(tableOf('Orders', ['Order']), tableOf('Ticket lines', ['Ticket']))
    expect(Object.keys(files).toSorted()).toEqual([
      '[Content_Types].xml',
      '_rels/.rels',
      'xl/_rels/workbook.xml.rels',
      'xl/styles.xml',
      'xl/workbook.xml',
      'xl/worksheets/sheet1.xml',
      'xl/worksheets/sheet2.xml',
    ])
    const book = files['xl/workbook.xml'] ?? ''
    expect(book).toContain('<sheet name="Orders" sheetId="1" r:id="rId1"/>')
    expect(book).toContain('<sheet name="Ticket lines" sheetId="2" r:id="rId2"/>')
    const relations = files['xl/_rels/workbook.xml.rels'] ?? ''
    for (const target of ['worksheets/sheet1.xml', 'worksheets/sheet2.xml', 'styles.xml'])
      expect(relations).toContain(`Target="${target}"`)
    expect(files['[Content_Types].xml']).toContain('PartName="/xl/worksheets/sheet2.xml"')
  })

  test('has the pages of a table one below the other, with a filter on the header', async () => {
    const { 'xl/worksheets/sheet1.xml': sheet = '', 'xl/workbook.xml': book = '' } = await workbookOf(
      tableOf(
        'Pages',
        ['A', 'B'],
        [['first', 1]],
        [],
        [
          ['second', 2],
          ['third', 3],
        ],
      ),
    )
    expect(valuesIn(sheet)).toEqual(['first', '1', 'second', '2', 'third', '3'])
    expect(sheet).toContain('<autoFilter ref="A1:B4"/>')
    expect(book).toContain(`'Pages'!$A$1:$B$4`)
  })

  test.each([
    [26, 'Z'],
    [27, 'AA'],
    [52, 'AZ'],
    [53, 'BA'],
    [703, 'AAA'],
  ])('of %d columns ends in column %s', async (columns, name) => {
    const row = Array.from({ length: columns }, () => 0)
    expect(await sheetOf(row)).toContain(`<autoFilter ref="A1:${name}2"/>`)
  })

  test('has text, never formulas', async () => {
    const sheet = await sheetOf(['=1+1', '+49 30', '<b>&"'])
    expect(valuesIn(sheet)).toEqual(['=1+1', '+49 30', '&lt;b&gt;&amp;&quot;'])
    expect(sheet).not.toContain('<f>')
  })

  test('leaves out characters that XML forbids, and cuts what exceeds a cell', async () => {
    const [clean, long] = valuesIn(await sheetOf(['a\u0000b\u0008c\uFFFFd\n\ud800', 'x'.repeat(40_000)]))
    expect(clean).toBe('abcd\n\ufffd')
    expect(long).toHaveLength(32_767)
  })

  test.each([
    // Days since 30 December 1899; 22:30 in UTC is 23:30 in Berlin and 17:30 in New York.
    ['UTC', 46_380 + 22.5 / 24],
    ['Europe/Berlin', 46_380 + 23.5 / 24],
    ['America/New_York', 46_380 + 17.5 / 24],
    ['Asia/Kolkata', 46_381 + 4 / 24],
  ])('has a time as the date that the clock in %s shows', async (timeZone, serial) => {
    const [value] = valuesIn(await sheetOf([{ at: AT, timeZone }]))
    expect(Number(value)).toBeCloseTo(serial, 5)
  })

  test('has amounts in the format of their currency, one style for each', async () => {
    const money = (cents: number, currency: string): ExportCell => ({ cents, currency })
    const files = await workbookOf(
      tableOf(
        'Amounts',
        ['A', 'B', 'C'],
        [
          [money(123_450, 'EUR'), money(1200, 'JPY'), money(-5, 'EUR')],
          [money(1, 'KWD'), 'none', 7],
        ],
      ),
    )
    const sheet = files['xl/worksheets/sheet1.xml'] ?? ''
    expect(valuesIn(sheet)).toEqual(['1234.50', '1200', '-0.05', '0.001', 'none', '7'])
    const styles = [...sheet.matchAll(/<c s="(\d+)"><v>/g)].map(([, style]) => Number(style))
    expect(styles).toEqual([3, 4, 3, 5])
    const formats = [...(files['xl/styles.xml'] ?? '').matchAll(/formatCode="([^"]+)"/g)].map(
      ([, format]) => format,
    )
    expect(formats.slice(1)).toEqual([
      String.raw`#,##0.00\ &quot;EUR&quot;`,
      String.raw`#,##0\ &quot;JPY&quot;`,
      String.raw`#,##0.000\ &quot;KWD&quot;`,
    ])
    expect(files['xl/styles.xml']).toContain('<cellXfs count="6">')
  })

  test('passes on an error of its source', async () => {
    const broken: ExportTable = {
      name: 'Broken',
      head: ['A'],
      // eslint-disable-next-line require-yield
      pages: (async function* () {
        throw await Promise.resolve(new Error('lost'))
      })(),
    }
    await expect(bytesOf(tableXlsx([broken]))).rejects.toThrow('lost')
  })
})

describe('a CSV file', () => {
  test('has a byte order mark, the header and the rows of all pages', async () => {
    const table = tableOf('Rows', ['Name', 'Count'], [['Ada', 1]], [], [['Grace', 2]])
    expect(await csvOf(table)).toBe('\uFEFFName,Count\r\nAda,1\r\nGrace,2\r\n')
  })

  test('has times in UTC, and amounts with the digits of their currency', async () => {
    const row: ExportCell[] = [
      { at: AT, timeZone: 'Europe/Berlin' },
      { cents: 500, currency: 'EUR' },
      { cents: 500, currency: 'JPY' },
    ]
    expect(await csvOf(tableOf('Rows', ['At', 'A', 'B'], [row]))).toContain(
      '\r\n2026-12-24T22:30:00.000Z,5.00,500\r\n',
    )
  })

  test('has no formulas, but negative amounts', async () => {
    const table = tableOf('Rows', ['A', 'B'], [['=cmd()', { cents: -250, currency: 'EUR' }]])
    expect(await csvOf(table)).toContain("\r\n'=cmd(),-2.50\r\n")
  })
})
