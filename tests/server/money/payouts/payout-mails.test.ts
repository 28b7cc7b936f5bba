import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { PayoutStatus } from '#model/money/payouts.ts'
import { writeMails } from '#server/platform/outbox/mail-rows.ts'
import type { MailDispatcher } from '#server/messages/delivery/mail-dispatcher.ts'
import { openMailServer, type MailServer } from '#tests/support/mail-server.ts'
import { insertAccount, openTestPost } from '#tests/support/post.ts'
import { openShop, type Shop } from '#tests/support/shop.ts'

const ORIGIN = 'http://aurora.localhost:4321'

let shop: Shop
let server: MailServer
let post: MailDispatcher
beforeEach(async () => {
  shop = await openShop()
  server = await openMailServer()
  post = openTestPost(shop.context, server.url)
})
afterEach(async () => {
  await post.close()
  await server.close()
  await shop.close()
})

async function insertPayout(memberId: string, status: PayoutStatus): Promise<string> {
  const id = randomUUID()
  const now = new Date(shop.clock.now())
  await shop.context.db
    .insertInto('payouts')
    .values({
      id,
      promoter_id: shop.promoterId,
      member_id: memberId,
      amount_cents: 4250,
      currency: 'EUR',
      status,
      reason: 'The bank account is closed.',
      idempotency_key: id,
      provider: 'sandbox',
      payee_id: 'acct_1',
      requested_at: now,
      updated_at: now,
    })
    .execute()
  return id
}

async function publishMessage(
  kind: 'payout_sent' | 'payout_failed',
  accountId: string,
  status: PayoutStatus = 'failed',
) {
  const payload = { accountId, payoutId: await insertPayout(accountId, status) }
  const fact = { kind, payload, fact: randomUUID(), origin: ORIGIN, promoterId: shop.promoterId }
  await writeMails(shop.context.db, [fact], new Date(shop.clock.now()))
  await post.deliver()
  return server.arrived.at(-1)
}

test('a member is emailed about a sent payout', async () => {
  const accountId = await insertAccount(shop.context.db, { email: 'ada@example.com', isVerified: true })
  const sent = await publishMessage('payout_sent', accountId)
  expect([sent?.to, sent?.mail.subject]).toEqual(['ada@example.com', '€42.50 is on its way to you'])
  expect(sent?.mail.text).toContain(`${ORIGIN}/account/staff/earnings`)
})

test('a member is emailed why a payout failed', async () => {
  const accountId = await insertAccount(shop.context.db, { email: 'ada@example.com', isVerified: true })
  const failed = await publishMessage('payout_failed', accountId)
  expect(failed?.mail.text).toContain('The bank account is closed.')
  expect(failed?.mail.text).toContain('back in your available balance')
})

test('a member is emailed that an owner refused, and why', async () => {
  const accountId = await insertAccount(shop.context.db, { email: 'ada@example.com', isVerified: true })
  const refused = await publishMessage('payout_failed', accountId, 'refused')
  expect(refused?.mail.subject).toBe('Your payout of €42.50 was refused')
  expect(refused?.mail.text).toContain('The bank account is closed.')
})

test('nothing is sent for a deleted account', async () => {
  expect(await publishMessage('payout_sent', randomUUID())).toBeUndefined()
})
