import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { succeed } from '#model/platform/result.ts'
import { transact } from '#server/platform/db/transact.ts'
import { sendPayouts } from '#server/jobs/send-payouts.ts'
import { createSandboxEngine } from '#server/money/sandbox-engine/engine.ts'
import { FAILING_TEST_ACCOUNT } from '#server/money/sandbox-engine/payees.ts'
import { PayeeRefused, ProviderUnavailable, type Payees } from '#server/money/providers/provider.ts'
import { lockPayout } from '#server/money/payouts/payout-rows.ts'
import { failPayout } from '#server/money/payouts/settle-payout.ts'
import { findContradictions } from '#tests/support/invariants.ts'
import { whenWaiting } from '#tests/support/locks.ts'
import { openPayoutShop, type PayoutShop } from '#tests/support/payouts.ts'
import {
  approve,
  askForMoney,
  endEvents,
  goOn,
  hear,
  openPayee,
  readEarnings,
  type Seller,
} from '#tests/support/sellers.ts'
import type { Shop } from '#tests/support/shop.ts'

let shop: Shop
let seller: Seller
let owner: Seller
let totals: PayoutShop['totals']
let autoLimit: PayoutShop['autoLimit']
let statusOf: PayoutShop['statusOf']
let mails: PayoutShop['mails']
let moved: PayoutShop['moved']
let breakPayees: PayoutShop['breakPayees']
beforeEach(async () => {
  ;({ shop, seller, owner, totals, autoLimit, statusOf, mails, moved, breakPayees } = await openPayoutShop())
})
afterEach(async () => {
  expect(await findContradictions(shop.context.db)).toEqual([])
  await shop.close()
})

