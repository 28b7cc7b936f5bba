import { fail } from '#contracts/errors.ts'
import { succeed, type Result } from '#model/result.ts'
import type { Context } from '../context.ts'
import { isProviderError } from './provider.ts'

/** A provider that can't be reached is an expected failure; anything else it throws is a bug and goes on. */
export async function askProvider<Answer>(
  context: Context,
  ask: () => Promise<Answer>,
): Promise<Result<Answer, 'PAYMENT_PROVIDER_FAILED'>> {
  try {
    return succeed(await ask())
  } catch (error) {
    if (!isProviderError(error, 'ProviderUnavailable')) throw error
    context.log.error({ err: error }, 'The payment provider did not answer')
    return fail('PAYMENT_PROVIDER_FAILED')
  }
}
