import type { startSupport as contract, SupportSession } from '#contracts/operator/promoters.ts'
import type { CodeOf } from '#contracts/platform/endpoint.ts'
import { fail } from '#contracts/platform/errors.ts'
import { SUPPORT_SESSION_MS } from '#model/people/scopes.ts'
import { succeed, type Result } from '#model/platform/result.ts'
import { listOwnerIds } from '#server/people/accounts/membership-rows.ts'
import { insertOperatorChange } from '#server/people/operators/operator-rows.ts'
import { findPromoterName } from '#server/people/promoters/promoter-rows.ts'
import { recordChange } from '#server/platform/audit/record-change.ts'
import { transact } from '#server/platform/db/transact.ts'
import { isUuid } from '#server/platform/ids/is-uuid.ts'
import type { MailFact } from '#server/platform/outbox/mail-facts.ts'
import { writeMails } from '#server/platform/outbox/mail-rows.ts'
import type { AccountCall, UseCase } from '#server/use-case.ts'
import { findSupportSession, insertSupportSession } from './support-rows.ts'

/** Starts acting for a promoter. A repeated call for the same promoter returns the running session. */
export const startSupport: UseCase<typeof contract, AccountCall> = async (context, call) => {
  const { params, body, account, client } = call
  const { id: promoterId } = params
  if (!isUuid(promoterId)) return fail('NOT_FOUND')
  const time = context.clock.now()
  const now = new Date(time)
  const endsAt = new Date(time + SUPPORT_SESSION_MS)
  return transact(
    context.db,
    async (trx): Promise<Result<{ support: SupportSession }, CodeOf<typeof contract>>> => {
      const promoterName = await findPromoterName(trx, promoterId)
      if (promoterName === undefined) return fail('NOT_FOUND')
      const accountId = account.id
      const { reason } = body
      const support = { id: crypto.randomUUID(), promoterId, accountId, reason, now, endsAt }
      if (!(await insertSupportSession(trx, support))) {
        const running = await findSupportSession(trx, { accountId, now })
        return running?.promoterId === promoterId
          ? succeed({ support: viewSupport(running) })
          : fail('SUPPORT_RUNNING')
      }
      const after = { reason }
      const subject = { id: promoterId, name: promoterName }
      const actor = { accountId, apiKeyId: null, supportId: support.id }
      await recordChange(trx, { promoterId, actor, action: 'support.started', subject }, now)
      const about = { subjectId: promoterId, subject: promoterName, promoterId, after }
      await insertOperatorChange(trx, { accountId, action: 'support.started', ...about, now })
      const owners = await listOwnerIds(trx, promoterId)
      const facts = owners.map((owner): MailFact => ({
        kind: 'support_started',
        fact: `support_started:${support.id}:${owner}`,
        payload: { accountId: owner, supportId: support.id },
        origin: client.origin,
        promoterId: null,
      }))
      await writeMails(trx, facts, now)
      return succeed({ support: viewSupport({ ...support, promoterName }) })
    },
  )
}

const viewSupport = (row: {
  promoterId: string
  promoterName: string
  reason: string
  endsAt: Date
}): SupportSession => ({
  promoterId: row.promoterId,
  promoterName: row.promoterName,
  reason: row.reason,
  endsAt: row.endsAt.toISOString(),
})