describe('a payout', () => {
  const request = async (amount = 20): Promise<string> => (await askForMoney(seller, amount)).data.payout.id
  const wait = (milliseconds: number): void => shop.clock.advance(milliseconds)
  beforeEach(async () => {
    await openPayee(shop, seller)
    await endEvents(shop, [seller, owner])
  })

  it('waits for an owner, is sent, paid, and notified', async () => {
    const id = await request()
    await sendPayouts(shop.context)
    expect(await statusOf(id)).toBe('requested')
    expect((await approve(owner, id)).data.payout.status).toBe('approved')
    expect((await approve(owner, id)).error.code).toBe('PAYOUT_DECIDED')
    await sendPayouts(shop.context)
    expect(await statusOf(id)).toBe('sent')
    await hear(shop)
    await hear(shop)
    expect(await statusOf(id)).toBe('paid')
    expect(await totals()).toMatchObject({ available: 0, requested: 0, paid: 20 })
    expect(await moved()).toEqual({ transfers: [2000], payouts: [2000] })
    expect(await mails()).toEqual(['payout_sent'])
  })

  it('refused by an owner is available again', async () => {
    const id = await request()
    const answer = await approve(owner, id, { approve: false, reason: 'Ask after the tour.' })
    expect(answer.data.payout).toMatchObject({ status: 'refused', reason: 'Ask after the tour.' })
    expect(await totals()).toMatchObject({ available: 20, requested: 0 })
    expect(await mails()).toEqual(['payout_failed'])
  })

  it('below the promoter’s limit is approved automatically', async () => {
    await autoLimit(1500)
    const small = await request(15)
    expect(await statusOf(small)).toBe('approved')
    await autoLimit(0)
    await sendPayouts(shop.context)
    expect(await statusOf(small)).toBe('sent')
  })

  it('in another currency than the limit’s needs approval, however small', async () => {
    await autoLimit(9999)
    const { db } = shop.context
    await sql`update promoters set payout_auto_limit_currency = 'JPY'`.execute(db)
    expect(await statusOf(await request(1))).toBe('requested')
    await autoLimit(9999)
    expect(await statusOf(await request(1))).toBe('approved')
  })

  it('needs approval once the day’s auto-approved total reaches the limit, however split', async () => {
    await autoLimit(700)
    const ids = await Promise.all([request(3), request(3), request(3)])
    const statuses = await Promise.all(ids.map(statusOf))
    expect(statuses.toSorted()).toEqual(['approved', 'approved', 'requested'])
    expect(await statusOf(await request(1))).toBe('approved')
    expect(await statusOf(await request(1))).toBe('requested')
  })

  it('has the whole limit on the next day; approved and failed ones don’t count', async () => {
    await autoLimit(700)
    const large = await request(8)
    await approve(owner, large)
    const repair = breakPayees({ transfer: () => Promise.reject(new PayeeRefused('No.')) })
    const failed = await request(5)
    await sendPayouts(shop.context)
    repair()
    expect([await statusOf(large), await statusOf(failed)]).toEqual(['failed', 'failed'])
    await approve(owner, await request(8))
    expect(await statusOf(await request(5))).toBe('approved')
    expect(await statusOf(await request(3))).toBe('requested')
    await goOn(shop, 1, [seller])
    expect(await statusOf(await request(4))).toBe('approved')
  })

  it('without a webhook is checked at growing intervals', async () => {
    await autoLimit(9999)
    const id = await request()
    await sendPayouts(shop.context)
    let asked = 0
    const { fetchPayout } = shop.context.payments.payees
    const repair = breakPayees({ fetchPayout: (...which) => ((asked += 1), fetchPayout(...which)) })
    for (const seconds of [9, 1, 9, 1, 19, 1]) {
      wait(seconds * 1000)
      await sendPayouts(shop.context)
    }
    expect(asked).toBe(3)
    await createSandboxEngine(shop.context).settle()
    wait(40_000)
    await sendPayouts(shop.context)
    expect(await statusOf(id)).toBe('paid')
    repair()
  })

  it('returned by the bank is noticed without a webhook within a day', async () => {
    await autoLimit(9999)
    const ids = [await request(5), await request(6)]
    await sendPayouts(shop.context)
    await hear(shop)
    expect(await Promise.all(ids.map(statusOf))).toEqual(['paid', 'paid'])
    let asked = 0
    const { fetchPayout } = shop.context.payments.payees
    const repair = breakPayees({ fetchPayout: (...which) => ((asked += 1), fetchPayout(...which)) })
    for (let hours = 0; hours < 48; hours += 1) {
      wait(3_600_000)
      await sendPayouts(shop.context)
    }
    expect(asked).toBe(4)
    repair()
    const returned = { status: 'failed', reason: 'The account was closed.' } as const
    const mend = breakPayees({
      fetchPayout: async (...which) => ({ ...(await fetchPayout(...which)), ...returned }),
    })
    wait(86_400_000)
    await Promise.all([sendPayouts(shop.context), sendPayouts(shop.context)])
    mend()
    expect(await Promise.all(ids.map(statusOf))).toEqual(['failed', 'failed'])
    await goOn(shop, 0, [seller])
    expect(await totals()).toMatchObject({ available: 20, paid: 0 })
    expect(await mails()).toEqual(['payout_failed', 'payout_failed', 'payout_sent', 'payout_sent'])
  })

  it('paid more than ten days ago is not checked any more', async () => {
    await autoLimit(9999)
    await request()
    await sendPayouts(shop.context)
    await hear(shop)
    const asked: string[] = []
    const { fetchPayout } = shop.context.payments.payees
    breakPayees({ fetchPayout: (...which) => (asked.push(which[1]), fetchPayout(...which)) })
    wait(10 * 86_400_000 - 1)
    await sendPayouts(shop.context)
    expect(asked).toHaveLength(1)
    wait(86_400_000)
    await sendPayouts(shop.context)
    expect(asked).toHaveLength(1)
  })

  it('is sent once, whatever is lost', async () => {
    await autoLimit(9999)
    const id = await request()
    const lost = new ProviderUnavailable('lost')
    const { transfer, payOut } = shop.context.payments.payees
    const losses: Partial<Payees>[] = [
      { transfer: () => Promise.reject(lost) },
      // The request succeeds, but its response is lost.
      { transfer: async (wish) => (await transfer(wish), Promise.reject(lost)) },
      { payOut: () => Promise.reject(lost) },
      { payOut: async (wish) => (await payOut(wish), Promise.reject(lost)) },
    ]
    for (const loss of losses) {
      const repair = breakPayees(loss)
      await sendPayouts(shop.context)
      wait(3_600_000)
      repair()
    }
    expect(await statusOf(id)).toBe('approved')
    await Promise.all([sendPayouts(shop.context), sendPayouts(shop.context)])
    expect(await statusOf(id)).toBe('sent')
    expect(await moved()).toEqual({ transfers: [2000], payouts: [2000] })
  })

  it('waits for the platform’s balance and is then sent once, without a failure or an email', async () => {
    await autoLimit(9999)
    const id = await request()
    const engine = createSandboxEngine(shop.context)
    await engine.setShort('platform', true)
    const { transfer } = shop.context.payments.payees
    let asked = 0
    const repair = breakPayees({ transfer: (wish) => ((asked += 1), transfer(wish)) })
    for (let hour = 0; hour < 48; hour += 1) {
      await Promise.all([sendPayouts(shop.context), sendPayouts(shop.context)])
      wait(3_600_000)
    }
    expect(asked).toBeGreaterThan(24)
    expect(asked).toBeLessThanOrEqual(48)
    await goOn(shop, 0, [seller, owner])
    expect((await readEarnings(seller)).payouts).toMatchObject([
      { id, status: 'approved', reason: '', isWaitingForFunds: true },
    ])
    expect(await totals()).toMatchObject({ available: 0, requested: 20 })
    await engine.setShort('platform', false)
    wait(3_600_000)
    await Promise.all([sendPayouts(shop.context), sendPayouts(shop.context)])
    repair()
    await goOn(shop, 0, [seller])
    expect((await readEarnings(seller)).payouts).toMatchObject([{ status: 'sent', isWaitingForFunds: false }])
    expect(await moved()).toEqual({ transfers: [2000], payouts: [2000] })
    expect(await mails()).toEqual(['payout_sent'])
  })

  it('waits when transferred money is pending in the payee’s account', async () => {
    await autoLimit(9999)
    const id = await request()
    const engine = createSandboxEngine(shop.context)
    const payeeId = await openPayee(shop, seller)
    await engine.setShort(payeeId, true)
    await sendPayouts(shop.context)
    expect(await statusOf(id)).toBe('approved')
    expect(await moved()).toEqual({ transfers: [2000], payouts: [] })
    await engine.setShort(payeeId, false)
    wait(3_600_000)
    await sendPayouts(shop.context)
    expect(await statusOf(id)).toBe('sent')
    expect(await moved()).toEqual({ transfers: [2000], payouts: [2000] })
  })

  it('is sent once by concurrent nodes', async () => {
    await autoLimit(9999)
    await Promise.all([request(5), request(6), request(7)])
    await Promise.all(Array.from({ length: 5 }, () => sendPayouts(shop.context)))
    expect(await moved()).toEqual({ transfers: [500, 600, 700], payouts: [500, 600, 700] })
  })

  it('is continued by another node after a crash at any step', async () => {
    await autoLimit(9999)
    const died = new Error('died')
    const { transfer, payOut } = shop.context.payments.payees
    const id = await request()
    for (const death of [
      {
        transfer: async (wish: Parameters<Payees['transfer']>[0]) => (
          await transfer(wish),
          Promise.reject(died)
        ),
      },
      { payOut: async (wish: Parameters<Payees['payOut']>[0]) => (await payOut(wish), Promise.reject(died)) },
    ]) {
      const repair = breakPayees(death)
      await sendPayouts(shop.context)
      repair()
      wait(3_600_000)
    }
    await sendPayouts(shop.context)
    expect(await statusOf(id)).toBe('sent')
    expect(await moved()).toEqual({ transfers: [2000], payouts: [2000] })
  })

  it('that fails while a node waits to send it is not sent', async () => {
    await autoLimit(9999)
    const id = await request()
    const { db } = shop.context
    const payOut = vi.spyOn(shop.context.payments.payees, 'payOut')
    const sending = await transact<Promise<void>, never>(db, async (trx) => {
      await sql`select from payee_accounts for update`.execute(trx)
      const job = sendPayouts(shop.context)
      await whenWaiting(db)
      const payout = await lockPayout(trx, id)
      if (payout) await failPayout(trx, { payout, reason: 'No.', now: new Date(shop.clock.now()) })
      return succeed(job)
    })
    expect(sending.success).toBe(true)
    if (sending.success) await sending.data
    expect(await statusOf(id)).toBe('failed')
    expect(payOut).not.toHaveBeenCalled()
    expect(await moved()).toEqual({ transfers: [], payouts: [] })
  })

  it('changes once, however often its webhook arrives', async () => {
    await autoLimit(9999)
    const id = await request()
    await sendPayouts(shop.context)
    await hear(shop)
    await sql`update payment_events set processed_at = null`.execute(shop.context.db)
    await sql`update sandbox.events set delivered_at = null`.execute(shop.context.db)
    await hear(shop)
    expect(await statusOf(id)).toBe('paid')
  })
})

