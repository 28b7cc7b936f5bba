import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OwnEvent } from '#contracts/account/own-tickets.ts'
import type { Order } from '#model/sales/orders.ts'
import { insertEvent, insertTicketType } from '#tests/support/factories.ts'
import { newEmail, openCustomer } from '#tests/support/people.ts'
import { CUSTOMER, newCartId, openShop, type Shop } from '#tests/support/shop.ts'

const DAY_MS = 86_400_000

let shop: Shop
let soon: string
let later: string

beforeAll(async () => {
  shop = await openShop()
  const { promoterId, context, clock } = shop
  const eventIn = (days: number, title: string): Promise<string> =>
    insertEvent(context.db, { promoterId, title, startsAt: new Date(clock.now() + days * DAY_MS) })
  later = await eventIn(20, 'Later')
  soon = await eventIn(10, 'Soon')
})
afterAll(() => shop.close())

async function buy(email: string, eventId: string): Promise<Order> {
  const ticketTypeId = await insertTicketType(shop.context.db, { ...shop, eventId, priceCents: 0 })
  const cartId = newCartId()
  await shop.hold(cartId, { [ticketTypeId]: 2 })
  const { data } = await shop.checkout(cartId, 0, { customer: { ...CUSTOMER, email } })
  return data.order
}

async function listTickets(bearer: string | undefined, host = shop.host): Promise<OwnEvent[]> {
  const { data } = await shop.ask<{ events: OwnEvent[] }>('GET', '/api/auth/customer/tickets', {
    bearer,
    host,
  })
  return data.events
}

describe('the tickets of an account', () => {
  it('are those of all its orders, the next event first, with links to their codes', async () => {
    const email = newEmail()
    const { bearer } = await openCustomer(shop, { email })
    expect(await listTickets(bearer)).toEqual([])
    const orders = [await buy(email, later), await buy(email, soon), await buy(email, later)]
    const events = await listTickets(bearer)
    expect(events.map(({ title, tickets }) => [title, tickets.length])).toEqual([
      ['Soon', 2],
      ['Later', 4],
    ])
    const [first] = orders[1]?.tickets ?? []
    expect(events[0]?.tickets[0]).toMatchObject({
      code: first?.code,
      holder: first?.holder,
      status: 'valid',
      url: `/orders/${orders[1]?.id}#${first?.code}`,
    })
    expect(JSON.stringify(events)).not.toContain(first?.token)
  })

  it('leave out refunded tickets, and events that ended or are cancelled', async () => {
    const email = newEmail()
    const { bearer } = await openCustomer(shop, { email })
    const order = await buy(email, soon)
    await buy(email, later)
    const { db } = shop.context
    await sql`update tickets set status = 'void' where id = ${order.tickets[0]?.id}`.execute(db)
    await sql`update tickets set status = 'used' where id = ${order.tickets[1]?.id}`.execute(db)
    await sql`update events set status = 'cancelled' where id = ${later}`.execute(db)
    expect(
      (await listTickets(bearer)).map(({ title, tickets }) => [title, tickets.map(({ status }) => status)]),
    ).toEqual([['Soon', ['used']]])
    await sql`update events set status = 'published' where id = ${later}`.execute(db)
    const endsAt = new Date(shop.clock.now() - 1)
    expect((await listTickets(bearer)).map(({ title }) => title)).toEqual(['Soon', 'Later'])
    await sql`
      update events set starts_at = ${new Date(endsAt.getTime() - DAY_MS)}, ends_at = ${endsAt} where id = ${soon}`.execute(
      db,
    )
    expect((await listTickets(bearer)).map(({ title }) => title)).toEqual(['Later'])
  })

  it('require an account, and are those of nobody else', async () => {
    const owner = newEmail()
    await buy(owner, later)
    const { bearer } = await openCustomer(shop, { email: newEmail() })
    expect(await listTickets(bearer)).toEqual([])
    expect((await shop.ask('GET', '/api/auth/customer/tickets')).status).toBe(401)
  })
})
