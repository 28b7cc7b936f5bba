import type { listReportEvents as contract } from '#contracts/console/reports.ts'
import { succeed } from '#model/platform/result.ts'
import { listReportEventRows } from '#server/platform/report-totals/report-event-rows.ts'
import type { PromoterCall, UseCase } from '#server/use-case.ts'

const MAX_ROWS = 500

export const listReportEvents: UseCase<typeof contract, PromoterCall> = async ({ db }, { promoterId }) => {
  const rows = await listReportEventRows(db, { promoterId, limit: MAX_ROWS })
  return succeed({ events: rows.map((event) => ({ ...event, startsAt: event.startsAt.toISOString() })) })
}
