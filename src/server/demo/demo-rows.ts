import type { FeeRule } from '#model/pricing/fees.ts'
import { accountRowsOf, demoAccountRowsOf, memberRowsOf, operatorRowsOf } from '#server/demo/accounts.ts'
import { earningRowsOf } from '#server/demo/orders/earning-rows.ts'
import { linkRowsOf, visitRowsOf } from '#server/demo/links.ts'
import { orderRowsOf } from '#server/demo/orders/order-rows.ts'
import { planOrders } from '#server/demo/orders/plan-orders.ts'
import { shopRowsOf } from '#server/demo/shop-rows.ts'
import { assignmentRowsOf, ruleRowsOf, staffProfileRowsOf } from '#server/demo/staff-rows.ts'
import { readDemoPhotos } from '#server/demo/demo-photos.ts'
import { listDefaultTerms } from '#server/pricing/terms/terms-rows.ts'
import { rebuildVisitTotals } from '#server/reports/visits/visit-total-rows.ts'
import { aurora } from '#server/demo/aurora/aurora.ts'
import { brickworks } from '#server/demo/brickworks/brickworks.ts'
import { nordlys } from '#server/demo/nordlys/nordlys.ts'
import { execute, type Trx } from '#server/platform/db/query.ts'

export const DEMO_PROMOTERS = [aurora, nordlys, brickworks]

type Shops = readonly ReturnType<typeof shopRowsOf>[]

async function insertPromoters(trx: Trx, shops: Shops): Promise<void> {
  await trx
    .insertInto('promoters')
    .values(shops.map((shop) => shop.promoter))
    .execute()
  await trx
    .insertInto('sites')
    .values(shops.map((shop) => shop.site))
    .execute()
  await trx
    .insertInto('hosts')
    .values(shops.flatMap((shop) => shop.hosts))
    .execute()
  await trx
    .insertInto('legal_texts')
    .values(shops.flatMap((shop) => shop.legalTexts))
    .execute()
}

/** Inserts all rows of the demo, with times relative to `now` (milliseconds). */
export async function insertDemo(trx: Trx, now: number): Promise<void> {
  const photos = readDemoPhotos()
  const shops = DEMO_PROMOTERS.map((promoter) => shopRowsOf(promoter, { now, photos }))
  await insertPromoters(trx, shops)
  await trx
    .insertInto('events')
    .values(shops.flatMap((shop) => shop.events))
    .execute()
  await trx
    .insertInto('event_pictures')
    .values(shops.flatMap((shop) => shop.eventPictures))
    .execute()
  await trx
    .insertInto('delivery_options')
    .values(shops.flatMap((shop) => shop.deliveryOptions))
    .execute()
  await trx
    .insertInto('ticket_types')
    .values(shops.flatMap((shop) => shop.ticketTypes))
    .execute()
  await trx
    .insertInto('inventory')
    .values(shops.flatMap((shop) => shop.inventory))
    .execute()
  await trx
    .insertInto('fee_configurations')
    .values(shops.flatMap((shop) => shop.fees))
    .execute()
  await trx
    .insertInto('promo_codes')
    .values(shops.flatMap((shop) => shop.promoCodes))
    .execute()
  await trx
    .insertInto('promo_code_ticket_types')
    .values(shops.flatMap((shop) => shop.promoTicketTypes))
    .execute()
  await trx
    .insertInto('tax_rates')
    .values(shops.flatMap((shop) => shop.taxRates))
    .execute()
  await trx
    .insertInto('ticket_type_taxes')
    .values(shops.flatMap((shop) => shop.ticketTypeTaxes))
    .execute()
  await trx
    .insertInto('accounts')
    .values(await accountRowsOf(now))
    .execute()
  await trx.insertInto('demo_accounts').values(demoAccountRowsOf()).execute()
  await trx.insertInto('members').values(memberRowsOf(now)).execute()
  await trx.insertInto('operators').values(operatorRowsOf(now)).execute()
  await trx.insertInto('tracking_links').values(linkRowsOf(now)).execute()
  const sales = await insertSales(trx, now)
  await insertStaff(trx, now)
  await insertEarnings(trx, sales, now)
}

async function insertVisits(trx: Trx): Promise<void> {
  await execute(trx)`
    with sold as (
      select e.promoter_id, e.id as event_id, date_trunc('hour', o.created_at, e.time_zone) as hour, count(*)::int as orders
      from orders o join order_items i on i.order_id = o.id join events e on e.id = i.event_id
      where i.position = 0 group by 1, 2, 3
    )
    insert into event_visits (promoter_id, event_id, channel, hour, totalled, views, holds)
    select s.promoter_id, s.event_id, c.channel, s.hour, true, s.orders * c.views, s.orders * c.holds
    from sold s cross join (values ('direct', 9, 0), ('search', 4, 0), ('social', 6, 0), ('inside', 5, 0), ('link', 3, 0), ('', 0, 2))
      c (channel, views, holds)`
  await rebuildVisitTotals(trx)
}

