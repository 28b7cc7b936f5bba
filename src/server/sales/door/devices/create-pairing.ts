import { randomUUID } from 'node:crypto'
import type { createPairing as contract } from '#contracts/console/door/devices.ts'
import { fail } from '#contracts/platform/errors.ts'
import { hasAccessEnded, ACCESS_AFTER_END_MS } from '#model/sales/door/pairings.ts'
import { succeed } from '#model/platform/result.ts'
import { isStillAuthorised } from '#server/people/promoters/authority-rows.ts'
import { recordChange } from '#server/platform/audit/record-change.ts'
import { transact } from '#server/platform/db/transact.ts'
import type { PromoterCall, UseCase } from '#server/use-case.ts'
import { findPairing } from './device-list-rows.ts'
import { viewPairing } from './device-views.ts'
import { newPairingCode, viewPairingCode } from './pairing-code.ts'
import { countLivePairings, insertPairing } from './pairing-rows.ts'

const MAX_PAIRINGS = 500

/** Limit for new pairings and new codes together. */
export const PAIRING_CODE_LIMIT = { name: 'door pairing code', points: 300, seconds: 3600 }

/** Creates a pairing. Returns its code, which can't be retrieved later. */
export const createPairing: UseCase<typeof contract, PromoterCall> = async (context, call) => {
  const { promoterId, actor, body } = call
  const tooMany = await context.limits.consume(PAIRING_CODE_LIMIT, promoterId)
  if (tooMany) return tooMany
  const now = new Date(context.clock.now())
  const endedAfter = new Date(now.getTime() - ACCESS_AFTER_END_MS)
  const id = randomUUID()
  const code = newPairingCode(now)
  const [eventIds, gateIds] = [distinct(body.eventIds), distinct(body.gateIds)]
  const { name, rights } = body
  return transact(context.db, async (trx) => {
    if (!(await isStillAuthorised(trx, call, 'devices'))) return fail('FORBIDDEN')
    if ((await countLivePairings(trx, { promoterId, endedAfter })) >= MAX_PAIRINGS)
      return fail('PAIRINGS_FULL')
    const made = { promoterId, id, name, rights, eventIds, gateIds, code, accountId: actor.accountId, now }
    const found = await insertPairing(trx, made)
    if (found.events < eventIds.length || found.gates < gateIds.length) return fail('NOT_FOUND')
    const row = await findPairing(trx, { promoterId, id })
    if (!row) throw new Error('The inserted pairing was not found.')
    if (hasAccessEnded(row, now)) return fail('DEVICE_ENDED')
    const after = { name, rights, eventIds, gateIds }
    await recordChange(
      trx,
      { promoterId, actor, action: 'door_pairing.created', subject: { id, name }, after },
      now,
    )
    return succeed({ pairing: viewPairing(row, now), code: viewPairingCode(code, call.client.origin) })
  })
}

const distinct = (ids: readonly string[]): string[] => [...new Set(ids.map((id) => id.toLowerCase()))]
