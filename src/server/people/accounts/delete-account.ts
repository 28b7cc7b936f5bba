import type { deleteAccount as contract } from '#contracts/account/accounts.ts'
import { succeed } from '#model/platform/result.ts'
import { transact } from '#server/platform/db/transact.ts'
import { forgetInvitations } from '#server/people/invitations/invitation-rows.ts'
import { revokeGiven } from '#server/people/members/revoke-given.ts'
import { dropUnusedUpload } from '#server/platform/uploads/drop-unused.ts'
import type { AccountCall, UseCase } from '#server/use-case.ts'
import { forgetMails } from './account-export-rows.ts'
import { deleteAccountRow, findMemberships, lockAccount } from './account-rows.ts'
import { checkPassword } from '#server/people/passwords/check-password.ts'
import { resignOperator } from '#server/people/operators/resign-operator.ts'
import { checkTies } from './check-ties.ts'
import { ownerOf } from './list-own-orders.ts'
import { noSession } from '#server/people/sessions/open-session.ts'
import { forgetBuyer } from './own-order-rows.ts'
import { lockTies } from './tie-rows.ts'

/** Orders are kept without personal data. Refused with unpaid earnings, as a promoter's only owner, and as the only operator. */
export const deleteAccount: UseCase<typeof contract, AccountCall> = async (context, call) => {
  const { account, body, client } = call
  const wrong = await checkPassword(context, { accountId: account.id, password: body.password, client })
  if (wrong) return wrong
  const now = new Date(context.clock.now())
  const kept = await checkTies(context.db, { accountId: account.id, now })
  if (kept) return kept
  // An email being sent locks its row and needs the account for its link: waiting under the account's lock would deadlock.
  await forgetMails(context.db, { ...ownerOf(account), waits: true })
  const gone = await transact(context.db, async (trx) => {
    const row = await lockAccount(trx, account.id)
    const owner = { accountId: account.id, email: row?.emailVerifiedAt ? row.email : null }
    await forgetBuyer(trx, owner)
    await forgetMails(trx, { ...owner, waits: false })
    await forgetInvitations(trx, owner)
    // Orders are locked before memberships, as in payment.
    await lockTies(trx, account.id)
    const stillKept = await checkTies(trx, { accountId: account.id, now })
    if (stillKept) return stillKept
    const isNeeded = await resignOperator(context, trx, { accountId: account.id, now })
    if (isNeeded) return isNeeded
    const actor = { accountId: account.id, apiKeyId: null }
    for (const { promoterId } of await findMemberships(trx, account.id))
      await revokeGiven(trx, { promoterId, actor, accountId: account.id }, now)
    return succeed(await deleteAccountRow(trx, account.id))
  })
  if (!gone.success) return gone
  await dropUnusedUpload(context, gone.data)
  return { ...succeed({}), cookies: noSession }
}
