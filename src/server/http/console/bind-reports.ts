import * as reports from '#contracts/console/reports.ts'
import { getOverview } from '#server/reports/reports/get-overview.ts'
import { getReport } from '#server/reports/reports/get-report.ts'
import { listReportEvents } from '#server/reports/reports/list-report-events.ts'
import type { Bind } from '#server/http/bindings/bindings.ts'

export function bindReports(bind: Bind): void {
  bind(reports.getOverview, getOverview)
  bind(reports.listReportEvents, listReportEvents)
  for (const name of reports.reportName.options) bind(reports.REPORTS[name], getReport(name))
}
