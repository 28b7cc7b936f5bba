import { describe, expect, test } from 'vitest'
import type { Report } from '#contracts/console/reports.ts'
import { reportCsv } from '#server/reports/reports/report-csv.ts'
import {
  countColumn,
  moneyColumn,
  momentColumn,
  shareColumn,
  stepColumn,
  textColumn,
  toTable,
} from '#server/reports/reports/report-table.ts'

const COLUMNS = [
  textColumn('name', 'Name'),
  countColumn('tickets', 'Tickets'),
  moneyColumn('revenue', 'Revenue'),
  shareColumn('share', 'Share'),
]

const REPORT: Report = {
  name: 'types',
  from: '2026-11-01',
  to: '2026-11-30',
  by: 'day',
  timeZone: 'Europe/Berlin',
  currency: 'EUR',
  currencies: ['EUR'],
  event: null,
  against: null,
  columns: COLUMNS,
  rows: [],
  rowCount: 0,
  total: null,
}

/** Lines of the file without its byte order mark. */
const linesOf = (report: Partial<Report>): string[] =>
  reportCsv({ ...REPORT, ...report })
    .slice(1)
    .trimEnd()
    .split('\r\n')

describe('a table', () => {
  test('has amounts in major units, and sums what can be summed', () => {
    const table = toTable(
      COLUMNS,
      [
        { name: 'Floor', tickets: 3, revenue: 7550, share: 0.75 },
        { name: 'Balcony', tickets: 1, revenue: 2500, share: 0.25 },
      ],
      'EUR',
    )
    expect(table.rows).toEqual([
      { name: 'Floor', tickets: 3, revenue: 75.5, share: 0.75 },
      { name: 'Balcony', tickets: 1, revenue: 25, share: 0.25 },
    ])
    expect(table.total).toEqual({ name: null, tickets: 4, revenue: 100.5, share: null })
  })

  test.each([
    ['JPY', 7550],
    ['EUR', 75.5],
    ['KWD', 7.55],
  ])('has the minor units of %s', (currency, revenue) => {
    const { rows, total } = toTable(COLUMNS, [{ revenue: 7550 }], currency)
    expect([rows[0]?.revenue, total?.revenue]).toEqual([revenue, revenue])
  })

  test('has null for what a row doesn’t have, which counts as nothing', () => {
    const { rows, total } = toTable(COLUMNS, [{ name: 'Floor' }, { tickets: 2, revenue: null }], 'EUR')
    expect(rows).toEqual([
      { name: 'Floor', tickets: null, revenue: null, share: null },
      { name: null, tickets: 2, revenue: null, share: null },
    ])
    expect(total).toMatchObject({ tickets: 2, revenue: 0 })
  })

  test('leaves out what is in no column, and without rows has no total', () => {
    expect(toTable(COLUMNS, [{ name: 'Floor', secret: 'x' }], 'EUR').rows[0]).not.toHaveProperty('secret')
    expect(toTable(COLUMNS, [], 'EUR').total).toBeNull()
  })

  test.each([
    ['hour', 'Hour'],
    ['day', 'Day'],
    ['week', 'Week of'],
  ] as const)('by %s has the column “%s”', (by, name) => {
    expect(stepColumn({ by })).toEqual({ id: 'step', name, kind: 'time' })
  })
})

describe('a report as CSV', () => {
  test('names the currency in the header, and has plain numbers', () => {
    const rows = [{ name: 'Floor', tickets: 1200, revenue: 1234.5, share: 2 / 3 }]
    expect(linesOf({ rows })).toEqual(['Name,Tickets,Revenue (EUR),Share', 'Floor,1200,1234.50,0.6667'])
  })

  test.each([
    ['JPY', '1234'],
    ['KWD', '1234.000'],
  ])('has the digits of %s', (currency, amount) => {
    const [head, line] = linesOf({ currency, rows: [{ revenue: 1234 }] })
    expect(head).toContain(`Revenue (${currency})`)
    expect(line?.split(',')[2]).toBe(amount)
  })

  test('has empty cells for null, and for what a row doesn’t have', () => {
    expect(linesOf({ rows: [{ name: null, tickets: 0 }] })[1]).toBe(',0,,')
  })

  test('has no formulas, in the header neither', () => {
    const columns = [countColumn('tickets', '=1+1'), textColumn('name', 'Name')]
    expect(linesOf({ columns, rows: [{ tickets: -3, name: '@evil' }] })).toEqual(["'=1+1,Name", "-3,'@evil"])
  })

  test('has times as they are, and quotes what contains separators', () => {
    const columns = [momentColumn('at', 'At'), textColumn('name', 'Name')]
    const rows = [{ at: '2026-11-21T12:00:00.000Z', name: 'Floor, "left"' }]
    expect(linesOf({ columns, rows })[1]).toBe('2026-11-21T12:00:00.000Z,"Floor, ""left"""')
  })

  test('begins with a byte order mark, for spreadsheets', () => {
    expect(reportCsv(REPORT).startsWith('\uFEFFName,')).toBe(true)
  })
})