describe('a failed payout', () => {
  it('returns its amount, and money at the provider is used before a new transfer', async () => {
    await autoLimit(9999)
    const payeeId = await openPayee(shop, seller, FAILING_TEST_ACCOUNT)
    await endEvents(shop, [seller, owner])
    const first = (await askForMoney(seller, 12)).data.payout.id
    await sendPayouts(shop.context)
    await hear(shop)
    const { payouts, totals: sums } = await readEarnings(seller)
    expect(payouts[0]).toMatchObject({ id: first, status: 'failed', reason: 'The bank account is closed.' })
    expect(sums[0]).toMatchObject({ available: 20, requested: 0, paid: 0 })
    expect(await mails()).toEqual(['payout_failed', 'payout_sent'])
    await sql`update sandbox.payees set bank_account = 'DE89370400440532013000' where id = ${payeeId}`.execute(
      shop.context.db,
    )
    await askForMoney(seller, 20)
    await sendPayouts(shop.context)
    await hear(shop)
    expect(await totals()).toMatchObject({ available: 0, paid: 20 })
    expect((await moved()).transfers.toSorted((one, other) => one - other)).toEqual([800, 1200])
    expect(await createSandboxEngine(shop.context).payees.balances(payeeId)).toEqual([
      { currency: 'EUR', amountCents: 0 },
    ])
  })

  it('refused by the provider shows the reason', async () => {
    await autoLimit(9999)
    const payeeId = await openPayee(shop, seller)
    await endEvents(shop, [seller, owner])
    const { id } = (await askForMoney(seller, 12)).data.payout
    await createSandboxEngine(shop.context).payees.refuse(payeeId)
    await sendPayouts(shop.context)
    expect((await readEarnings(seller)).payouts).toMatchObject([
      { id, status: 'failed', reason: expect.stringContaining('transfers') },
    ])
    expect(await totals()).toMatchObject({ available: 20 })
    await hear(shop)
    expect((await readEarnings(seller)).payoutAccount.status).toBe('refused')
    expect((await askForMoney(seller, 12)).error.code).toBe('PAYOUT_ACCOUNT_NOT_READY')
  })
})
