import type { LoggedSale } from '#browser/portal/door/sales-database.ts'
import type { RequestOf, DataOf } from '#contracts/platform/endpoint.ts'
import type { DoorStock, putDoorShare, syncDoorSales } from '#contracts/portal/door-sales.ts'
import type { Result } from '#model/platform/result.ts'
import type { DeviceSales } from './device-sales.ts'

/** Maximum number of sales per request. */
const SENT_AT_ONCE = 20

type Synced = DataOf<typeof syncDoorSales>

export interface TillCalls {
  syncSales: (eventId: string, body: RequestOf<typeof syncDoorSales>['body']) => Promise<Result<Synced>>
  putShare: (
    eventId: string,
    body: RequestOf<typeof putDoorShare>['body'],
  ) => Promise<Result<{ stock: DoorStock }>>
  voidSale: (
    eventId: string,
    saleId: string,
    body: { deviceId: string; reason: string },
  ) => Promise<Result<unknown>>
}

export interface SyncSalesDeps {
  deviceSales: DeviceSales
  eventId: string
  deviceId: string
  now: () => number
  calls: TillCalls
}

/** Sends all waiting sales, then voids. Returns false when there was no response. */
export async function syncSales(deps: SyncSalesDeps): Promise<boolean> {
  const { deviceSales, eventId, deviceId, now, calls } = deps
  const batch = deviceSales.waiting().slice(0, SENT_AT_ONCE)
  const answer = await calls.syncSales(eventId, {
    deviceId,
    deviceTimeMs: now(),
    sales: batch.map(({ sale }) => sale),
    returnsRecalled: hasRecalledShare(deviceSales) && deviceSales.waiting().length === batch.length,
  })
  if (!answer.success) return false
  // The sales are read again, because one may have been voided while it was sent.
  const sent = batch.map((logged) => deviceSales.find(logged.seq) ?? logged)
  await deviceSales.adopt(settled(sent, answer.data), answer.data.stock)
  if (deviceSales.waiting().length > 0 && batch.length > 0) return syncSales(deps)
  await sendVoids(deps)
  return true
}

/** True if the device knows that a share was recalled, and so has stopped selling from it. Checked before the request is sent. */
const hasRecalledShare = ({ stock }: DeviceSales): boolean =>
  stock?.shares.some((share) => share.isRecalled && share.quantity > 0) === true

async function sendVoids({ deviceSales, eventId, deviceId, calls }: SyncSalesDeps): Promise<void> {
  for (const logged of deviceSales.all()) {
    const { voidReason: reason, isVoidSent, state, sale } = logged
    if (reason === undefined || isVoidSent || state !== 'stored') continue
    const answer = await calls.voidSale(eventId, sale.id, { deviceId, reason })
    if (answer.success) await deviceSales.adopt([{ ...logged, isVoidSent: true }])
  }
}

function settled(batch: readonly LoggedSale[], { stored, refused }: Synced): LoggedSale[] {
  const isStored = new Set(stored)
  const reasons = new Map(refused.map(({ id, reason }) => [id, reason]))
  return batch.flatMap((logged): LoggedSale[] => {
    if (isStored.has(logged.sale.id)) return [{ ...logged, state: 'stored' }]
    const why = reasons.get(logged.sale.id)
    return why === undefined ? [] : [{ ...logged, state: 'refused', why }]
  })
}
