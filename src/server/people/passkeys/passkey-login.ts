import { fail } from '#contracts/platform/errors.ts'
import type { passkeyLogin as contract, PasskeyAssertion } from '#contracts/account/second-factors.ts'
import { succeed } from '#model/platform/result.ts'
import type { Site } from '#model/sites/sites.ts'
import type { Context } from '#server/context.ts'
import type { Limit } from '#server/platform/limits/rate-limits.ts'
import type { Client, UseCase, VisitorCall } from '#server/use-case.ts'
import { clientNetworkOf } from '#server/people/sessions/limits.ts'
import { openSession } from '#server/people/sessions/open-session.ts'
import { consumeResponseChallenge, verifyAuthentication } from './passkey-ceremony.ts'
import { findPasskey, recordPasskeyUse } from './passkey-rows.ts'

/** Limit per network, because verifying signatures takes time. */
const TRIES: Limit = { name: 'passkey-login', points: 60, seconds: 300 }

/** Signs in with a passkey. It counts as two factors, so neither password nor code is required. */
export const passkeyLogin: UseCase<typeof contract, VisitorCall> = async (
  context,
  { body, client, site },
) => {
  const limited = await context.limits.consume(TRIES, clientNetworkOf(client.address))
  if (limited) return limited
  const accountId = await proveAccount(context, { response: body.response, site, client })
  if (accountId === undefined) return fail('PASSKEY_REFUSED')
  const session = await openSession(context, { accountId, hasSecondFactor: true, client, site })
  if (!session) return fail('PASSKEY_REFUSED')
  const { customer, accessToken, cookies } = session
  return { ...succeed({ customer, staff: customer.staff, accessToken }), cookies }
}

async function proveAccount(
  context: Context,
  { response, site, client }: { response: PasskeyAssertion; site: Site; client: Client },
): Promise<string | undefined> {
  const challenge = await consumeResponseChallenge(context, { response, accountId: null, host: site.host })
  if (challenge === undefined) return undefined
  const passkey = await findPasskey(context.db, { credentialId: response.id, rpId: site.host })
  if (!passkey || !isOf(passkey.accountId, response)) return undefined
  const { origin } = client
  const counter = await verifyAuthentication(context, { site, origin, challenge, response, passkey })
  if (counter === undefined) return undefined
  const used = { credentialId: response.id, counter, now: new Date(context.clock.now()) }
  return (await recordPasskeyUse(context.db, used)) ? passkey.accountId : undefined
}

const isOf = (accountId: string, { response: { userHandle } }: PasskeyAssertion): boolean =>
  typeof userHandle === 'string' && Buffer.from(userHandle, 'base64url').toString() === accountId
