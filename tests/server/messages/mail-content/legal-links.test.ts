import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeMails } from '#server/platform/outbox/mail-rows.ts'
import type { MailDispatcher } from '#server/messages/delivery/mail-dispatcher.ts'
import { insertLegalText, insertTicketType } from '#tests/support/factories.ts'
import { openMailServer, type MailServer } from '#tests/support/mail-server.ts'
import { insertAccount, openTestPost } from '#tests/support/post.ts'
import { newCartId, openShop, type Shop } from '#tests/support/shop.ts'

const ORIGIN = 'http://aurora.localhost:4321'

let shop: Shop
let server: MailServer
let post: MailDispatcher

beforeAll(async () => {
  shop = await openShop()
  server = await openMailServer()
  post = openTestPost(shop.context, server.url)
  const { promoterId, context } = shop
  for (const kind of ['imprint', 'terms', 'refunds'] as const)
    await insertLegalText(context.db, { promoterId, kind })
  await insertLegalText(context.db, { promoterId, kind: 'refunds', version: 2, text: null })
  await insertLegalText(context.db, { promoterId: null, kind: 'privacy' })
})
afterAll(async () => {
  await post.close()
  await server.close()
  await shop.close()
})

async function deliver(): Promise<{ text: string; html: string }[]> {
  const before = server.arrived.length
  await post.deliver()
  return server.arrived.slice(before).map(({ mail: { text = '', html = '' } }) => ({ text, html }))
}

test('a buyer’s email links the promoter’s legal pages, if published', async () => {
  const { promoterId } = shop
  const ticketTypeId = await insertTicketType(shop.context.db, { ...shop, priceCents: 0 })
  const cart = newCartId()
  await shop.hold(cart, { [ticketTypeId]: 1 })
  await shop.checkout(cart, 0)
  const mails = await deliver()
  const urls = ['terms', 'imprint'].map((kind) => `${ORIGIN}/legal/${kind}?by=${promoterId}`)
  expect(mails.map(({ text }) => text.split('\n').filter((line) => line.includes('/legal/')))).toEqual([
    [`Terms: ${urls[0]}`, `Imprint: ${urls[1]}`],
  ])
  expect(
    mails.map(({ html }) => [...html.matchAll(/href="([^"]*\/legal\/[^"]*)"/g)].map((match) => match[1])),
  ).toEqual([urls])
})

test('an account email has no legal links', async () => {
  const { context, promoterId } = shop
  const accountId = await insertAccount(context.db, { email: 'grace@example.com', isVerified: true })
  const fact = {
    kind: 'password_changed',
    payload: { accountId },
    fact: 'one',
    origin: ORIGIN,
    promoterId,
  } as const
  await writeMails(context.db, [fact], new Date(shop.clock.now()))
  const mails = await deliver()
  expect(mails.map(({ text }) => text.includes('/legal/'))).toEqual([false])
})
