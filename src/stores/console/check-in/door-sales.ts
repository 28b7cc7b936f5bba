import { startTicker } from '#browser/platform/clock.ts'
import {
  listDoorSales,
  raiseDoorShare,
  recallDoorShare,
  type DoorSalesView,
} from '#contracts/console/door/door-sales.ts'
import type { Result } from '#model/platform/result.ts'
import { callPromoter } from '#stores/console/own-promoters.ts'
import { createResourceOf } from '#stores/platform/resource.ts'

export const doorSales = createResourceOf(
  (id: string) => callPromoter(listDoorSales, { params: { id } }),
  (id) => id,
)

const REFRESH_MS = 4000

/** Loads an event's door sales, and reloads them every 4 s while the tab is visible. Returns a function that stops this. */
export function followDoorSales(eventId: string): () => void {
  const load = (): void => {
    if (document.visibilityState === 'visible') void doorSales.load(eventId)
  }
  load()
  return startTicker(load, REFRESH_MS)
}

/** Raises a device’s share of a ticket type to `quantity`. A lower quantity changes nothing. */
export async function raiseDeviceShare(
  params: { id: string; deviceId: string },
  body: { ticketTypeId: string; quantity: number },
) {
  return adopt(await callPromoter(raiseDoorShare, { params, body }))
}

/** Recalls a device's shares. With `isLost`, the tickets are returned immediately, without waiting for the device. */
export async function recallShares(params: { id: string; deviceId: string }, isLost: boolean) {
  return adopt(await callPromoter(recallDoorShare, { params, body: { isLost } }))
}

function adopt(answer: Result<{ doorSales: DoorSalesView }>): Result<{ doorSales: DoorSalesView }> {
  if (answer.success) doorSales.adopt(answer.data.doorSales)
  return answer
}
