import type { showVerification as contract } from '#contracts/account/sign-in.ts'
import { fail } from '#contracts/platform/errors.ts'
import { PLAIN_NAME } from '#model/people/accounts.ts'
import { describeDevice } from '#model/platform/devices.ts'
import { succeed } from '#model/platform/result.ts'
import type { UseCase, VisitorCall } from '#server/use-case.ts'
import { findRegistration } from '#server/people/accounts/account-rows.ts'
import { findAccountToken } from './account-token-rows.ts'
import { findBrowserAccount } from '#server/people/sessions/find-browser-account.ts'
import { ACCOUNT_LIMITS, clientNetworkOf } from '#server/people/sessions/limits.ts'
import { hashToken } from './random-token.ts'
import { VERIFICATION_PURPOSES } from './verify-email.ts'

/**
 * Returns the name and sign-up details of the account that a link verifies, so that readers notice when the account
 * isn't theirs.
 */
export const showVerification: UseCase<typeof contract, VisitorCall> = async (context, { body, client }) => {
  const limited = await context.limits.consume(ACCOUNT_LIMITS.linkOfNetwork, clientNetworkOf(client.address))
  if (limited) return limited
  const now = new Date(context.clock.now())
  const token = await findAccountToken(context.db, {
    tokenHash: hashToken(body.token),
    purposes: VERIFICATION_PURPOSES,
    now,
  })
  const found = token && (await findRegistration(context.db, token.accountId))
  if (!found) return fail('LINK_INVALID')
  const { firstName, registeredAt, userAgent } = found
  return succeed({
    account: {
      email: token.email,
      // Only plain names are shown, so that a stranger can't register with a message to the reader as first name.
      firstName: PLAIN_NAME.test(firstName) ? firstName : '',
      registeredAt: registeredAt.toISOString(),
      device: userAgent === null ? '' : describeDevice(userAgent),
      isOwn: (await findBrowserAccount(context, client)) === token.accountId,
    },
  })
}
