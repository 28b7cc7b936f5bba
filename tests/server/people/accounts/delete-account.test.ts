import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { sendPayouts } from '#server/jobs/send-payouts.ts'
import { insertPromoter } from '#tests/support/factories.ts'
import { findContradictions } from '#tests/support/invariants.ts'
import { openPayoutShop, type PayoutShop } from '#tests/support/payouts.ts'
import { insertMember, openCustomer, signInOn, PASSWORD, type Browser } from '#tests/support/people.ts'
import {
  askForMoney,
  endEvents,
  hear,
  insertLink,
  insertRule,
  openPayee,
  openSeller,
  sell,
  type Seller,
} from '#tests/support/sellers.ts'
import type { Shop } from '#tests/support/shop.ts'

let shop: Shop
let seller: Seller
let owner: Seller
let ticketTypeId: PayoutShop['ticketTypeId']
let refund: PayoutShop['refund']
beforeEach(async () => {
  ;({ shop, seller, owner, ticketTypeId, refund } = await openPayoutShop())
})
afterEach(async () => {
  expect(await findContradictions(shop.context.db)).toEqual([])
  await shop.close()
})

const leave = (who: Browser) => who.ask('DELETE', '/api/auth/customer/me', { body: { password: PASSWORD } })
const owed = (amount: number) => ({
  code: 'EARNINGS_LEFT',
  details: { owed: [{ promoterName: 'Aurora', amount, currency: 'EUR' }] },
})
const isThere = async ({ id }: { id: string }): Promise<boolean> =>
  (await shop.context.db.selectFrom('accounts').select('id').where('id', '=', id).execute()).length > 0

it('a member with pending, available or requested earnings keeps the account, and sees the amounts', async () => {
  expect((await leave(seller)).error).toMatchObject(owed(20))
  await openPayee(shop, seller)
  await endEvents(shop, [seller, owner])
  expect((await leave(seller)).error).toMatchObject(owed(20))
  await sql`update promoters set payout_auto_limit_cents = 9999, payout_auto_limit_currency = 'EUR'`.execute(
    shop.context.db,
  )
  await askForMoney(seller, 15)
  expect((await leave(seller)).error).toMatchObject(owed(20))
  await sendPayouts(shop.context)
  await hear(shop)
  expect((await leave(seller)).error, '15.00 has arrived').toMatchObject(owed(5))
  await askForMoney(seller, 5)
  await sendPayouts(shop.context)
  await hear(shop)
  expect((await leave(seller)).success).toBe(true)
  expect(await isThere(seller)).toBe(false)
})

it('earnings waiting for approval count, refunded ones don’t', async () => {
  await refund()
  const other = await openSeller(shop)
  const linkId = await insertLink(shop, other.id)
  await insertRule(shop, { memberId: other.id, basisPoints: 1000, approval: 'manual' })
  await sell(shop, { linkId, wishes: { [ticketTypeId]: 2 }, total: 50 })
  expect((await leave(other)).error).toMatchObject(owed(5))
  expect((await leave(seller)).success).toBe(true)
})

it('an amount below the minimum payout doesn’t block', async () => {
  const other = await openSeller(shop)
  const linkId = await insertLink(shop, other.id)
  await insertRule(shop, { memberId: other.id, amountCents: 33 })
  await sell(shop, { linkId, wishes: { [ticketTypeId]: 3 }, total: 75 })
  expect((await leave(other)).success).toBe(true)
})

it('a former member with unpaid earnings is told on every host', async () => {
  await sql`delete from members where account_id = ${seller.id}`.execute(shop.context.db)
  const onMain = await signInOn(shop, 'localhost', seller.email)
  const answer = await onMain.ask('DELETE', '/api/auth/customer/me', { body: { password: PASSWORD } })
  expect(answer.error).toMatchObject(owed(20))
})

it('a refusal changes nothing', async () => {
  const mails = () => shop.context.db.selectFrom('mails').selectAll().orderBy('fact').execute()
  const before = await mails()
  await leave(seller)
  expect(await mails()).toEqual(before)
  expect((await seller.login(seller.email)).success).toBe(true)
})

it('the only owner can’t be deleted; of two concurrent deletions of the last owners one succeeds', async () => {
  const refusal = { code: 'SOLE_OWNER', details: { promoters: ['Aurora'] } }
  expect((await leave(owner)).error).toMatchObject(refusal)
  const second = await openSeller(shop, 'owner')
  const answers = await Promise.all([leave(owner), leave(second)])
  expect(answers.filter(({ success }) => success)).toHaveLength(1)
  expect(answers.find(({ success }) => !success)?.error).toMatchObject(refusal)
})

it('an owner elsewhere doesn’t count', async () => {
  const other = await insertPromoter(shop.context.db, 'Nordlys')
  const both = await openCustomer(shop)
  for (const promoterId of [shop.promoterId, other])
    await insertMember(shop.context.db, { promoterId, accountId: both.id, role: 'owner' })
  expect((await leave(both)).error.details).toEqual({ promoters: ['Nordlys'] })
})
