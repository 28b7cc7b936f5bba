import type {
  ConsoleAssignment,
  listPromoterAssignments as contract,
} from '#contracts/console/staff/assignments.ts'
import type { listStaffOptions as optionsContract } from '#contracts/console/staff/staff.ts'
import { toMajor } from '#model/platform/money.ts'
import { succeed } from '#model/platform/result.ts'
import { splitPage, PAGE_SIZE, parseCursor } from '#server/platform/ids/list-cursor.ts'
import type { PromoterCall, UseCase } from '#server/use-case.ts'
import {
  listStaffOptionRows,
  listPromoterAssignmentRows,
  type PromoterAssignmentRow,
} from './assignment-rows.ts'

export const listPromoterAssignments: UseCase<typeof contract, PromoterCall> = async (
  context,
  { promoterId, query },
) => {
  const { cursor, ...filters } = query
  const after = parseCursor(cursor)
  if (!after.success) return after
  const find = { ...filters, promoterId, after: after.data, limit: PAGE_SIZE + 1 }
  const rows = await listPromoterAssignmentRows(context.db, find)
  const { page, nextCursor } = splitPage(rows, ({ startsAt: at, id }) => ({ at, id }))
  const now = new Date(context.clock.now())
  return succeed({ assignments: page.map((row) => viewAssignment(row, now)), nextCursor })
}

export const viewAssignment = (row: PromoterAssignmentRow, now: Date): ConsoleAssignment => ({
  ...row,
  startsAt: row.startsAt.toISOString(),
  endsAt: row.endsAt.toISOString(),
  isOver: row.endsAt <= now,
})

export const listStaffOptions: UseCase<typeof optionsContract, PromoterCall> = async (
  context,
  { promoterId },
) => {
  const rows = await listStaffOptionRows(context.db, { promoterId, now: new Date(context.clock.now()) })
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
