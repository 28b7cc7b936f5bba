import type { DoorSalesView, listDoorSales as contract } from '#contracts/console/door/door-sales.ts'
import { fail } from '#contracts/platform/errors.ts'
import { toMajor } from '#model/platform/money.ts'
import { succeed, type Result } from '#model/platform/result.ts'
import type { Context } from '#server/context.ts'
import { isUuid } from '#server/platform/ids/is-uuid.ts'
import type { PromoterCall, UseCase } from '#server/use-case.ts'
import {
  findConsoleEvent,
  listNewestSales,
  listSellingDevices,
  listSoldTicketTypes,
  type ListedSaleRow,
  type SellingDeviceRow,
} from './door-sale-rows.ts'

const LISTED_SALES = 100

export const listDoorSales: UseCase<typeof contract, PromoterCall> = async (
  context,
  { promoterId, params },
) => {
  const view = await viewDoorSales(context, { promoterId, eventId: params.id })
  return view.success ? view : fail('NOT_FOUND')
}

export async function viewDoorSales(
  { db }: Context,
  key: { promoterId: string; eventId: string },
): Promise<Result<DoorSalesView, 'NOT_FOUND'>> {
  const event = isUuid(key.eventId) ? await findConsoleEvent(db, key) : undefined
  if (!event) return fail('NOT_FOUND')
  const [ticketTypes, sellers, sales] = await Promise.all([
    listSoldTicketTypes(db, key),
    listSellingDevices(db, key),
    listNewestSales(db, { ...key, limit: LISTED_SALES }),
  ])
  const { currency } = event
  return succeed({
    event,
    ticketTypes,
    devices: sellers.map((seller) => viewDevice(seller, currency)),
    sales: sales.map((sale) => viewSale(sale, currency)),
  })
}

function viewDevice(
  { sales, lastSyncAt, ...seller }: SellingDeviceRow,
  currency: string,
): DoorSalesView['devices'][number] {
  const refundedCents = sales.reduce((sum, each) => sum + each.refundedCents, 0)
  return {
    ...seller,
    lastSyncAt: lastSyncAt.toISOString(),
    sales: sales.map(({ payment, sales: count, tickets, ...sold }) => ({
      payment,
      sales: count,
      tickets,
      total: toMajor(sold.totalCents - sold.refundedCents, currency),
    })),
    refunded: toMajor(refundedCents, currency),
    voided: sales.reduce((sum, each) => sum + each.voided, 0),
  }
}

const viewSale = (
  { soldAt, seq, totalCents, refundedCents, ...sale }: ListedSaleRow,
  currency: string,
): DoorSalesView['sales'][number] => ({
  ...sale,
  number: seq,
  soldAt: soldAt.toISOString(),
  total: toMajor(totalCents, currency),
  refunded: toMajor(refundedCents, currency),
})
