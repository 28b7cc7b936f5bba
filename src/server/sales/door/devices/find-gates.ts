import type { Context } from '#server/context.ts'
import type { DoorCaller } from './find-door-caller.ts'
import { findGateLimit } from './pairing-rows.ts'

/** Ids of the gates at which the caller may scan; null for all gates. */
export async function findGates(
  { db }: Pick<Context, 'db'>,
  key: { promoterId: string; eventId: string },
  { pairingId }: DoorCaller,
): Promise<ReadonlySet<string> | null> {
  const gateIds = pairingId === null ? null : await findGateLimit(db, { ...key, pairingId })
  return gateIds && new Set(gateIds)
}
