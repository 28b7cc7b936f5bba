import { fail } from '#contracts/platform/errors.ts'
import type { putDoorShare as contract } from '#contracts/portal/door-sales.ts'
import { succeed, type Result } from '#model/platform/result.ts'
import type { Context } from '#server/context.ts'
import { transact } from '#server/platform/db/transact.ts'
import type { DoorCall, UseCase } from '#server/use-case.ts'
import { findDoorSaleEvent, listSoldTicketTypes } from './door-sale-rows.ts'
import { findSellingDevice, readDoorStock } from './find-selling-device.ts'
import { writeDoorShare, type DeviceKey } from './share-rows.ts'

export const putDoorShare: UseCase<typeof contract, DoorCall> = async (context, call) => {
  const { door, params, body } = call
  const { deviceId, ticketTypeId, quantity } = body
  const found = await findSellingDevice(context, { door, eventId: params.id, deviceId })
  if (!found.success) return found
  const { device, isRevoked } = found.data
  if (isRevoked) return fail('DEVICE_REVOKED')
  const changed = await changeDoorShare(context, { device, ticketTypeId, quantity, onlyRaises: false })
  return changed.success ? succeed({ stock: await readDoorStock(context, device, call) }) : changed
}

/** Sets a device's share to the requested quantity, or to as many tickets as are free. */
export async function changeDoorShare(
  context: Context,
  change: { device: DeviceKey; ticketTypeId: string; quantity: number; onlyRaises: boolean },
): Promise<Result<null, 'NOT_FOUND' | 'NOT_ON_SALE'>> {
  const { device, quantity } = change
  const ticketTypeId = change.ticketTypeId.toLowerCase()
  const [event, types] = await Promise.all([
    findDoorSaleEvent(context.db, device),
    listSoldTicketTypes(context.db, device),
  ])
  const isKnown = types.some(({ id }) => id === ticketTypeId)
  // The share of a ticket type that is no longer active can only be returned.
  if (!event || (!isKnown && quantity > 0)) return fail('NOT_FOUND')
  if (quantity > 0 && (event.status !== 'published' || !event.isPromoterActive)) return fail('NOT_ON_SALE')
  return transact(context.db, async (trx) => {
    trx.send(...writeDoorShare(trx, { ...change, ticketTypeId, now: new Date(context.clock.now()) }))
    return succeed(null)
  })
}
