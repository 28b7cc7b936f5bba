import { useState } from 'react'
import type { Report, ReportColumn, ReportRow } from '#contracts/console/reports.ts'
import { Button } from '#ui/Button.tsx'
import { DataTable, type Column } from '#ui/DataTable.tsx'
import { formatCell } from './format-report.ts'
import { formatNumber } from '#ui/format/format-numbers.ts'

/** Number of rows shown until the user asks for all. */
const SHOWN = 10

interface Line {
  key: string
  row: ReportRow
}

export function ReportTable({ report }: { report: Report }) {
  const [isWhole, setWhole] = useState(false)
  const lines = linesOf(report)
  const shown = isWhole ? lines : lines.slice(0, SHOWN)
  const total: Line[] = report.total ? [{ key: 'total', row: report.total }] : []
  const [first, ...others] = report.columns.map((column, index) => toColumn(column, report, index === 0))
  if (!first) return null
  return (
    <div className="report-table">
      <h2 id="report-table-title" className="visually-hidden">
        Report data
      </h2>
      {/* The table is focusable, so that the keyboard can scroll it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <section className="report-scroll" aria-labelledby="report-table-title" tabIndex={0}>
        <DataTable
          labelledBy="report-table-title"
          columns={[first, ...others]}
          rows={[...shown, ...total]}
          keyOf={({ key }) => key}
          className={total.length > 0 ? 'report-summed' : ''}
        />
      </section>
      {shown.length < lines.length && (
        <Button variant="quiet" onClick={() => setWhole(true)}>
          Show all {formatNumber(lines.length)} lines
        </Button>
      )}
      {report.rowCount > report.rows.length && (
        <p className="field-hint">
          These are the first {formatNumber(report.rows.length)} of {formatNumber(report.rowCount)} lines.
          Totals and the CSV file include all lines.
        </p>
      )}
    </div>
  )
}

/** Returns the rows to show: without empty intervals, and latest first. */
function linesOf({ rows, columns, name }: Report): Line[] {
  const numbered = rows.map((row, index) => ({ key: String(index), row }))
  if (columns[0]?.kind !== 'time' && name !== 'pace') return numbered
  const numbers = columns.filter(({ kind }) => kind === 'count' || kind === 'money')
  return numbered.filter(({ row }) => numbers.some(({ id }) => row[id])).toReversed()
}

function toColumn(column: ReportColumn, report: Report, isFirst: boolean): Column<Line> {
  const { id, name, kind } = column
  const isNumber = kind === 'count' || kind === 'money' || kind === 'share'
  return {
    name,
    isNumber,
    cell: ({ key, row }) => {
      if (key !== 'total') return formatCell(row, column, report)
      if (isFirst) return 'Total'
      return row[id] === undefined || row[id] === null ? '' : formatCell(row, column, report)
    },
  }
}
