import type {
  DoorConflict,
  listDoorConflicts as listContract,
  resolveDoorConflict as resolveContract,
} from '#contracts/console/door/dashboard.ts'
import { fail } from '#contracts/platform/errors.ts'
import { succeed } from '#model/platform/result.ts'
import { recordChange } from '#server/platform/audit/record-change.ts'
import { transact } from '#server/platform/db/transact.ts'
import { splitPage, PAGE_SIZE, parseCursor } from '#server/platform/ids/list-cursor.ts'
import type { PromoterCall, UseCase } from '#server/use-case.ts'
import {
  listDoorConflictRows,
  lockDoorConflict,
  markConflictResolved,
  type DoorConflictRow,
} from './conflict-rows.ts'
import { findCheckInEvent } from '#server/sales/entrances/entrance-rows.ts'

export const listDoorConflicts: UseCase<typeof listContract, PromoterCall> = async (
  { db },
  { promoterId, params, query },
) => {
  const after = parseCursor(query.cursor)
  if (!after.success) return after
  const key = { promoterId, eventId: params.id }
  if (!(await findCheckInEvent(db, key))) return fail('NOT_FOUND')
  const rows = await listDoorConflictRows(db, {
    ...key,
    isResolved: query.state === 'resolved',
    after: after.data,
    limit: PAGE_SIZE + 1,
  })
  const { page, nextCursor } = splitPage(rows, ({ foundAt, id }) => ({ at: foundAt, id }))
  return succeed({ conflicts: page.map(viewConflict), nextCursor })
}

export const resolveDoorConflict: UseCase<typeof resolveContract, PromoterCall> = (context, call) =>
  transact(context.db, async (trx) => {
    const { promoterId, actor, params, body } = call
    const find = { promoterId, id: params.id }
    const open = await lockDoorConflict(trx, find)
    if (!open) return fail('NOT_FOUND')
    if (open.resolvedAt) return succeed({ conflict: viewConflict(open) })
    const now = new Date(context.clock.now())
    await markConflictResolved(trx, { ...find, accountId: actor.accountId, note: body.note, now })
    const subject = { id: open.eventId, name: open.eventTitle }
    // The log leaves out the note, which can name a person.
    const after = { ticket: open.code, devices: [open.firstDevice, open.secondDevice] }
    await recordChange(trx, { promoterId, actor, action: 'double_entry.resolved', subject, after }, now)
    const resolved = await lockDoorConflict(trx, find)
    return resolved ? succeed({ conflict: viewConflict(resolved) }) : fail('NOT_FOUND')
  })

const viewConflict = (row: DoorConflictRow): DoorConflict => ({
  id: row.id,
  ticketId: row.ticketId,
  code: row.code,
  holder: row.holder,
  ticketName: row.ticketName,
  orderId: row.orderId,
  orderNumber: row.orderNumber,
  first: { at: row.firstAt.toISOString(), device: row.firstDevice, gate: row.firstGate },
  second: { at: row.secondAt.toISOString(), device: row.secondDevice, gate: row.secondGate },
  foundAt: row.foundAt.toISOString(),
  resolvedAt: row.resolvedAt?.toISOString() ?? null,
  resolvedBy: row.resolvedBy,
  note: row.note,
})
