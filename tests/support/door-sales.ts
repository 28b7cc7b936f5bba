import { randomUUID } from 'node:crypto'
import type { putDoorShare, SentDoorSale, syncDoorSales } from '#contracts/portal/door-sales.ts'
import type { DataOf } from '#contracts/platform/endpoint.ts'
import { groupIntoLines, quoteDoorSale } from '#model/sales/door-sales/door-prices.ts'
import { toMajor } from '#model/platform/money.ts'
import { newTicketCode } from '#server/sales/tickets/codes.ts'
import type { Answer } from './ask.ts'
import { openDevice } from './door.ts'
import type { Shop } from './shop.ts'

export type SalesSynced = DataOf<typeof syncDoorSales>
type Shared = DataOf<typeof putDoorShare>

/** A registered device that sells through the API, by the prices of its last sync. */
export async function openSeller(shop: Shop, bearer: string, { eventId = shop.eventId } = {}) {
  const device = openDevice(shop, bearer)
  await device.sync({ eventId })
  let seq = 0
  const sync = (
    sales: SentDoorSale[] = [],
    returnsRecalled = false,
    token = bearer,
  ): Promise<Answer<SalesSynced>> =>
    shop.ask('POST', `/api/door/events/${eventId}/sales`, {
      bearer: token,
      body: { deviceId: device.id, deviceTimeMs: shop.clock.now(), sales, returnsRecalled },
    })
  let { stock } = (await sync()).data
  return {
    id: device.id,
    device,
    sync,
    stock: () => stock,
    refresh: async () => {
      ;({ stock } = (await sync()).data)
      return stock
    },
    shareOf: async (ticketTypeId: string): Promise<number> =>
      (await sync()).data.stock.shares.find((share) => share.ticketTypeId === ticketTypeId)?.quantity ?? -1,
    ask: (ticketTypeId: string, quantity: number): Promise<Answer<Shared>> =>
      shop.ask('PUT', `/api/door/events/${eventId}/share`, {
        bearer,
        body: { deviceId: device.id, ticketTypeId, quantity },
      }),
    /** A sale as the device stores it; nothing is sent. */
    sell: (ticketTypeId: string, quantity = 1, more: Partial<SentDoorSale> = {}): SentDoorSale => {
      seq += 1
      const tickets = Array.from({ length: quantity }, () => ({
        id: randomUUID(),
        code: newTicketCode(),
        ticketTypeId,
      }))
      const price = quoteDoorSale(stock.prices, { eventId, lines: groupIntoLines(tickets, stock.prices) })
      return {
        id: randomUUID(),
        seq,
        atMs: shop.clock.now(),
        payment: 'cash',
        pricesVersion: stock.pricesVersion,
        total: toMajor(price?.totalCents ?? 0, stock.prices.currency),
        tickets,
        ...more,
      }
    },
    voidSale: (saleId: string, reason = 'Wrong ticket') =>
      shop.ask('POST', `/api/door/events/${eventId}/sales/${saleId}/void`, {
        bearer,
        body: { deviceId: device.id, reason },
      }),
  }
}