type Sales = readonly ReturnType<typeof orderRowsOf>[]

async function insertSales(trx: Trx, now: number): Promise<Sales> {
  const [defaults, terms] = [await readDefaultFees(trx), await listDefaultTerms(trx)]
  const sales = DEMO_PROMOTERS.flatMap((promoter) =>
    planOrders(promoter, now).map((order) => orderRowsOf(order, { promoter, defaults, terms, now })),
  )
  await trx
    .insertInto('orders')
    .values(sales.map((sale) => sale.order))
    .execute()
  await trx
    .insertInto('order_items')
    .values(sales.flatMap((sale) => sale.items))
    .execute()
  await trx
    .insertInto('order_attendees')
    .values(sales.flatMap((sale) => sale.attendees))
    .execute()
  await trx
    .insertInto('tickets')
    .values(sales.flatMap((sale) => sale.tickets))
    .execute()
  await trx
    .insertInto('sandbox.intents')
    .values(sales.flatMap((sale) => sale.intents))
    .execute()
  await trx
    .insertInto('payments')
    .values(sales.flatMap((sale) => sale.payments))
    .execute()
  await insertBooks(trx, sales)
  await insertVisits(trx)
  return sales
}

async function insertBooks(trx: Trx, sales: Sales): Promise<void> {
  await trx
    .insertInto('order_taxes')
    .values(sales.flatMap((sale) => sale.orderTaxes))
    .execute()
  await trx
    .insertInto('sandbox.refunds')
    .values(sales.flatMap((sale) => sale.sandboxRefunds))
    .execute()
  await trx
    .insertInto('refunds')
    .values(sales.flatMap((sale) => sale.refunds))
    .execute()
  await trx
    .insertInto('refund_tickets')
    .values(sales.flatMap((sale) => sale.refundTickets))
    .execute()
  await trx
    .insertInto('ledger_transactions')
    .values(sales.flatMap((sale) => sale.transactions))
    .execute()
  await trx
    .insertInto('ledger_entries')
    .values(sales.flatMap((sale) => sale.entries))
    .execute()
}

async function insertStaff(trx: Trx, now: number): Promise<void> {
  await trx.insertInto('staff_profiles').values(staffProfileRowsOf(now)).execute()
  await trx.insertInto('assignments').values(assignmentRowsOf(now)).execute()
  await trx.insertInto('commission_rules').values(ruleRowsOf(now)).execute()
}

async function insertEarnings(trx: Trx, sales: Sales, now: number): Promise<void> {
  const linked = sales.flatMap((sale) => {
    const linkId = sale.order.tracking_link_id
    return linkId === null ? [] : [{ ...sale, linkId }]
  })
  const visits = visitRowsOf(
    linked.map(({ order, linkId }) => ({
      key: order.id,
      linkId,
      cartId: order.cart_id,
      at: order.created_at.getTime(),
    })),
  )
  const rows = earningRowsOf(linked, now)
  await trx.insertInto('tracking_clicks').values(visits.clicks).execute()
  await trx.insertInto('tracking_holds').values(visits.holds).execute()
  await trx.insertInto('earnings').values(rows.earnings).execute()
  await trx.insertInto('sandbox.payees').values(rows.sandboxPayees).execute()
  await trx.insertInto('sandbox.transfers').values(rows.sandboxTransfers).execute()
  await trx.insertInto('sandbox.payouts').values(rows.sandboxPayouts).execute()
  await trx.insertInto('payee_accounts').values(rows.payeeAccounts).execute()
  await trx.insertInto('payouts').values(rows.payouts).execute()
  await trx.insertInto('ledger_transactions').values(rows.transactions).execute()
  await trx.insertInto('ledger_entries').values(rows.entries).execute()
}

async function readDefaultFees(trx: Trx): Promise<Record<string, FeeRule>> {
  const rows = await trx
    .selectFrom('fee_configurations')
    .selectAll()
    .where('promoter_id', 'is', null)
    .execute()
  return Object.fromEntries(
    rows.map((row) => [
      row.currency,
      {
        ticketBaseCents: row.ticket_base_cents,
        ticketBasisPoints: row.ticket_basis_points,
        orderBaseCents: row.order_base_cents,
        orderBasisPoints: row.order_basis_points,
      },
    ]),
  )
}
