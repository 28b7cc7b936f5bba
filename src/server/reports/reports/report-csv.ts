import type { Report, ReportColumn, ReportRow } from '#contracts/console/reports.ts'
import { formatCsv, escapeFormulas } from '#model/platform/csv.ts'
import { minorDigits } from '#model/platform/money.ts'

/** Formats a report as CSV (RFC 4180). Amounts are plain numbers, and the header contains the currency. */
export function reportCsv({ columns, rows, currency }: Report): string {
  const head = columns.map(({ name, kind }) => (kind === 'money' ? `${name} (${currency})` : name))
  const digits = minorDigits(currency)
  return formatCsv([
    head.map(escapeFormulas),
    ...rows.map((row) => columns.map((column) => cellOf(row, column, digits))),
  ])
}

function cellOf(row: ReportRow, { id, kind }: ReportColumn, digits: number): string {
  const value = row[id] ?? null
  if (value === null) return ''
  if (typeof value === 'string') return escapeFormulas(value)
  if (kind === 'money') return value.toFixed(digits)
  return kind === 'share' ? value.toFixed(4) : String(value)
}
