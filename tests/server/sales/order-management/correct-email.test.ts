import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { OrderDetail } from '#contracts/console/orders/order-detail.ts'
import type { OrderSummary } from '#contracts/account/accounts.ts'
import { getInvoice } from '#server/money/invoices/get-invoice.ts'
import type { MailDispatcher } from '#server/messages/delivery/mail-dispatcher.ts'
import type { Answer } from '#tests/support/ask.ts'
import { openConsoleFixture, type ConsoleFixture } from '#tests/support/console.ts'
import { insertTicketType } from '#tests/support/factories.ts'
import { findContradictions } from '#tests/support/invariants.ts'
import { openMailServer, type MailServer } from '#tests/support/mail-server.ts'
import { openCustomer } from '#tests/support/people.ts'
import { openTestPost } from '#tests/support/post.ts'
import { CARDS, CUSTOMER, newCartId } from '#tests/support/shop.ts'

let fixture: ConsoleFixture
let server: MailServer
let post: MailDispatcher
let orderId: string

const WRONG = 'ada@exmaple.com'
const RIGHT = 'ada@example.com'

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

const path = (): string => `/api/promoter/orders/${orderId}`
const detail = async (): Promise<OrderDetail> =>
  (await fixture.owner.ask<{ detail: OrderDetail }>('GET', path())).data.detail
const correct = (email: string, version = 1, by = fixture.owner): Promise<Answer<{ detail: OrderDetail }>> =>
  by.ask('PUT', `${path()}/email`, { body: { email, version } })

/** The order's link in the latest email to an address. */
const linkTo = (address: string): string => {
  const text = server.arrived.findLast(({ to }) => to === address)?.mail.text ?? ''
  return /\/orders\/([0-9a-f-]{36})/.exec(text)?.[1] ?? ''
}

