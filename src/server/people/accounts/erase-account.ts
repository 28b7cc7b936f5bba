import type { ErrorCode } from '#contracts/platform/errors.ts'
import { succeed, type Failure, type Result } from '#model/platform/result.ts'
import type { Context } from '#server/context.ts'
import { deleteInvitationsOfAccount } from '#server/people/invitations/invitation-rows.ts'
import { revokeCreatedByMember } from '#server/people/members/revoke-created-by-member.ts'
import { resignOperator } from '#server/people/operators/resign-operator.ts'
import type { Trx } from '#server/platform/db/query.ts'
import { deletePromoterInvitationsOf } from '#server/people/registration/promoter-invitation-rows.ts'
import { transact } from '#server/platform/db/transact.ts'
import { deleteUnusedUpload } from '#server/platform/uploads/delete-unused-upload.ts'
import { deleteMailsOfAccount } from './account-export-rows.ts'
import { deleteAccountRow, lockAccount, type AccountRow } from './account-rows.ts'
import { findMemberships } from './membership-rows.ts'
import { deletionRefusal } from './deletion-refusal.ts'
import { anonymiseOrders, type OrderOwner } from './own-order-rows.ts'
import { lockMembershipsAndEarnings } from './deletion-check-rows.ts'

type Tie = 'EARNINGS_LEFT' | 'SOLE_OWNER' | 'SOLE_OPERATOR'

/**
 * Deletes an account. Orders are kept without personal data. Refused while the account has unpaid earnings, is the
 * only owner of a promoter or is the only operator. `expect` runs in the same transaction while the account's row is
 * locked; it can refuse the deletion, and it can log it.
 */
export async function eraseAccount<Code extends ErrorCode = never>(
  context: Context,
  account: OrderOwner,
  expect: (trx: Trx, row: AccountRow | undefined) => Promise<Failure<Code> | undefined> = async () =>
    undefined,
): Promise<Result<undefined, Tie | Code>> {
  const { accountId } = account
  const now = new Date(context.clock.now())
  const kept = await deletionRefusal(context.db, { accountId, now })
  if (kept) return kept
  // Waits for emails that are being sent. Sending locks an email and then needs the account's row for its links, so
  // waiting after locking the account's row would deadlock.
  await deleteMailsOfAccount(context.db, { ...account, waits: true })
  const gone = await transact<string, Tie | Code>(context.db, async (trx) => {
    const row = await lockAccount(trx, accountId)
    const owner = { accountId, email: row?.emailVerifiedAt ? row.email : null }
    await anonymiseOrders(trx, owner)
    await deleteMailsOfAccount(trx, { ...owner, waits: false })
    await deleteInvitationsOfAccount(trx, owner)
    await deletePromoterInvitationsOf(trx, owner.email)
    // Orders are locked before memberships, in the same order as for payments.
    await lockMembershipsAndEarnings(trx, accountId)
    const stillKept = await deletionRefusal(trx, { accountId, now })
    if (stillKept) return stillKept
    const isNeeded = await resignOperator(context, trx, { accountId, now })
    if (isNeeded) return isNeeded
    const refused = await expect(trx, row)
    if (refused) return refused
    const actor = { accountId, apiKeyId: null }
    for (const { promoterId } of await findMemberships(trx, accountId))
      await revokeCreatedByMember(trx, { promoterId, actor, accountId }, now)
    return succeed(await deleteAccountRow(trx, accountId))
  })
  if (!gone.success) return gone
  await deleteUnusedUpload(context, gone.data)
  return succeed(undefined)
}
