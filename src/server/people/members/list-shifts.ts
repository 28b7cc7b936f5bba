import type {
  ConsoleAssignment,
  listPromoterAssignments as contract,
} from '#contracts/console/staff/assignments.ts'
import type { staffChoices as choicesContract } from '#contracts/console/staff/staff.ts'
import { toMajor } from '#model/platform/money.ts'
import { succeed } from '#model/platform/result.ts'
import { splitPage, PAGE_SIZE, parseCursor } from '#server/platform/ids/moment-cursor.ts'
import type { PromoterCall, UseCase } from '#server/use-case.ts'
import { listStaffChoices, listShiftRows, type ShiftRow } from './shift-rows.ts'

export const listShifts: UseCase<typeof contract, PromoterCall> = async (context, { promoterId, query }) => {
  const { cursor, ...filters } = query
  const after = parseCursor(cursor)
  if (!after.success) return after
  const find = { ...filters, promoterId, after: after.data, limit: PAGE_SIZE + 1 }
  const rows = await listShiftRows(context.db, find)
  const { page, nextCursor } = splitPage(rows, ({ startsAt: at, id }) => ({ at, id }))
  const now = new Date(context.clock.now())
  return succeed({ assignments: page.map((row) => viewShift(row, now)), nextCursor })
}

export const viewShift = (row: ShiftRow, now: Date): ConsoleAssignment => ({
  ...row,
  startsAt: row.startsAt.toISOString(),
  endsAt: row.endsAt.toISOString(),
  isOver: row.endsAt <= now,
})

export const staffChoices: UseCase<typeof choicesContract, PromoterCall> = async (
  context,
  { promoterId },
) => {
  const rows = await listStaffChoices(context.db, { promoterId, now: new Date(context.clock.now()) })
  const events = rows.map(({ startsAt, ticketTypes, ...event }) => ({
    ...event,
    startsAt: startsAt.toISOString(),
    ticketTypes: ticketTypes.map(({ id, name, priceCents }) => ({
      id,
      name,
      price: toMajor(priceCents, event.currency),
    })),
  }))
  return succeed({ events })
}