describe('correcting a buyer’s address', () => {
  it('sends the tickets to the new one, with a new link and codes', async () => {
    const before = await detail()
    const old = linkTo(WRONG)
    expect(old).toBe(orderId)
    const { data } = await correct(RIGHT)
    expect(data.detail.order.customer.email).toBe(RIGHT)
    await post.deliver()
    const link = linkTo(RIGHT)
    expect(link).not.toBe('')
    expect(link).not.toBe(old)
    expect(data.detail.linkId).toBe(link)
    const shown = await fixture.ask<{ order: OrderDetail['order'] }>('GET', `/api/public/orders/${link}`)
    expect(shown.data.order).toMatchObject({ id: link, customer: { email: RIGHT } })
    const codes = shown.data.order.tickets.map(({ code }) => code)
    expect(codes).toHaveLength(2)
    for (const [index, ticket] of before.tickets.entries()) {
      expect(codes).not.toContain(ticket.code)
      expect(shown.data.order.tickets[index]?.id).toBe(ticket.id)
      expect(shown.data.order.tickets[index]?.token).not.toBe(ticket.token)
    }
    // Test sessions have no refresh tokens.
    const wrong = await findContradictions(fixture.context.db)
    expect(wrong.filter((each) => !each.startsWith('session'))).toEqual([])
  })

  it('removes access by the old link or an account with the old address', async () => {
    const { bearer } = await openCustomer(fixture, { email: WRONG })
    const orders = async (who = ''): Promise<string[]> =>
      (
        await fixture.ask<{ orders: OrderSummary[] }>('GET', '/api/auth/customer/orders', { bearer: who })
      ).data.orders.map(({ id }) => id)
    // The address is now verified by another account, which owns earlier orders.
    await sql`update orders set account_id = (select id from accounts where email = ${WRONG})`.execute(
      fixture.context.db,
    )
    expect(await orders(bearer)).toEqual([orderId])
    const { data } = await correct(RIGHT)
    expect(await orders(bearer)).toEqual([])
    expect(await orders((await openCustomer(fixture, { email: RIGHT })).bearer)).toEqual([data.detail.linkId])
    for (const more of [{}, { bearer }]) {
      const shown = await fixture.ask('GET', `/api/public/orders/${orderId}`, more)
      expect(shown).toMatchObject({ status: 410, error: { code: 'ORDER_LINK_REPLACED' } })
      expect((await fixture.ask('POST', `/api/public/orders/${orderId}/confirm`, more)).status).toBe(404)
      const site = fixture.context.sites.resolve(fixture.host)
      const find = { site, id: orderId, client: { origin: 'http://aurora.localhost', cookies: {}, ...more } }
      expect(await getInvoice(fixture.context, find)).toBeUndefined()
    }
    expect((await fixture.ask('POST', '/api/payments/confirm', { body: { orderId } })).status).toBe(404)
  })

  it('resends, refunds and messages go to the corrected address', async () => {
    await sql`
      insert into order_attendees (order_id, position, promoter_id, ticket_type_id, first_name, last_name, email)
      select order_id, position, promoter_id, ticket_type_id, 'Ada', 'Lovelace', ${WRONG} from tickets
      on conflict (order_id, position) do update set email = ${WRONG}`.execute(fixture.context.db)
    await correct(RIGHT)
    await post.deliver()
    const count = server.arrived.length
    await fixture.owner.ask('POST', `${path()}/resends`)
    await post.deliver()
    await fixture.owner.ask('POST', `${path()}/refunds`, { body: { all: true } })
    await post.deliver()
    expect(server.arrived.slice(count).map(({ to }) => to)).toEqual([RIGHT, RIGHT])
    const { data } = await fixture.owner.ask<{ attendees: { email: string }[] }>(
      'GET',
      '/api/promoter/attendees',
    )
    expect(data.attendees.map(({ email }) => email)).toEqual([RIGHT, RIGHT])
  })

  it('conflicts on concurrent corrections', async () => {
    const answers = await Promise.all([correct('one@example.com'), correct('two@example.com')])
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409])
    const { order, version } = await detail()
    const refused = answers.find(({ status }) => status === 409)
    expect(refused?.error).toMatchObject({
      code: 'EDIT_CONFLICT',
      details: { current: { email: order.customer.email, version: 2 } },
    })
    expect(version).toBe(2)
    expect((await correct(RIGHT, 2)).status).toBe(200)
    await post.deliver()
    expect(server.arrived.filter(({ to }) => to !== WRONG).map(({ to }) => to)).toContain(RIGHT)
  })

  it('is in the audit log without addresses, and in the timeline', async () => {
    await correct(RIGHT)
    await post.deliver()
    const { rows } = await sql<{ action: string; entry: string }>`
      select action, (before || after)::text as entry from audit_log where action like 'order.%'`.execute(
      fixture.context.db,
    )
    expect(rows.map(({ action }) => action)).toContain('order.email_changed')
    expect(JSON.stringify(rows)).not.toContain('@')
    const texts = (await detail()).timeline.map(({ text }) => text)
    expect(texts).toContain('Email address changed; link and ticket codes replaced')
    expect(texts).toContain(`The resent confirmation was sent to ${RIGHT}`)
  })

  it('changes nothing for the same or an invalid address, without permission, or for an unknown order', async () => {
    expect((await correct(WRONG)).data.detail).toMatchObject({ version: 1, linkId: orderId })
    expect((await correct('ada')).error.code).toBe('VALIDATION_ERROR')
    expect((await correct(RIGHT, 1, await fixture.join('door'))).status).toBe(403)
    orderId = crypto.randomUUID()
    expect((await correct(RIGHT)).status).toBe(404)
  })

  it('requires a paid order with its buyer’s data', async () => {
    await sql`update orders set email = 'deleted@account.invalid'`.execute(fixture.context.db)
    expect((await correct(RIGHT)).error.code).toBe('ORDER_HAS_NO_ADDRESS')
    await sql`update orders set email = ${WRONG}, status = 'pending'`.execute(fixture.context.db)
    expect((await correct(RIGHT)).error.code).toBe('ORDER_NOT_PAID')
  })
})
