import type {
  approvePromoter as approveContract,
  reinstatePromoter as reinstateContract,
  rejectPromoter as rejectContract,
  suspendPromoter as suspendContract,
} from '#contracts/operator/promoters.ts'
import type { CodeOf } from '#contracts/platform/endpoint.ts'
import { fail } from '#contracts/platform/errors.ts'
import { statusAfter, type StatusChange } from '#model/people/promoter-status.ts'
import { succeed, type Result } from '#model/platform/result.ts'
import type { Context } from '#server/context.ts'
import { listOwnerIds } from '#server/people/accounts/membership-rows.ts'
import { insertOperatorChange } from '#server/people/operators/operator-rows.ts'
import { recordChange } from '#server/platform/audit/record-change.ts'
import { transact } from '#server/platform/db/transact.ts'
import { isUuid } from '#server/platform/ids/is-uuid.ts'
import type { MailFact } from '#server/platform/outbox/mail-facts.ts'
import { writeMails } from '#server/platform/outbox/mail-rows.ts'
import type { AccountCall, UseCase } from '#server/use-case.ts'
import { viewManagedPromoter } from './get-managed-promoter.ts'
import { lockPromoterStatus, setPromoterStatus } from './lifecycle-rows.ts'

export const approvePromoter: UseCase<typeof approveContract, AccountCall> = (context, call) =>
  move(context, call, { move: 'approve', reason: call.body.message })

export const rejectPromoter: UseCase<typeof rejectContract, AccountCall> = (context, call) =>
  move(context, call, { move: 'reject', reason: call.body.reason })

export const suspendPromoter: UseCase<typeof suspendContract, AccountCall> = (context, call) =>
  move(context, call, { move: 'suspend', reason: call.body.reason })

export const reinstatePromoter: UseCase<typeof reinstateContract, AccountCall> = (context, call) =>
  move(context, call, { move: 'reinstate', reason: call.body.message })

const ACTIONS = {
  approve: 'promoter.approved',
  reject: 'promoter.rejected',
  suspend: 'promoter.suspended',
  reinstate: 'promoter.reinstated',
} as const satisfies Record<StatusChange, string>

type StatusCall = AccountCall & { params: { id: string } }

/** Changes the promoter's status, logs the change and emails the owners. A repeated call changes nothing. */
async function move(
  context: Context,
  call: StatusCall,
  requested: { move: StatusChange; reason: string },
): ReturnType<UseCase<typeof suspendContract, AccountCall>> {
  const { id: promoterId } = call.params
  if (!isUuid(promoterId)) return fail('NOT_FOUND')
  const moved = await transact(
    context.db,
    async (trx): Promise<Result<null, CodeOf<typeof suspendContract>>> => {
      const before = await lockPromoterStatus(trx, promoterId)
      if (!before) return fail('NOT_FOUND')
      const status = statusAfter(requested.move, before.status)
      if (!status) return isRepeated(requested.move, before.status) ? succeed(null) : fail('PROMOTER_MOVED')
      const now = new Date(context.clock.now())
      const { reason } = requested
      await setPromoterStatus(trx, { promoterId, status, reason, now })
      const action = ACTIONS[requested.move]
      const accountId = call.account.id
      const state = { before: { status: before.status }, after: { status, ...(reason && { reason }) } }
      const subject = { id: promoterId, name: before.name }
      const actor = { accountId, apiKeyId: null, isOperator: true }
      await recordChange(trx, { promoterId, actor, action, subject, ...state }, now)
      const entry = { subjectId: promoterId, subject: before.name, promoterId, ...state }
      await insertOperatorChange(trx, { accountId, action, ...entry, now })
      const change = crypto.randomUUID()
      const owners = await listOwnerIds(trx, promoterId)
      const facts = owners.map((owner): MailFact => ({
        kind: 'promoter_status',
        fact: `promoter_status:${change}:${owner}`,
        payload: { accountId: owner, promoterId, move: requested.move, message: reason },
        origin: call.client.origin,
        promoterId: null,
      }))
      await writeMails(trx, facts, now)
      return succeed(null)
    },
  )
  if (!moved.success) return moved
  await context.sites.reload(promoterId)
  return viewManagedPromoter(context, call, promoterId)
}

const TARGETS = { approve: 'active', reject: 'rejected', suspend: 'suspended', reinstate: 'active' } as const

const isRepeated = (requested: StatusChange, status: string): boolean => TARGETS[requested] === status
