import {
  getOverview as getOverviewContract,
  listReportEvents as listReportEventsContract,
  reportName,
  REPORTS,
} from '#contracts/console/reports.ts'
import { getOverview } from '#server/reports/get-overview.ts'
import { getReport } from '#server/reports/get-report.ts'
import { listReportEvents } from '#server/reports/list-report-events.ts'
import type { BindPromoter } from '#server/http/bindings.ts'

export function bindReports(bindPromoter: BindPromoter): void {
  bindPromoter(getOverviewContract, getOverview)
  bindPromoter(listReportEventsContract, listReportEvents)
  for (const name of reportName.options) bindPromoter(REPORTS[name], getReport(name))
}
