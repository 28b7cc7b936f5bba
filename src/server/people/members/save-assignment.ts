import type {
  ConsoleAssignment,
  createAssignment as createContract,
  deleteAssignment as deleteContract,
  putAssignment as putContract,
} from '#contracts/console/staff/assignments.ts'
import type { CodeOf } from '#contracts/platform/endpoint.ts'
import { fail } from '#contracts/platform/errors.ts'
import { succeed, type Result } from '#model/platform/result.ts'
import { wallClockToMs } from '#model/platform/time/wall-clock.ts'
import { editVersioned } from '#server/platform/audit/edit-versioned.ts'
import { recordChange, type AuditChange } from '#server/platform/audit/record-change.ts'
import { isUuid } from '#server/platform/ids/is-uuid.ts'
import { transact } from '#server/platform/db/transact.ts'
import type { PromoterCall, UseCase } from '#server/use-case.ts'
import { viewAssignment } from './list-promoter-assignments.ts'
import {
  deleteAssignmentRow,
  findEventTimeZone,
  findAssignment,
  insertAssignment,
  lockAssignment,
  updateAssignment,
  type PromoterAssignmentRow,
  type AssignmentTimes,
} from './assignment-rows.ts'

export const createAssignment: UseCase<typeof createContract, PromoterCall> = async (context, call) => {
  const { promoterId, body } = call
  if (!isUuid(body.accountId) || !isUuid(body.eventId)) return fail('NOT_FOUND')
  const now = new Date(context.clock.now())
  return transact(
    context.db,
    async (trx): Promise<Result<{ assignment: ConsoleAssignment }, CodeOf<typeof createContract>>> => {
      const timeZone = await findEventTimeZone(trx, { promoterId, eventId: body.eventId })
      if (timeZone === undefined) return fail('NOT_FOUND')
      const times = readTimes(body, timeZone)
      if (!times.success) return times
      const id = await insertAssignment(trx, { ...body, ...times.data, promoterId })
      const row = id === undefined ? undefined : await findAssignment(trx, { promoterId, id })
      if (!row) return fail('NOT_FOUND')
      await recordChange(trx, { ...changeOf(call, row, 'created'), after: stateOf(row) }, now)
      return succeed({ assignment: viewAssignment(row, now) })
    },
    // The member was removed meanwhile.
    { assignments_promoter_id_account_id_fkey: 'NOT_FOUND' },
  )
}

export const putAssignment: UseCase<typeof putContract, PromoterCall> = async (context, call) => {
  const { promoterId, body, params } = call
  const now = new Date(context.clock.now())
  const which = { promoterId, id: params.id }
  return editVersioned(context, call, {
    version: body.version,
    lock: (trx) => lockAssignment(trx, which),
    write: async (trx, { timeZone }) => {
      const times = readTimes(body, timeZone)
      if (!times.success) return times
      return updateAssignment(trx, { ...body, ...times.data, ...which })
    },
    view: (row) => viewAssignment(row, now),
    data: (assignment) => ({ assignment }),
    action: 'assignment.changed',
    subject: subjectOf,
    state: stateOf,
  })
}

export const deleteAssignment: UseCase<typeof deleteContract, PromoterCall> = async (context, call) => {
  const { promoterId, params } = call
  const which = { promoterId, id: params.id }
  return transact(context.db, async (trx) => {
    const before = await lockAssignment(trx, which)
    if (!before) return fail('NOT_FOUND')
    await deleteAssignmentRow(trx, which)
    const change = { ...changeOf(call, before, 'deleted'), before: stateOf(before) }
    await recordChange(trx, change, new Date(context.clock.now()))
    return succeed({})
  })
}

/** Converts local times at the venue. VALIDATION_ERROR for times that don't exist there, and for an end before the start. */
function readTimes(
  local: { localStart: string; localEnd: string },
  timeZone: string,
): Result<AssignmentTimes, 'VALIDATION_ERROR'> {
  const startsAt = momentAt(local.localStart, timeZone)
  const endsAt = momentAt(local.localEnd, timeZone)
  const wrong = Object.entries({ localStart: startsAt, localEnd: endsAt }).flatMap(([path, moment]) =>
    typeof moment === 'string' ? [{ path, message: moment }] : [],
  )
  if (typeof startsAt === 'string' || typeof endsAt === 'string') return fail('VALIDATION_ERROR', wrong)
  if (endsAt > startsAt) return succeed({ startsAt: new Date(startsAt), endsAt: new Date(endsAt) })
  return fail('VALIDATION_ERROR', [{ path: 'localEnd', message: 'The end must be after the start.' }])
}

/** Returns the moment, or why there is none. */
const momentAt = (local: string, timeZone: string): number | string =>
  isDay(local) ? (wallClockToMs(local, timeZone) ?? SKIPPED) : 'Enter a valid day.'

const SKIPPED = 'This hour doesn’t exist: the clocks go forward that night. Choose another time.'

function isDay(local: string): boolean {
  const at = new Date(`${local}Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(local)
}

const changeOf = (
  { promoterId, actor }: PromoterCall,
  row: PromoterAssignmentRow,
  verb: 'created' | 'deleted',
): AuditChange => ({ promoterId, actor, action: `assignment.${verb}`, subject: subjectOf(row) })

const subjectOf = ({ id, eventTitle: name }: PromoterAssignmentRow): AuditChange['subject'] => ({ id, name })

const stateOf = ({ accountId, role, localStart, localEnd, note }: PromoterAssignmentRow) => ({
  accountId,
  role,
  localStart,
  localEnd,
  note,
})
