import type {
  invitePromoter as inviteContract,
  listPromoterInvitations as listContract,
  PromoterInvitation,
  revokePromoterInvitation as revokeContract,
} from '#contracts/operator/registration.ts'
import type { CodeOf } from '#contracts/platform/endpoint.ts'
import { fail } from '#contracts/platform/errors.ts'
import { PROMOTER_INVITATION_LIFETIME_MS } from '#model/people/registration.ts'
import { succeed, type Result } from '#model/platform/result.ts'
import { insertOperatorChange } from '#server/people/operators/operator-rows.ts'
import { transact } from '#server/platform/db/transact.ts'
import { isUuid } from '#server/platform/ids/is-uuid.ts'
import { writeMails } from '#server/platform/outbox/mail-rows.ts'
import type { AccountCall, UseCase } from '#server/use-case.ts'
import {
  insertPromoterInvitation,
  listPromoterInvitationRows as listRows,
  revokePromoterInvitationRow as revokeRow,
  type PromoterInvitationRow,
} from './promoter-invitation-rows.ts'

/** Limit per operator, because recipients haven't asked for the email. */
const INVITING = { name: 'invite promoter', points: 200, seconds: 86_400 }
const MAX_LISTED = 200

export const invitePromoter: UseCase<typeof inviteContract, AccountCall> = async (context, call) => {
  const { body, account, client } = call
  const limited = await context.limits.consume(INVITING, account.id)
  if (limited) return limited
  const time = context.clock.now()
  const now = new Date(time)
  const invitation = {
    id: crypto.randomUUID(),
    email: body.email,
    accountId: account.id,
    now,
    expiresAt: new Date(time + PROMOTER_INVITATION_LIFETIME_MS),
  }
  return transact(
    context.db,
    async (trx): Promise<Result<{ invitation: PromoterInvitation }, CodeOf<typeof inviteContract>>> => {
      const row = await insertPromoterInvitation(trx, invitation)
      if (!row) return fail('INVITATION_THERE')
      const { id } = invitation
      const payload = { invitationId: id }
      const fact = `promoter_invitation:${id}`
      const mail = {
        kind: 'promoter_invitation',
        fact,
        payload,
        origin: client.origin,
        promoterId: null,
      } as const
      await writeMails(trx, [mail], now)
      const entry = { action: 'promoter_invitation.sent', subjectId: id } as const
      await insertOperatorChange(trx, { accountId: account.id, ...entry, now })
      return succeed({ invitation: view(row, time) })
    },
  )
}

export const listPromoterInvitations: UseCase<typeof listContract, AccountCall> = async (context) => {
  const rows = await listRows(context.db, MAX_LISTED)
  return succeed({ invitations: rows.map((row) => view(row, context.clock.now())) })
}

export const revokePromoterInvitation: UseCase<typeof revokeContract, AccountCall> = async (
  context,
  call,
) => {
  const { params, account } = call
  if (!isUuid(params.id)) return fail('NOT_FOUND')
  const now = new Date(context.clock.now())
  return transact(context.db, async (trx): Promise<Result<Record<string, never>, 'NOT_FOUND'>> => {
    if (!(await revokeRow(trx, { id: params.id, now }))) return fail('NOT_FOUND')
    const entry = { action: 'promoter_invitation.revoked', subjectId: params.id } as const
    await insertOperatorChange(trx, { accountId: account.id, ...entry, now })
    return succeed({})
  })
}

const view = (row: PromoterInvitationRow, now: number): PromoterInvitation => ({
  id: row.id,
  email: row.email,
  invitedBy: row.invitedBy,
  sentAt: row.createdAt.toISOString(),
  expiresAt: row.expiresAt.toISOString(),
  isExpired: row.expiresAt.getTime() <= now,
})
