import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Order } from '#model/sales/orders.ts'
import type { PromoterSettings } from '#contracts/console/settings.ts'
import type { MailDispatcher } from '#server/messages/delivery/mail-dispatcher.ts'
import { openConsoleFixture, type ConsoleFixture } from '#tests/support/console.ts'
import { insertTicketType } from '#tests/support/factories.ts'
import { openMailServer, type Arrived, type MailServer } from '#tests/support/mail-server.ts'
import { hasPoppler, readPages } from '#tests/support/pdf-tools.ts'
import { openTestPost } from '#tests/support/post.ts'
import { CARDS, newCartId } from '#tests/support/shop.ts'

let fixture: ConsoleFixture
let server: MailServer
let post: MailDispatcher

beforeAll(async () => {
  fixture = await openConsoleFixture()
  server = await openMailServer()
  post = openTestPost(fixture.context, server.url)
})
afterAll(async () => {
  await post.close()
  await server.close()
  await fixture.close()
})

async function buy(quantity: number): Promise<Order> {
  const { promoterId, eventId } = fixture
  const type = await insertTicketType(fixture.context.db, {
    promoterId,
    eventId,
    priceCents: 1000,
    maxPerOrder: 20,
  })
  const cart = newCartId()
  await fixture.hold(cart, { [type]: quantity })
  const { data } = await fixture.checkout(cart, 10 * quantity)
  await fixture.pay(data.order.id, CARDS.good)
  const paid = await fixture.ask<{ order: Order }>('GET', `/api/public/orders/${data.order.id}`)
  return paid.data.order
}

async function nextMail(): Promise<Arrived['mail']> {
  server.arrived.length = 0
  await post.deliver()
  const [only] = server.arrived.filter(({ to }) => to === 'ada@example.com')
  if (!only) throw new Error('No email has arrived.')
  return only.mail
}

const pdfsIn = (mail: Arrived['mail']): Uint8Array[] =>
  mail.attachments
    .filter(({ mimeType }) => mimeType === 'application/pdf')
    .map(({ content }) => (typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content)))

async function attach(attachesTickets: boolean | undefined): Promise<boolean> {
  const path = '/api/promoter/settings'
  const { data } = await fixture.owner.ask<{ settings: PromoterSettings }>('GET', path)
  const saved = await fixture.owner.ask<{ settings: PromoterSettings }>('PUT', path, {
    body: { ...data.settings, attachesTickets },
  })
  return saved.data.settings.attachesTickets
}

test('the email of an order has its tickets attached', async () => {
  const order = await buy(2)
  const mail = await nextMail()
  expect(mail.attachments.map(({ filename }) => filename)).toContain(`tickets-${order.number}.pdf`)
  const [pdf, ...others] = pdfsIn(mail)
  expect(others).toEqual([])
  if (!pdf || !hasPoppler) return
  const pages = readPages(pdf)
  expect(pages).toHaveLength(2)
  for (const [index, { code }] of order.tickets.entries()) expect(pages[index]).toContain(code)
})

test('an order of more than 10 tickets has none attached', async () => {
  await buy(11)
  expect(pdfsIn(await nextMail())).toEqual([])
})

test('a promoter turns it off and on', async () => {
  expect(await attach(false)).toBe(false)
  await buy(1)
  expect(pdfsIn(await nextMail())).toEqual([])
  // Programs that don't know the setting leave it unchanged.
  expect(await attach(undefined)).toBe(false)
  expect(await attach(true)).toBe(true)
  await buy(1)
  expect(pdfsIn(await nextMail())).toHaveLength(1)
})
