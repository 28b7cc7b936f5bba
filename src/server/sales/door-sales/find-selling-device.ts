import { fail } from '#contracts/platform/errors.ts'
import type { DoorStock } from '#contracts/portal/door-sales.ts'
import { succeed, type Result } from '#model/platform/result.ts'
import type { Context } from '#server/context.ts'
import type { Limit } from '#server/platform/limits/rate-limits.ts'
import { doorCallerKey, type DoorCaller } from '#server/sales/door/devices/find-door-caller.ts'
import { findAccessibleEvent } from '#server/sales/door/door-access.ts'
import { eventUrl } from '#server/sales/tracking-links/event-url.ts'
import type { DoorCall } from '#server/use-case.ts'
import { readCurrentDoorPrices } from './door-prices.ts'
import { findDoorSaleEvent, findSellingDeviceRow as findDevice } from './door-sale-rows.ts'
import { listDoorShares, type DeviceKey } from './share-rows.ts'

/** Limit per member or pairing. A device syncs every 4 seconds, so this is enough for 20 devices. */
export const DOOR_SALE_RATE_LIMIT: Limit = { name: 'sell at door', points: 400, seconds: 60 }

/**
 * Finds the caller's device at an event that the caller has access to. A device belongs to the account or pairing with which
 * it first synced its scans.
 */
export async function findSellingDevice(
  context: Context,
  { door, eventId, deviceId }: { door: DoorCaller; eventId: string; deviceId: string },
): Promise<
  Result<
    { device: DeviceKey; isRevoked: boolean },
    'NOT_FOUND' | 'DEVICE_TAKEN' | 'DEVICE_UNKNOWN' | 'RATE_LIMITED'
  >
> {
  const tooMany = await context.limits.consume(DOOR_SALE_RATE_LIMIT, doorCallerKey(door))
  if (tooMany) return tooMany
  const event = await findAccessibleEvent(context, door, eventId)
  if (!event.success) return event
  const device = { promoterId: door.promoterId, eventId: event.data.id, deviceId: deviceId.toLowerCase() }
  const found = await findDevice(context.db, device)
  if (!found) return fail('DEVICE_UNKNOWN')
  if (found.accountId !== door.accountId || found.pairingId !== door.pairingId) return fail('DEVICE_TAKEN')
  return succeed({ device, isRevoked: found.isRevoked })
}

export async function readDoorStock(
  context: Context,
  device: DeviceKey,
  { door, client }: Pick<DoorCall, 'door' | 'client'>,
): Promise<DoorStock> {
  const [current, shares, event] = await Promise.all([
    readCurrentDoorPrices(context, device),
    listDoorShares(context.db, device),
    findDoorSaleEvent(context.db, device),
  ])
  if (!current || !event) throw new Error(`Event ${device.eventId} was not found.`)
  const stock = { pricesVersion: current.version, prices: current.prices, shares }
  if (!event.hasPage || !event.isPromoterActive) return stock
  const checkoutUrl = await eventUrl(context, {
    promoterId: device.promoterId,
    memberId: door.accountId,
    event: { id: device.eventId, slug: event.slug },
    origin: client.origin,
  })
  return { ...stock, checkoutUrl }
}
