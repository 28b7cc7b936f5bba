import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fillOrderSearchTexts } from '#server/jobs/fill-order-search.ts'
import type { ListPosition } from '#server/platform/ids/list-cursor.ts'
import type { OrderSearch } from '#server/sales/order-management/order-filter-rows.ts'
import { searchOrders } from '#server/sales/order-management/order-search-rows.ts'
import { insertEvent, insertTicketType } from '#tests/support/factories.ts'
import { openShop, type Shop } from '#tests/support/shop.ts'

/** More than the newest orders that a search scans first. */
const ORDERS = 2600
const PAGE = 25

let shop: Shop
let otherEventId: string
beforeAll(async () => {
  shop = await openShop()
  otherEventId = await insertEvent(shop.context.db, {
    promoterId: shop.promoterId,
    slug: 'other',
    startsAt: new Date(shop.clock.now()),
  })
  for (const eventId of [shop.eventId, otherEventId])
    await insertTicketType(shop.context.db, { promoterId: shop.promoterId, eventId })
  await insertOrders(1, ORDERS)
  await fillOrderSearchTexts(shop.context)
  // Their texts are still to be written.
  await insertOrders(ORDERS + 1, ORDERS + 20)
})
afterAll(() => shop.close())

/**
 * Inserts orders numbered from the oldest. Every 5th is Frequent, every 100th Middling, five are Rare: three old ones, one new one without a
 * text, and one in between. Every 400th is for the other event, every 4th has expired.
 */
async function insertOrders(from: number, to: number): Promise<void> {
  const { db } = shop.context
  await sql`
    insert into orders (number, promoter_id, cart_id, idempotency_key, status, currency, subtotal_cents, discount_cents, ticket_fees_cents,
      order_fees_cents, delivery_fee_cents, total_cents, first_name, last_name, email, delivery, created_at, expires_at, paid_at)
    select 'T' || n, ${shop.promoterId}, gen_random_uuid(), 'test', case when n % 4 = 0 then 'expired' else 'paid' end, 'EUR', 0, 0, 0, 0, 0, 0,
      case when n in (3, 9, 27, 1501, ${ORDERS + 3}::int) then 'Rare' when n % 100 = 1 then 'Middling' when n % 5 = 2 then 'Frequent' else 'Ada' end,
      'Buyer', 'buyer@example.com', '{"method": "e_ticket"}', at, at, case when n % 4 <> 0 then at end
    from generate_series(${from}::int, ${to}::int) n cross join lateral (select now() - interval '1 day' + n / 2 * interval '1 second' as at) moment`.execute(
    db,
  )
  await sql`
    insert into order_items (order_id, position, promoter_id, event_id, ticket_type_id, name, quantity, price_cents, ticket_fee_cents)
    select o.id, 0, o.promoter_id, t.event_id, t.id, 'Ticket', 1, 0, 0
    from orders o join ticket_types t on t.event_id = case when substring(o.number from 2)::int % 400 = 5 then ${otherEventId}::uuid else ${shop.eventId}::uuid end
    where substring(o.number from 2)::int between ${from}::int and ${to}::int`.execute(db)
}

const searchOf = (filters: Partial<OrderSearch>): OrderSearch => ({
  promoterId: shop.promoterId,
  words: [],
  now: new Date(),
  ...filters,
})

async function findAll(search: OrderSearch): Promise<string[]> {
  const ids: string[] = []
  let after: ListPosition | undefined
  do {
    const { places, next } = await searchOrders(shop.context.db, search, { after, limit: PAGE })
    ids.push(...places.map(({ id }) => id))
    after = next
  } while (after)
  return ids
}

/** Reads all orders and compares each. */
async function filterAll({ words, eventId, isPaid = false }: OrderSearch): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select o.id from orders o join order_items i on i.order_id = o.id
    where (${eventId ?? null}::uuid is null or i.event_id = ${eventId ?? null}) and (${isPaid} = false or o.paid_at is not null)
      and (select coalesce(bool_and(position(word in lower(o.first_name || ' ' || o.last_name)) > 0), true) from unnest(${words}::text[]) word)
    order by date_trunc('milliseconds', o.created_at) desc, o.id desc`.execute(shop.context.db)
  return rows.map(({ id }) => id)
}

test.each([
  ['a frequent word', { words: ['frequent'] }, 523],
  ['a word of some orders', { words: ['middling'] }, 26],
  ['a rare word, also in an order without a text', { words: ['rare'] }, 5],
  ['two words', { words: ['rare', 'buyer'] }, 5],
  ['a word of no order', { words: ['nowhere'] }, 0],
  ['a frequent word in paid orders', { words: ['frequent'], isPaid: true }, 392],
  ['a rare word in paid orders', { words: ['rare'], isPaid: true }, 5],
])('pages have all orders with %s once, newest first', async (_, filters, count) => {
  const found = await findAll(searchOf(filters))
  expect(found).toEqual(await filterAll(searchOf(filters)))
  expect(found).toHaveLength(count)
})

test.each([
  ['an event', {}, 7],
  ['paid orders of an event', { isPaid: true }, 7],
  ['a word and an event', { words: ['ada'] }, 7],
])('pages have all orders of %s', async (_, filters, count) => {
  const search = searchOf({ ...filters, eventId: otherEventId })
  const found = await findAll(search)
  expect(found).toEqual(await filterAll(search))
  expect(found).toHaveLength(count)
})
