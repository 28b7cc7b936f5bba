import { fail } from '#contracts/platform/errors.ts'
import { permissionsOf } from '#model/people/members.ts'
import { ACCESS_AFTER_END_MS } from '#model/sales/door/pairings.ts'
import { succeed, type Result } from '#model/platform/result.ts'
import type { Context } from '#server/context.ts'
import { isUuid } from '#server/platform/ids/is-uuid.ts'
import type { DoorCaller } from './devices/find-door-caller.ts'
import { findDoorEvent, type DoorEvent, type DoorAccess } from './door-event-rows.ts'

/**
 * Returns which events a caller may scan: a paired device those of its pairing, door staff those they are assigned to,
 * managers and owners all of the promoter's.
 */
export function doorAccessOf(door: DoorCaller): DoorAccess {
  const { promoterId, pairingId } = door
  if (door.pairingId !== null) return { promoterId, pairingId, memberId: null }
  const isManager = permissionsOf([door.role]).includes('promoter:manage')
  return { promoterId, pairingId, memberId: isManager ? null : door.accountId }
}

/** Events that ended before this time can't be scanned any more; by then, devices have sent their scans. */
export const doorAccessCutoff = ({ clock }: Pick<Context, 'clock'>): Date =>
  new Date(clock.now() - ACCESS_AFTER_END_MS)

export async function findAccessibleEvent(
  context: Pick<Context, 'db' | 'clock'>,
  door: DoorCaller,
  id: string,
): Promise<Result<DoorEvent, 'NOT_FOUND'>> {
  const event = isUuid(id)
    ? await findDoorEvent(context.db, { ...doorAccessOf(door), id, endedAfter: doorAccessCutoff(context) })
    : undefined
  return event ? succeed(event) : fail('NOT_FOUND')
}
