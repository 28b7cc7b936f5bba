import { fail } from '#contracts/platform/errors.ts'
import type { Failure } from '#model/platform/result.ts'
import type { Context } from '#server/context.ts'
import { authenticate } from '#server/people/sessions/authenticate.ts'
import type { PromoterCall } from '#server/use-case.ts'

export async function secondFactorRefusal(
  context: Context,
  { client }: Pick<PromoterCall, 'client'>,
): Promise<Failure<'UNAUTHENTICATED' | 'SECOND_FACTOR_NEEDED'> | undefined> {
  const session = await authenticate(context, client)
  if (!session.success) return session
  return session.data.hasSecondFactor ? undefined : fail('SECOND_FACTOR_NEEDED')
}
