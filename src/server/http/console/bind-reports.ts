import { getOverview as getOverviewContract, reportName, REPORTS } from '#contracts/console/reports.ts'
import { getOverview } from '#server/reports/get-overview.ts'
import { getReport } from '#server/reports/get-report.ts'
import type { BindPromoter } from '#server/http/bindings.ts'

export function bindReports(bindPromoter: BindPromoter): void {
  bindPromoter(getOverviewContract, getOverview)
  for (const name of reportName.options) bindPromoter(REPORTS[name], getReport(name))
}
