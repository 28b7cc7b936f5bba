import { fail } from '#contracts/errors.ts'
import { succeed, type Result } from '#model/result.ts'
import type { Context } from '../context.ts'
import { hasAuthenticator } from './second-factor-rows.ts'

/** Of an account whose password was right: whether the second factor that it asks for is there, too. */
export async function checkSecondFactor(
  context: Context,
  { accountId, code }: { accountId: string; code: string | undefined },
): Promise<
  Result<{ hasSecondFactor: boolean }, 'SECOND_FACTOR_REQUIRED' | 'SECOND_FACTOR_WRONG' | 'RATE_LIMITED'>
> {
  if (!(await hasAuthenticator(context.db, accountId))) return succeed({ hasSecondFactor: false })
  return fail(code === undefined ? 'SECOND_FACTOR_REQUIRED' : 'SECOND_FACTOR_WRONG')
}
