import type { EventForCheckIn, listCheckInEvents as contract } from '#contracts/console/door/check-ins.ts'
import { succeed } from '#model/platform/result.ts'
import type { PromoterCall, UseCase } from '#server/use-case.ts'
import { listCheckInEventRows, type CheckInEventRow } from '#server/sales/entrances/entrance-rows.ts'

const LISTED_AFTER_END_MS = 60 * 86_400_000

export const listCheckInEvents: UseCase<typeof contract, PromoterCall> = async (
  { db, clock },
  { promoterId },
) => {
  const endedAfter = new Date(clock.now() - LISTED_AFTER_END_MS)
  const rows = await listCheckInEventRows(db, { promoterId, endedAfter })
  return succeed({ events: rows.map(viewCheckInEvent) })
}

export const viewCheckInEvent = (row: CheckInEventRow): EventForCheckIn => ({
  id: row.id,
  title: row.title,
  startsAt: row.startsAt.toISOString(),
  endsAt: row.endsAt.toISOString(),
  timeZone: row.timeZone,
  status: row.status,
})
