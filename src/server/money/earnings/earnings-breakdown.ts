import * as z from 'zod/mini'
import type { earningsBreakdown as contract } from '#contracts/portal/earnings.ts'
import { fail } from '#contracts/platform/errors.ts'
import { toMajor } from '#model/platform/money.ts'
import { succeed } from '#model/platform/result.ts'
import { isUuid } from '#server/platform/ids/is-uuid.ts'
import { findMember } from '#server/people/members/find-staff.ts'
import type { MemberCall, UseCase } from '#server/use-case.ts'
import { listLines, type EarningLine, type LineSearch } from './line-rows.ts'
import { readDays } from './earning-days.ts'

const PAGE_SIZE = 50

export const earningsBreakdown: UseCase<typeof contract, MemberCall> = async (context, call) => {
  const staff = await findMember(context, call)
  if (!staff.success) return staff
  const { cursor, eventId, linkId } = call.query
  const after = cursor === undefined ? undefined : readCursor(cursor)
  if (cursor !== undefined && !after)
    return fail('VALIDATION_ERROR', [{ path: 'cursor', message: 'This page marker is not one of ours.' }])
  const days = readDays(call.query)
  if (!days.success) return days
  if ([eventId, linkId].some((id) => id !== undefined && !isUuid(id))) return fail('NOT_FOUND')
  const { promoterId, memberId } = staff.data
  const rows = await listLines(context.db, {
    ...days.data,
    promoterId,
    memberId,
    now: new Date(context.clock.now()),
    eventId,
    linkId,
    after,
    limit: PAGE_SIZE + 1,
  })
  const page = rows.slice(0, PAGE_SIZE)
  const last = page.at(-1)
  return succeed({
    breakdown: page.map(toLine),
    nextCursor: last && rows.length > PAGE_SIZE ? writeCursor(last) : null,
  })
}

const toLine = (row: EarningLine) => ({
  id: row.id,
  orderNumber: row.orderNumber,
  eventTitle: row.eventTitle,
  ticketName: row.ticketName,
  linkName: row.linkName,
  quantity: row.quantity,
  revenue: toMajor(row.revenueCents, row.currency),
  amount: toMajor(row.amountCents, row.currency),
  clawedBack: toMajor(row.clawedBackCents, row.currency),
  currency: row.currency,
  status: row.status,
  earnedAt: row.earnedAt.toISOString(),
})

/** Upper bound of times that both PostgreSQL and JavaScript accept. */
const LATEST_MS = Date.UTC(9999, 0)
const cursor = z.tuple([z.int().check(z.minimum(0), z.maximum(LATEST_MS)), z.uuid()])

const writeCursor = (row: EarningLine): string =>
  Buffer.from(JSON.stringify([row.earnedAt.getTime(), row.id])).toString('base64url')

function readCursor(text: string): LineSearch['after'] {
  try {
    const [earnedAt, id] = cursor.parse(JSON.parse(Buffer.from(text, 'base64url').toString()))
    return { earnedAt: new Date(earnedAt), id }
  } catch {
    return undefined
  }
}
