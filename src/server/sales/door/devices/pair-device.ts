import { fail } from '#contracts/platform/errors.ts'
import type { pairDevice as contract } from '#contracts/portal/door-pairing.ts'
import { hasRoleScope } from '#model/people/scopes.ts'
import { hasAccessEnded, readPairingCode, toDoorToken } from '#model/sales/door/pairings.ts'
import { grantedRight } from '#model/sales/door/rights.ts'
import { succeed, type Failure, type Result } from '#model/platform/result.ts'
import type { Site } from '#model/sites/sites.ts'
import type { Context } from '#server/context.ts'
import { hashToken, randomToken } from '#server/people/emails/random-token.ts'
import { clientNetworkOf } from '#server/people/sessions/limits.ts'
import { recordChange } from '#server/platform/audit/record-change.ts'
import { transact } from '#server/platform/db/transact.ts'
import { logSecurityEvent } from '#server/platform/security/security-events.ts'
import type { UseCase, VisitorCall } from '#server/use-case.ts'
import { lockPairingByCode, setPairingToken, type LockedPairing } from './pairing-rows.ts'

export const PAIRING_LIMIT_PER_NETWORK = { name: 'pair door device', points: 10, seconds: 900 }

/**
 * Limit for wrong codes from all networks together. If a hundred codes are unused, a thousand guesses find one with a
 * probability of 1 in 11 million.
 */
export const PAIRING_LIMIT_OVERALL = { name: 'pair door device, all', points: 1000, seconds: 900 }

/** Exchanges a code for a token. Each code works once. */
export const pairDevice: UseCase<typeof contract, VisitorCall> = async (context, call) => {
  const { body, client, site } = call
  const network = clientNetworkOf(client.address)
  const tooMany = await takeTry(context, network)
  if (tooMany) return tooMany
  const used = await useCode(context, {
    code: readPairingCode(body.code),
    site,
    token: toDoorToken(randomToken()),
  })
  const { address } = client
  if (!used.success) {
    logSecurityEvent(context.log, { event: 'door_code_refused', code: used.error.code, address })
    return used
  }
  // Correct codes don't count, because many devices are paired from one network before the doors open.
  await Promise.all([
    context.limits.restore(PAIRING_LIMIT_PER_NETWORK, network),
    context.limits.restore(PAIRING_LIMIT_OVERALL, ALL),
  ])
  const { token, pairing } = used.data
  const { id, promoterId, name } = pairing
  logSecurityEvent(context.log, { event: 'door_device_paired', promoterId, subjectId: id, address })
  const rights = grantedRight.options.filter((right) => pairing.rights.includes(right))
  return succeed({ token, device: { id, name, rights } })
}

const ALL = 'all'

async function takeTry({ limits }: Context, network: string): Promise<Failure<'RATE_LIMITED'> | undefined> {
  return (
    (await limits.consume(PAIRING_LIMIT_PER_NETWORK, network)) ??
    (await limits.consume(PAIRING_LIMIT_OVERALL, ALL))
  )
}

async function useCode(
  { db, clock }: Context,
  { code, site, token }: { code: string | undefined; site: Site; token: string },
): Promise<Result<{ token: string; pairing: LockedPairing }, 'PAIRING_CODE_WRONG' | 'DEVICE_ENDED'>> {
  if (code === undefined || site.kind === 'unknown') return fail('PAIRING_CODE_WRONG')
  const promoterId = site.kind === 'storefront' ? site.promoterId : null
  const now = new Date(clock.now())
  return transact(db, async (trx) => {
    const pairing = await lockPairingByCode(trx, { hash: hashToken(code), promoterId, now })
    // A code stops working when the member who issued it loses the right to pair devices.
    if (!pairing?.issuerRole || !hasRoleScope('devices', pairing.issuerRole))
      return fail('PAIRING_CODE_WRONG')
    if (hasAccessEnded(pairing, now)) return fail('DEVICE_ENDED')
    const { id, name } = pairing
    await setPairingToken(trx, { promoterId: pairing.promoterId, id, hash: hashToken(token), now })
    const actor = { accountId: null, apiKeyId: null }
    const change = { promoterId: pairing.promoterId, actor, action: 'door_pairing.used' as const }
    await recordChange(trx, { ...change, subject: { id, name } }, now)
    return succeed({ token, pairing })
  })
}
