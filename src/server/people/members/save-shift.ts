import type {
  ConsoleAssignment,
  createAssignment as createContract,
  deleteAssignment as deleteContract,
  putAssignment as putContract,
} from '#contracts/console/staff/assignments.ts'
import type { CodeOf } from '#contracts/platform/endpoint.ts'
import { fail } from '#contracts/platform/errors.ts'
import { succeed, type Result } from '#model/platform/result.ts'
import { editVersioned } from '#server/platform/audit/edit-versioned.ts'
import { recordChange, type AuditChange } from '#server/platform/audit/record-change.ts'
import { isUuid } from '#server/platform/ids/is-uuid.ts'
import { transact } from '#server/platform/db/transact.ts'
import type { PromoterCall, UseCase } from '#server/use-case.ts'
import { viewShift } from './list-shifts.ts'
import {
  deleteShiftRow,
  findShift,
  insertShift,
  lockShift,
  updateShift,
  type ShiftRow,
} from './shift-rows.ts'

export const createShift: UseCase<typeof createContract, PromoterCall> = async (context, call) => {
  const { promoterId, body } = call
  if (!isUuid(body.accountId) || !isUuid(body.eventId)) return fail('NOT_FOUND')
  const wrong = timesRefusal(body)
  if (wrong) return wrong
  const now = new Date(context.clock.now())
  return transact(
    context.db,
    async (trx): Promise<Result<{ assignment: ConsoleAssignment }, CodeOf<typeof createContract>>> => {
      const id = await insertShift(trx, { ...body, promoterId })
      const row = id === undefined ? undefined : await findShift(trx, { promoterId, id })
      if (!row) return fail('NOT_FOUND')
      await recordChange(trx, { ...changeOf(call, row, 'created'), after: stateOf(row) }, now)
      return succeed({ assignment: viewShift(row, now) })
    },
    // The member was removed meanwhile.
    { assignments_promoter_id_account_id_fkey: 'NOT_FOUND' },
  )
}

export const putShift: UseCase<typeof putContract, PromoterCall> = async (context, call) => {
  const { promoterId, body, params } = call
  const wrong = timesRefusal(body)
  if (wrong) return wrong
  const now = new Date(context.clock.now())
  const which = { promoterId, id: params.id }
  return editVersioned(context, call, {
    version: body.version,
    lock: (trx) => lockShift(trx, which),
    write: (trx) => updateShift(trx, { ...body, ...which }),
    view: (row) => viewShift(row, now),
    data: (assignment) => ({ assignment }),
    action: 'assignment.changed',
    subject: subjectOf,
    state: stateOf,
  })
}

export const deleteShift: UseCase<typeof deleteContract, PromoterCall> = async (context, call) => {
  const { promoterId, params } = call
  const which = { promoterId, id: params.id }
  return transact(context.db, async (trx) => {
    const before = await lockShift(trx, which)
    if (!before) return fail('NOT_FOUND')
    await deleteShiftRow(trx, which)
    const change = { ...changeOf(call, before, 'deleted'), before: stateOf(before) }
    await recordChange(trx, change, new Date(context.clock.now()))
    return succeed({})
  })
}

/**
 * Returns why the times are invalid. Local times are compared as text. Dates that don't exist must be refused here,
 * because PostgreSQL would throw.
 */
function timesRefusal({ localStart, localEnd }: { localStart: string; localEnd: string }) {
  const wrong = Object.entries({ localStart, localEnd }).filter(([, text]) => !isDay(text))
  if (wrong.length > 0)
    return fail(
      'VALIDATION_ERROR',
      wrong.map(([path]) => ({ path, message: 'Enter a valid day.' })),
    )
  if (localEnd > localStart) return undefined
  return fail('VALIDATION_ERROR', [{ path: 'localEnd', message: 'The end must be after the start.' }])
}

function isDay(local: string): boolean {
  const at = new Date(`${local}Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(local)
}

const changeOf = (
  { promoterId, actor }: PromoterCall,
  row: ShiftRow,
  verb: 'created' | 'deleted',
): AuditChange => ({ promoterId, actor, action: `assignment.${verb}`, subject: subjectOf(row) })

const subjectOf = ({ id, eventTitle: name }: ShiftRow): AuditChange['subject'] => ({ id, name })

const stateOf = ({ accountId, role, localStart, localEnd, note }: ShiftRow) => ({
  accountId,
  role,
  localStart,
  localEnd,
  note,
})
