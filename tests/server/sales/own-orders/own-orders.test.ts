import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { OrderDetail } from '#contracts/console/orders/order-detail.ts'
import type { Order } from '#model/sales/orders.ts'
import type { MailDispatcher } from '#server/messages/delivery/mail-dispatcher.ts'
import type { Answer, Ask } from '#tests/support/ask.ts'
import { openConsoleFixture, type ConsoleFixture } from '#tests/support/console.ts'
import { insertTicketType } from '#tests/support/factories.ts'
import { findContradictions } from '#tests/support/invariants.ts'
import { openMailServer, type MailServer } from '#tests/support/mail-server.ts'
import { openTestPost } from '#tests/support/post.ts'
import { CARDS, CUSTOMER, newCartId } from '#tests/support/shop.ts'

let fixture: ConsoleFixture
let server: MailServer
let post: MailDispatcher
let orderId: string

const WRONG = 'ada@exmaple.com'
const RIGHT = 'ada@example.com'
const HOUR_MS = 3_600_000

beforeEach(async () => {
  fixture = await openConsoleFixture()
  server = await openMailServer()
  post = openTestPost(fixture.context, server.url)
  const ticketTypeId = await insertTicketType(fixture.context.db, { ...fixture, priceCents: 2500 })
  const cartId = newCartId()
  await fixture.hold(cartId, { [ticketTypeId]: 2 })
  const { data } = await fixture.checkout(cartId, 50, { customer: { ...CUSTOMER, email: WRONG } })
  orderId = data.order.id
  await fixture.pay(orderId, CARDS.good)
  await post.deliver()
})
afterEach(async () => {
  await post.close()
  await server.close()
  await fixture.close()
})

type OrderAnswer = Answer<{ order: Order }>
const pathOf = (id: string): string => `/api/public/orders/${id}`
const show = (id: string): Promise<OrderAnswer> => fixture.ask('GET', pathOf(id))
const resend = (key: string = crypto.randomUUID(), more: Parameters<Ask>[2] = {}): Promise<OrderAnswer> =>
  fixture.ask('POST', `${pathOf(orderId)}/resends`, { key, ...more })
const correct = (
  email: string,
  { id = orderId, key = crypto.randomUUID() as string, ...more } = {},
): Promise<OrderAnswer> => fixture.ask('PUT', `${pathOf(id)}/email`, { body: { email }, key, ...more })
/** Addresses that tickets were sent to, without notices to former addresses. */
const recipients = async (): Promise<string[]> => {
  await post.deliver()
  return server.arrived
    .filter(({ mail }) => !mail.subject?.includes('no longer uses this address'))
    .map(({ to }) => to)
}

describe('sending an order again', () => {
  it('emails its own address once per key', async () => {
    const key = crypto.randomUUID()
    const answers = await Promise.all([resend(key), resend(key), resend(key)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await recipients()).toEqual([WRONG, WRONG])
    const { rows } = await sql<{ action: string; after: unknown }>`
      select action, after from audit_log where action = 'order.resent'`.execute(fixture.context.db)
    expect(rows).toEqual([
      { action: 'order.resent', after: { fact: `order_resent:${orderId}:buyer ${key}`, by: 'buyer' } },
    ])
  })

  it('is limited to three an hour, whichever network asks', async () => {
    const answers: OrderAnswer[] = []
    for (let round = 0; round < 4; round += 1)
      answers.push(await resend(undefined, { address: `203.0.113.${round}` }))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429])
    expect(await recipients()).toHaveLength(4)
  })

  it('counts towards the limit of the address, with free orders and the console', async () => {
    for (let round = 0; round < 10; round += 1)
      await fixture.owner.ask('POST', `/api/promoter/orders/${orderId}/resends`)
    expect((await resend()).error.code).toBe('RECIPIENT_LIMIT')
  })

  it('requires a paid order with an address', async () => {
    await sql`update orders set email = ''`.execute(fixture.context.db)
    expect((await resend()).error.code).toBe('ORDER_HAS_NO_ADDRESS')
    await sql`update orders set email = ${WRONG}, status = 'refunded'`.execute(fixture.context.db)
    expect((await resend()).error.code).toBe('ORDER_NOT_PAID')
    orderId = crypto.randomUUID()
    expect((await resend()).status).toBe(404)
  })
})

