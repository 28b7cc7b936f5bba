import { z } from 'zod'
import type { listDisputes as contract } from '#contracts/operator/payment-problems.ts'
import { fail } from '#contracts/platform/errors.ts'
import { succeed } from '#model/platform/result.ts'
import { createCursor } from '#server/platform/ids/cursors.ts'
import { isUuid } from '#server/platform/ids/is-uuid.ts'
import { PAGE_SIZE } from '#server/platform/ids/list-cursor.ts'
import type { AccountCall, UseCase } from '#server/use-case.ts'
import { viewAffectedOrder } from './list-payment-problems.ts'
import { listDisputeRows } from './payment-problem-rows.ts'

/** Cursors contain the time in milliseconds and the provider's id of the dispute, which isn't a UUID. */
const cursors = createCursor(
  z.tuple([
    z.int().min(0).max(Date.UTC(9999, 0)),
    z
      .string()
      .max(255)
      .regex(/^[\w-]+$/),
  ]),
)

export const listDisputes: UseCase<typeof contract, AccountCall> = async ({ db }, call) => {
  const { cursor, promoterId, status } = call.query
  if (promoterId !== undefined && !isUuid(promoterId)) return fail('NOT_FOUND')
  const place = cursor === undefined ? undefined : cursors.read(cursor)
  if (cursor !== undefined && !place)
    return fail('VALIDATION_ERROR', [{ path: 'cursor', message: 'This cursor is invalid.' }])
  const after = place && { at: new Date(place[0]), id: place[1] }
  const rows = await listDisputeRows(db, { promoterId, status, after })
  const page = rows.slice(0, PAGE_SIZE)
  const last = page.at(-1)
  return succeed({
    disputes: page.map((row) => ({
      ...viewAffectedOrder(row),
      id: row.id,
      status: row.status,
      reason: row.reason,
      openedAt: row.openedAt.toISOString(),
      decidedAt: row.decidedAt?.toISOString() ?? null,
    })),
    nextCursor: last && rows.length > PAGE_SIZE ? cursors.write([last.openedAt.getTime(), last.id]) : null,
  })
}
