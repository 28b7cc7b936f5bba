import { sql } from 'kysely'
import type { listReportEvents as contract } from '#contracts/console/reports.ts'
import { succeed } from '#model/platform/result.ts'
import type { PromoterCall, UseCase } from '#server/use-case.ts'

/** Maximum number of entries in the picker. */
const MAX_ROWS = 500

export const listReportEvents: UseCase<typeof contract, PromoterCall> = async ({ db }, { promoterId }) => {
  const { rows } = await sql<{ id: string; title: string; startsAt: Date; timeZone: string }>`
    select id, title, starts_at as "startsAt", time_zone as "timeZone" from events
    where promoter_id = ${promoterId} and status <> 'draft' order by starts_at desc, id limit ${MAX_ROWS}`.execute(
    db,
  )
  return succeed({ events: rows.map((event) => ({ ...event, startsAt: event.startsAt.toISOString() })) })
}
