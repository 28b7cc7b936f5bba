import { fail } from '#contracts/platform/errors.ts'
import type { Failure } from '#model/platform/result.ts'
import type { Context } from '#server/context.ts'
import type { Client } from '#server/use-case.ts'
import { findAccount } from '#server/people/accounts/account-rows.ts'
import {
  restoreLimits,
  hashLimitKey,
  ACCOUNT_LIMITS,
  consumeLimits,
  type LimitedKey,
} from '#server/people/sessions/limits.ts'

export async function checkPassword(
  context: Context,
  { accountId, password }: { accountId: string; password: string; client: Client },
): Promise<Failure<'PASSWORD_WRONG' | 'RATE_LIMITED'> | undefined> {
  const counted: LimitedKey[] = [[ACCOUNT_LIMITS.passwordOfAccount, hashLimitKey(accountId)]]
  const limited = await consumeLimits(context, counted)
  if (limited) return limited
  const account = await findAccount(context.db, accountId)
  if (!account) return fail('PASSWORD_WRONG')
  const matches = await context.passwords.matches(password, account.passwordHash)
  if (matches.success && !matches.data) return fail('PASSWORD_WRONG')
  await restoreLimits(context, counted)
  return matches.success ? undefined : matches
}
