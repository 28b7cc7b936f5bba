import {
  getOverview as getOverviewContract,
  listReportEvents as listReportEventsContract,
  reportName,
  REPORTS,
} from '#contracts/console/reports.ts'
import { getOverview } from '#server/reports/reports/get-overview.ts'
import { getReport } from '#server/reports/reports/get-report.ts'
import { listReportEvents } from '#server/reports/reports/list-report-events.ts'
import type { BindPromoter } from '#server/http/bindings/bindings.ts'

export function bindReports(bindPromoter: BindPromoter): void {
  bindPromoter(getOverviewContract, getOverview)
  bindPromoter(listReportEventsContract, listReportEvents)
  for (const name of reportName.options) bindPromoter(REPORTS[name], getReport(name))
}
