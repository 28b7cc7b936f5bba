import { fail } from '#contracts/errors.ts'
import type { passkeyLoginOptions as contract } from '#contracts/second-factors.ts'
import { succeed } from '#model/result.ts'
import type { Limit } from '../http/rate-limits.ts'
import type { UseCase, VisitorCall } from '../use-case.ts'
import { networkOf } from './limits.ts'
import { hasPasskeys, offerAuthentication } from './passkey-ceremony.ts'

/** Per address, behind which a whole office may be: each leaves a row behind for five minutes. */
const OFFERS: Limit = { name: 'passkey-offers', points: 120, seconds: 300 }

/** The same for everybody on this host: which passkey fits, and whose it is, the browser knows. */
export const offerPasskeyLogin: UseCase<typeof contract, VisitorCall> = async (context, { client, site }) => {
  if (!hasPasskeys(site)) return fail('PASSKEY_REFUSED')
  const limited = await context.limits.take(OFFERS, networkOf(client.address))
  return limited ?? succeed({ options: await offerAuthentication(context, site) })
}
