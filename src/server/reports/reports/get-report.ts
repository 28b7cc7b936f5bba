import type { Report, ReportName, ReportQuery, REPORTS } from '#contracts/console/reports.ts'
import { succeed, type Result } from '#model/platform/result.ts'
import type { Context } from '#server/context.ts'
import type { PromoterCall, UseCase } from '#server/use-case.ts'
import { readReportScope } from '#server/platform/report-totals/read-report-scope.ts'
import { reportFunnel } from './report-funnel.ts'
import { reportChannels, reportLinks, reportPromoCodes, reportTypes } from './report-keys.ts'
import { reportPace } from './report-pace.ts'
import { reportPayouts } from './report-payouts.ts'
import { reportFees, reportRefunds, reportSales, reportTaxes } from './report-steps.ts'
import type { MakeReport } from './report-table.ts'

const MAKERS: Readonly<Record<ReportName, MakeReport>> = {
  sales: reportSales,
  types: reportTypes,
  channels: reportChannels,
  links: reportLinks,
  'promo-codes': reportPromoCodes,
  funnel: reportFunnel,
  pace: reportPace,
  refunds: reportRefunds,
  fees: reportFees,
  taxes: reportTaxes,
  payouts: reportPayouts,
}

const MAX_ROWS = 1000

export async function createReport(
  context: Context,
  request: { name: ReportName; promoterId: string; query: ReportQuery },
): Promise<Result<Report, 'NOT_FOUND' | 'VALIDATION_ERROR'>> {
  const { name, query } = request
  const scope = await readReportScope(context, request)
  if (!scope.success) return scope
  const table = await MAKERS[name](context, scope.data, query)
  if (!table.success) return table
  const { columns, rows, total, against } = table.data
  const { from, to, by, timeZone, currency, currencies, event } = table.data.scope ?? scope.data
  return succeed({
    name,
    from,
    to,
    by,
    timeZone,
    currency,
    currencies,
    event: event ? { id: event.id, name: event.title } : null,
    against: against ? { id: against.id, name: against.title } : null,
    columns,
    rows,
    rowCount: rows.length,
    total,
  })
}

export const getReport =
  (name: ReportName): UseCase<(typeof REPORTS)[ReportName], PromoterCall> =>
  async (context, { promoterId, query }) => {
    const made = await createReport(context, { name, promoterId, query })
    return made.success
      ? succeed({ report: { ...made.data, rows: made.data.rows.slice(0, MAX_ROWS) } })
      : made
  }
