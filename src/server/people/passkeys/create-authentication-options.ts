import { fail } from '#contracts/platform/errors.ts'
import type { createPasskeyAuthenticationOptions as contract } from '#contracts/account/second-factors.ts'
import { succeed } from '#model/platform/result.ts'
import type { Limit } from '#server/platform/limits/rate-limits.ts'
import type { UseCase, VisitorCall } from '#server/use-case.ts'
import { clientNetworkOf } from '#server/people/sessions/limits.ts'
import { canHavePasskeys, createAuthenticationOptions } from './passkey-ceremony.ts'

/** Limit per network, which can be a whole office. Each call stores a row for five minutes. */
const OPTIONS_LIMIT: Limit = { name: 'passkey-offers', points: 120, seconds: 300 }

export const createPasskeyAuthenticationOptions: UseCase<typeof contract, VisitorCall> = async (
  context,
  { client, site },
) => {
  if (!canHavePasskeys(site)) return fail('PASSKEY_REFUSED')
  const limited = await context.limits.consume(OPTIONS_LIMIT, clientNetworkOf(client.address))
  return limited ?? succeed({ options: await createAuthenticationOptions(context, site) })
}
