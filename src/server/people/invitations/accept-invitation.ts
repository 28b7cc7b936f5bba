import type { CodeOf, DataOf } from '#contracts/platform/endpoint.ts'
import { fail } from '#contracts/platform/errors.ts'
import type { acceptInvitation as contract } from '#contracts/account/invitations.ts'
import { succeed, type Result } from '#model/platform/result.ts'
import { lockAccounts, setVerifiedEmail, type AccountRow } from '#server/people/accounts/account-rows.ts'
import { deleteAccountTokens } from '#server/people/emails/account-token-rows.ts'
import { ACCOUNT_LIMITS, clientNetworkOf } from '#server/people/sessions/limits.ts'
import { hashToken } from '#server/people/emails/random-token.ts'
import { recordChange } from '#server/platform/audit/record-change.ts'
import type { Trx } from '#server/platform/db/query.ts'
import { transact } from '#server/platform/db/transact.ts'
import type { AccountCall, UseCase } from '#server/use-case.ts'
import {
  findInvitationByToken,
  findMemberRole,
  addMember,
  lockInvitationByToken,
  markInvitationAccepted,
  type InvitationRow,
} from './invitation-rows.ts'

type Answer = Result<DataOf<typeof contract>, CodeOf<typeof contract>>

/**
 * Accepts an invitation. Having the link proves access to the mailbox, so this also verifies the address, unless
 * another account has verified it.
 */
export const acceptInvitation: UseCase<typeof contract, AccountCall> = async (context, call) => {
  const limited = await context.limits.consume(
    ACCOUNT_LIMITS.linkOfNetwork,
    clientNetworkOf(call.client.address),
  )
  if (limited) return limited
  const tokenHash = hashToken(call.body.token)
  const now = new Date(context.clock.now())
  const found = await findInvitationByToken(context.db, tokenHash)
  if (!found) return fail('LINK_INVALID')
  return transact(
    context.db,
    async (trx): Promise<Answer> => {
      // Accounts are locked before memberships, as in all transactions.
      const accounts = await lockAccounts(trx, { id: call.account.id, emails: [found.email] })
      const row = await lockInvitationByToken(trx, tokenHash)
      if (!row) return fail('LINK_INVALID')
      if (!row.isOpen) return answerAgain(trx, row, call.account.id)
      if (row.expiresAt <= now) return fail('LINK_INVALID')
      const account = accounts.find(({ id }) => id === call.account.id)
      if (!account || !mayTake(accounts, account, row.email)) return fail('INVITATION_FOR_ANOTHER')
      if (!account.emailVerifiedAt) await verify(trx, { id: account.id, email: row.email, now })
      return join(trx, { row, accountId: account.id, now })
    },
    ONE_OWNER,
  )
}

const ONE_OWNER = { accounts_one_owner_per_email: 'INVITATION_FOR_ANOTHER' } as const

const mayTake = (accounts: readonly AccountRow[], account: AccountRow, email: string): boolean =>
  account.email === email &&
  (account.emailVerifiedAt !== null ||
    !accounts.some((each) => each.email === email && each.emailVerifiedAt !== null))

async function verify(trx: Trx, own: { id: string; email: string; now: Date }): Promise<void> {
  await setVerifiedEmail(trx, own)
  await deleteAccountTokens(trx, { accountId: own.id, purposes: ['verify_email'] })
}

async function join(
  trx: Trx,
  joining: { row: InvitationRow; accountId: string; now: Date },
): Promise<Answer> {
  const { row, accountId, now } = joining
  const { promoterId, promoterName, apiKeyId } = row
  const role = await addMember(trx, { promoterId, accountId, role: row.role, grantedByKey: apiKeyId, now })
  await markInvitationAccepted(trx, { id: row.id, by: accountId, now })
  const subject = { id: accountId, name: '' }
  const actor = { accountId, apiKeyId: null }
  await recordChange(trx, { promoterId, actor, action: 'member.joined', subject, after: { role } }, now)
  return succeed({ promoterId, promoterName, role })
}

/** Returns the same response as the first acceptance. A member who has since been removed isn't added again. */
async function answerAgain(trx: Trx, row: InvitationRow, accountId: string): Promise<Answer> {
  const { promoterId, promoterName, acceptedBy } = row
  const role = acceptedBy === accountId ? await findMemberRole(trx, { promoterId, accountId }) : undefined
  return role ? succeed({ promoterId, promoterName, role }) : fail('LINK_INVALID')
}