describe('correcting one’s own address', () => {
  it('sends the tickets there with a new link and codes, and ends the old link', async () => {
    const before = (await show(orderId)).data.order
    const { data } = await correct('ADA@example.com ')
    expect(data.order.id).not.toBe(orderId)
    expect(data.order.customer.email).toBe(RIGHT)
    const codes = data.order.tickets.map(({ code }) => code)
    for (const ticket of before.tickets) expect(codes).not.toContain(ticket.code)
    expect(await recipients()).toEqual([WRONG, RIGHT])
    const mail = server.arrived.find(({ to }) => to === RIGHT)?.mail
    expect(mail?.text).toContain(`/orders/${data.order.id}`)
    expect(await show(orderId)).toMatchObject({ status: 410, error: { code: 'ORDER_LINK_REPLACED' } })
    expect((await correct('eve@example.com')).error.code).toBe('ORDER_LINK_REPLACED')
    expect((await resend()).error.code).toBe('ORDER_LINK_REPLACED')
    const wrong = await findContradictions(fixture.context.db)
    expect(wrong.filter((each) => !each.startsWith('session'))).toEqual([])
  })

  it('happens once per key: a retry returns the first result', async () => {
    const key = crypto.randomUUID()
    const first = await correct(RIGHT, { key })
    const again = await correct(RIGHT, { key })
    expect(again.data.order).toEqual(first.data.order)
    const id = first.data.order.id
    expect(await recipients()).toEqual([WRONG, RIGHT])
    const second = await correct('ada@example.org', { id, key })
    const third = await correct('ada@example.org', { id, key })
    expect(second.data.order.id).not.toBe(id)
    expect(third.data.order).toEqual(second.data.order)
    expect(await recipients()).toEqual([WRONG, RIGHT, 'ada@example.org'])
  })

  it('takes no link from a key that can be guessed', async () => {
    await correct(RIGHT, { key: '1' })
    expect((await correct(RIGHT, { key: '1' })).error.code).toBe('ORDER_LINK_REPLACED')
  })

  it('is done once by concurrent calls', async () => {
    const answers = await Promise.all([correct('one@example.com'), correct('two@example.com')])
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 410])
    expect(await recipients()).toHaveLength(2)
  })

  it('changes nothing for the same address', async () => {
    expect((await correct(WRONG)).data.order.id).toBe(orderId)
    expect(await recipients()).toEqual([WRONG])
  })

  it('ends an hour after the purchase, and is not offered for manual orders', async () => {
    await sql`update orders set taken_outside = 'cash'`.execute(fixture.context.db)
    expect((await correct(RIGHT)).error.code).toBe('ORDER_EMAIL_FIXED')
    await sql`update orders set taken_outside = null`.execute(fixture.context.db)
    fixture.clock.advance(HOUR_MS)
    expect(await correct(RIGHT)).toMatchObject({ status: 409, error: { code: 'ORDER_EMAIL_FIXED' } })
    expect(await recipients()).toEqual([WRONG])
  })

  it('is limited to three for an order', async () => {
    let id = orderId
    for (const name of ['one', 'two', 'three'])
      id = (await correct(`${name}@example.com`, { id })).data.order.id
    expect((await correct(RIGHT, { id })).status).toBe(429)
    expect(await recipients()).toHaveLength(4)
  })

  it('counts only what was sent', async () => {
    await sql`update orders set status = 'refunded'`.execute(fixture.context.db)
    for (let round = 0; round < 5; round += 1)
      expect((await correct(RIGHT)).error.code).toBe('ORDER_NOT_PAID')
    await sql`update orders set status = 'paid'`.execute(fixture.context.db)
    expect((await correct(RIGHT)).status).toBe(200)
  })

  it('is refused on another promoter’s site', async () => {
    const answer = await fixture.ask('PUT', `${pathOf(orderId)}/email`, {
      body: { email: RIGHT },
      key: crypto.randomUUID(),
      host: 'unknown.localhost',
    })
    expect(answer.status).toBe(404)
  })

  it('is in the audit log without addresses, and in the timeline as the buyer’s', async () => {
    await correct(RIGHT)
    const { rows } = await sql<{ entry: string }>`
      select after::text as entry from audit_log where action = 'order.email_changed'`.execute(
      fixture.context.db,
    )
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain('@')
    const { data } = await fixture.owner.ask<{ detail: OrderDetail }>(
      'GET',
      `/api/promoter/orders/${orderId}`,
    )
    expect(data.detail.timeline).toContainEqual(
      expect.objectContaining({
        text: 'Email address changed; link and ticket codes replaced',
        by: 'The buyer',
      }),
    )
  })
})
