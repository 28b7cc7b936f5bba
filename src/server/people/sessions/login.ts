import type { login as contract } from '#contracts/account/sign-in.ts'
import { fail } from '#contracts/platform/errors.ts'
import { succeed, type Result } from '#model/platform/result.ts'
import type { Context } from '#server/context.ts'
import type { Client, UseCase, VisitorCall } from '#server/use-case.ts'
import {
  listSignInAccounts,
  updatePasswordHash,
  type AccountRow,
  type SignInAccount,
} from '#server/people/accounts/account-rows.ts'
import {
  restoreLimits,
  hashLimitKey,
  ACCOUNT_LIMITS,
  clientNetworkOf,
  consumeLimits,
  type LimitedKey,
} from './limits.ts'
import { openSession } from './open-session.ts'
import { checkSecondFactor } from '#server/people/second-factors/second-factor.ts'

export const login: UseCase<typeof contract, VisitorCall> = async (context, { body, client, site }) => {
  const accounts = await listSignInAccounts(context.db, body.email)
  const counted = triesOf(context, { email: body.email, client, accounts })
  // The attempt is counted before the password is checked, so that parallel requests can't bypass the limit.
  const limited = await consumeLimits(context, counted)
  if (limited) return limited
  const found = await findByPassword(context, accounts, body.password)
  if (!found.success) {
    await restoreLimits(context, counted)
    return found
  }
  const account = found.data
  if (!account) return fail('INVALID_CREDENTIALS')
  const factor = await checkSecondFactor(context, { accountId: account.id, code: body.code, client })
  // A correct password without the required second factor isn't a failed attempt.
  if (factor.success || factor.error.code === 'SECOND_FACTOR_REQUIRED') await restoreLimits(context, counted)
  if (!factor.success) return factor
  const { hasSecondFactor } = factor.data
  const passwordHash = await renewHash(context, account, body.password)
  const opened = await openSession(context, {
    accountId: account.id,
    hasSecondFactor,
    client,
    site,
    passwordHash,
  })
  if (!opened) return fail('INVALID_CREDENTIALS')
  const { customer, accessToken, cookies } = opened
  return { ...succeed({ customer, staff: customer.staff, accessToken }), cookies }
}

/**
 * Returns the limits that apply to a sign-in. Known browsers of the account are counted separately, so that strangers
 * can't lock its owner out.
 */
function triesOf(
  context: Context,
  { email, client, accounts }: { email: string; client: Client; accounts: readonly AccountRow[] },
): LimitedKey[] {
  const network = clientNetworkOf(client.address)
  // Known browsers of the first account count: the verified one, or else the newest. Others don't, because anyone can
  // register with any address.
  const [first] = accounts
  const device = first && context.devices.find(client, first.id)
  return device === undefined
    ? [
        [ACCOUNT_LIMITS.loginOfNetwork, network],
        [ACCOUNT_LIMITS.loginOfNetworkAndEmail, hashLimitKey(network, email)],
        [ACCOUNT_LIMITS.loginOfStrangers, hashLimitKey(email)],
      ]
    : [[ACCOUNT_LIMITS.loginOfDevice, hashLimitKey(device, email)]]
}

/**
 * Always checks two passwords, so that the response time doesn't reveal which accounts exist. For a locked account,
 * every password counts as wrong.
 */
async function findByPassword(
  context: Context,
  accounts: readonly SignInAccount[],
  password: string,
): Promise<Result<AccountRow | undefined, 'RATE_LIMITED'>> {
  const matching: AccountRow[] = []
  for (const account of [accounts[0], accounts[1]]) {
    const hash = account?.passwordHash ?? context.passwords.dummyHash()
    const matches = await context.passwords.matches(password, hash)
    if (!matches.success) return matches
    if (matches.data && account && !account.isLocked) matching.push(account)
  }
  return succeed(matching[0])
}

/** Rehashes the password when the hash has outdated cost parameters. Returns the current hash. */
async function renewHash(context: Context, account: AccountRow, password: string): Promise<string> {
  const { id, passwordHash: from } = account
  const renewed = context.passwords.isOutdated(from) ? await context.passwords.hash(password) : undefined
  if (!renewed?.success) return from
  const isRenewed = await updatePasswordHash(context.db, {
    id,
    from,
    to: renewed.data,
    now: new Date(context.clock.now()),
  })
  return isRenewed ? renewed.data : from
}
