import type { ReportColumn, ReportRow } from '#contracts/console/reports.ts'
import type { Result } from '#model/platform/result.ts'
import { toMajor } from '#model/platform/money.ts'
import type { Context } from '#server/context.ts'
import type { ReportScope } from '#server/platform/report-totals/read-report-scope.ts'
import type { ReportEvent } from '#server/platform/report-totals/report-event-rows.ts'

export interface ReportTableData {
  columns: ReportColumn[]
  rows: ReportRow[]
  total: ReportRow | null
  against?: ReportEvent | undefined
  scope?: ReportScope
}

export type MakeReport = (
  context: Context,
  scope: ReportScope,
  query: { against?: string | undefined },
) => Promise<Result<ReportTableData, 'NOT_FOUND'>>

export const textColumn = (id: string, name: string): ReportColumn => ({ id, name, kind: 'text' })
export const countColumn = (id: string, name: string): ReportColumn => ({ id, name, kind: 'count' })
export const moneyColumn = (id: string, name: string): ReportColumn => ({ id, name, kind: 'money' })
export const shareColumn = (id: string, name: string): ReportColumn => ({ id, name, kind: 'share' })
export const momentColumn = (id: string, name: string): ReportColumn => ({ id, name, kind: 'moment' })
export const stepColumn = ({ by }: Pick<ReportScope, 'by'>): ReportColumn => ({
  id: 'step',
  name: { hour: 'Hour', day: 'Day', week: 'Week of' }[by],
  kind: 'time',
})

export function toTable(
  columns: readonly ReportColumn[],
  rows: readonly ReportRow[],
  currency: string,
): ReportTableData {
  const summed = columns.filter(({ kind }) => kind === 'count' || kind === 'money')
  const total = Object.fromEntries(
    summed.map(({ id }) => [id, rows.reduce((sum, row) => sum + Number(row[id] ?? 0), 0)]),
  )
  const inMajor = (row: ReportRow): ReportRow =>
    Object.fromEntries(
      columns.map(({ id, kind }) => [id, kind === 'money' ? major(row[id], currency) : (row[id] ?? null)]),
    )
  return { columns: [...columns], rows: rows.map(inMajor), total: rows.length > 0 ? inMajor(total) : null }
}

const major = (cents: ReportRow[string] | undefined, currency: string): number | null =>
  typeof cents === 'number' ? toMajor(cents, currency) : null
