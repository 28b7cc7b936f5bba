import type { login as contract } from '#contracts/accounts.ts'
import { fail } from '#contracts/errors.ts'
import { succeed, type Result } from '#model/result.ts'
import type { Context } from '../context.ts'
import type { Client, UseCase, VisitorCall } from '../use-case.ts'
import { listAccountsToSignIn, updatePasswordHash, type AccountRow } from './account-rows.ts'
import { giveBackEach, keyOf, LIMITS, networkOf, takeEach, type Counted } from './limits.ts'
import { openSession } from './open-session.ts'
import { isOutdated, nobodysHash } from './password-hash.ts'
import { checkSecondFactor } from './second-factor.ts'

/** Signs in by password, and by a code of the second factor where the account has one. */
export const login: UseCase<typeof contract, VisitorCall> = async (context, { body, client, site }) => {
  const accounts = await listAccountsToSignIn(context.db, body.email)
  const counted = triesOf(context, { email: body.email, client, accounts })
  // Counted before anything is looked at, so that many at once are no way around.
  const limited = await takeEach(context, counted)
  if (limited) return limited
  const found = await findByPassword(context, accounts, body.password)
  if (!found.success) {
    await giveBackEach(context, counted)
    return found
  }
  const account = found.data
  if (!account) return fail('INVALID_CREDENTIALS')
  const factor = await checkSecondFactor(context, { accountId: account.id, code: body.code, client })
  // To be asked for the code is no failure of anybody's.
  if (factor.success || factor.error.code === 'SECOND_FACTOR_REQUIRED') await giveBackEach(context, counted)
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
 * A stranger can use up what is counted for strangers, and for their own network. The account's own browsers are counted by
 * themselves: its owner gets in whatever others try.
 */
function triesOf(
  context: Context,
  { email, client, accounts }: { email: string; client: Client; accounts: readonly AccountRow[] },
): Counted[] {
  const network = networkOf(client.address)
  // Anybody can register with any address: beside its owner, nobody's browser counts for more than a stranger's.
  const [first] = accounts
  const device = first && context.devices.find(client, first.id)
  return device === undefined
    ? [
        [LIMITS.loginOfNetwork, network],
        [LIMITS.loginOfNetworkAndEmail, keyOf(network, email)],
        [LIMITS.loginOfStrangers, keyOf(email)],
      ]
    : [[LIMITS.loginOfDevice, keyOf(device, email)]]
}

/** Always two passwords are checked, whoever is there, so that the time tells nothing. */
async function findByPassword(
  context: Context,
  accounts: readonly AccountRow[],
  password: string,
): Promise<Result<AccountRow | undefined, 'RATE_LIMITED'>> {
  const matching: AccountRow[] = []
  for (const account of [accounts[0], accounts[1]]) {
    const matches = await context.passwords.matches(password, account?.passwordHash ?? nobodysHash())
    if (!matches.success) return matches
    if (matches.data && account) matching.push(account)
  }
  return succeed(matching[0])
}

/** The hash that the account has now, at today's cost. */
async function renewHash(context: Context, account: AccountRow, password: string): Promise<string> {
  const { id, passwordHash: from } = account
  const renewed = isOutdated(from) ? await context.passwords.hash(password) : undefined
  if (!renewed?.success) return from
  const isRenewed = await updatePasswordHash(context.db, {
    id,
    from,
    to: renewed.data,
    now: new Date(context.clock.now()),
  })
  return isRenewed ? renewed.data : from
}
