import type { SentDoorSale, syncDoorSales as contract } from '#contracts/portal/door-sales.ts'
import { succeed } from '#model/platform/result.ts'
import { transact } from '#server/platform/db/transact.ts'
import type { DoorCall, UseCase } from '#server/use-case.ts'
import { recordDoorSale } from './record-door-sale.ts'
import { listTicketsOfSales } from './door-sale-rows.ts'
import { findSellingDevice, readDoorStock } from './find-selling-device.ts'
import { listTicketTypesWithShare, releaseDoorShares } from './share-rows.ts'

/** Creates an order for each sale in its own transaction, so that a rejected sale doesn't affect the others. */
export const syncDoorSales: UseCase<typeof contract, DoorCall> = async (context, call) => {
  const { door, params, body } = call
  const found = await findSellingDevice(context, { door, eventId: params.id, deviceId: body.deviceId })
  if (!found.success) return found
  const { device } = found.data
  const offset = context.clock.now() - body.deviceTimeMs
  const stored: string[] = []
  const refused: { id: string; reason: string }[] = []
  for (const sent of body.sales.toSorted((one, other) => one.seq - other.seq)) {
    const sale = withPlainIds(sent)
    const soldAt = new Date(Math.max(0, Math.min(context.clock.now(), sale.atMs + offset)))
    const reason = await recordDoorSale(context, { device, accountId: door.accountId, sale, soldAt })
    if (reason === undefined) stored.push(sale.id)
    else refused.push({ id: sale.id, reason })
  }
  if (body.returnsRecalled) {
    const ticketTypeIds = await listTicketTypesWithShare(context.db, device)
    await transact(context.db, async (trx) => {
      trx.send(
        ...releaseDoorShares(trx, { device, ticketTypeIds, all: false, now: new Date(context.clock.now()) }),
      )
      return succeed(null)
    })
  }
  const [tickets, stock] = await Promise.all([
    listTicketsOfSales(context.db, device, stored),
    readDoorStock(context, device, call),
  ])
  return succeed({ stored, refused, tickets, stock })
}

const withPlainIds = (sale: SentDoorSale): SentDoorSale => ({
  ...sale,
  id: sale.id.toLowerCase(),
  tickets: sale.tickets.map(({ id, code, ticketTypeId }) => ({
    id: id.toLowerCase(),
    code,
    ticketTypeId: ticketTypeId.toLowerCase(),
  })),
})
