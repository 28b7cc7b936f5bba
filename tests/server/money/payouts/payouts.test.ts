import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest'
import type { PayoutAccount } from '#contracts/portal/earnings.ts'
import { sendPayouts } from '#server/jobs/send-payouts.ts'
import { ProviderUnavailable } from '#server/money/providers/provider.ts'
import { findContradictions } from '#tests/support/invariants.ts'
import { openPayoutShop, type PayoutShop } from '#tests/support/payouts.ts'
import {
  approve,
  askForMoney,
  endEvents,
  goOn,
  hear,
  openPayee,
  readEarnings,
  sell,
  type Seller,
} from '#tests/support/sellers.ts'
import { signInOn } from '#tests/support/people.ts'
import type { Shop } from '#tests/support/shop.ts'

let shop: Shop
let seller: Seller
let owner: Seller
let ticketTypeId: PayoutShop['ticketTypeId']
let order: PayoutShop['order']
let totals: PayoutShop['totals']
let refund: PayoutShop['refund']
let autoLimit: PayoutShop['autoLimit']
let breakPayees: PayoutShop['breakPayees']
beforeEach(async () => {
  ;({ shop, seller, owner, ticketTypeId, order, totals, refund, autoLimit, breakPayees } =
    await openPayoutShop())
})
afterEach(async () => {
  expect(await findContradictions(shop.context.db)).toEqual([])
  await shop.close()
})

describe('an approval', () => {
  it('is refused when refunds have reduced the balance below the requested payouts', async () => {
    await openPayee(shop, seller)
    await endEvents(shop, [seller, owner])
    const first = (await askForMoney(seller, 12)).data.payout
    const second = (await askForMoney(seller, 8)).data.payout
    await refund({ tickets: [order.tickets[0]?.id] })
    expect(await totals()).toMatchObject({ available: -5, requested: 20 })
    expect((await approve(owner, first.id)).error.code).toBe('PAYOUT_NOT_COVERED')
    expect((await approve(owner, second.id, { approve: false })).data.payout.status).toBe('refused')
    expect((await approve(owner, first.id)).data.payout.status).toBe('approved')
  })
})

test.each([1.005, 1.999])('%d is refused: it isn’t rounded to cents', async (amount) => {
  await openPayee(shop, seller)
  await endEvents(shop, [seller])
  const path = 'amount'
  expect((await askForMoney(seller, amount)).error.details).toEqual([expect.objectContaining({ path })])
})

describe('an account to be paid at', () => {
  const path = (what: string, id = seller.id): string => `/api/staff/${id}/${what}`

  it('is opened once, is checked, and is ready without anybody asking', async () => {
    const open = () => seller.ask<{ payoutAccount: PayoutAccount }>('POST', path('stripe-connect/account'))
    const answers = await Promise.all(Array.from({ length: 12 }, open))
    expect(new Set(answers.map((answer) => answer.data.payoutAccount.status))).toEqual(
      new Set(['incomplete']),
    )
    expect((await shop.context.db.selectFrom('sandbox.payees').selectAll().execute()).length).toBe(1)
    await openPayee(shop, seller)
    const { rows } = await sql<{ status: string }>`select status from payee_accounts`.execute(shop.context.db)
    expect(rows).toEqual([{ status: 'ready' }])
    expect((await readEarnings(seller)).payoutAccount).toMatchObject({ provider: 'sandbox', status: 'ready' })
  })

  it.each([
    ['/account/staff/earnings?tab=payouts', '/account/staff/earnings?tab=payouts&setup=complete'],
    ['https://evil.example/account', '/account/staff/earnings?setup=complete'],
    ['//evil.example/account', '/account/staff/earnings?setup=complete'],
    ['javascript:alert(1)', '/account/staff/earnings?setup=complete'],
  ])('is set up at the provider, and %s leads back to %s', async (returnUrl, back) => {
    await seller.ask('POST', path('sandbox-connect/account'))
    const body = { returnUrl }
    const answer = await seller.ask<{ url: string }>('POST', path('sandbox-connect/onboarding-link'), {
      body,
    })
    const url = new URL(answer.data.url)
    expect(url.searchParams.get('return')).toBe(`http://${shop.host}${back}`)
    const dashboard = await seller.ask<{ url: string }>('POST', path('sandbox-connect/dashboard-link'), {
      body,
    })
    expect(dashboard.data.url).toMatch(/\/sandbox\/dashboard\/acct_/)
  })

  it('is fetched at most once a minute', async () => {
    const { fetch } = shop.context.payments.payees
    let asked = 0
    breakPayees({ fetch: (payeeId) => ((asked += 1), fetch(payeeId)) })
    const open = () => seller.ask('POST', path('sandbox-connect/account'))
    const look = async (times: number): Promise<number> => {
      const before = asked
      for (let count = 0; count < times; count += 1) {
        shop.clock.advance(4000)
        await Promise.all([readEarnings(seller), readEarnings(seller)])
      }
      return asked - before
    }
    await open()
    expect(await look(14)).toBe(0)
    expect(await look(15)).toBe(1)
    expect(await look(15)).toBe(1)
    const before = asked
    await open()
    await askForMoney(seller, 5)
    expect(asked - before, 'what needs to know asks').toBe(2)
    breakPayees({ fetch: () => ((asked += 1), Promise.reject(new ProviderUnavailable('lost'))) })
    expect(await look(30), 'nor more often while it does not answer').toBe(2)
  })

  it('has no links before it exists, and none at an unknown provider', async () => {
    const body = { returnUrl: '/' }
    const answers = await Promise.all(
      ['sandbox-connect/onboarding-link', 'sandbox-connect/dashboard-link', 'purse-connect/account'].map(
        (what) => seller.ask('POST', path(what), { body }),
      ),
    )
    expect(answers.map(({ error }) => error.code)).toEqual([
      'PAYOUT_ACCOUNT_MISSING',
      'PAYOUT_ACCOUNT_MISSING',
      'NOT_FOUND',
    ])
  })
})

describe('asking for money', () => {
  it('takes an account that is ready, an end of the event, and what is there', async () => {
    expect((await askForMoney(seller, 5)).error.code).toBe('PAYOUT_TOO_MUCH')
    await endEvents(shop, [seller, owner])
    expect((await askForMoney(seller, 5)).error.code).toBe('PAYOUT_ACCOUNT_MISSING')
    await seller.ask('POST', `/api/staff/${seller.id}/sandbox-connect/account`)
    expect((await askForMoney(seller, 5)).error.code).toBe('PAYOUT_ACCOUNT_NOT_READY')
    await openPayee(shop, seller)
    expect((await askForMoney(seller, 0.5)).error.code).toBe('VALIDATION_ERROR')
    expect((await askForMoney(seller, 20.01)).error).toMatchObject({
      code: 'PAYOUT_TOO_MUCH',
      details: { available: 20 },
    })
    const answer = await askForMoney(seller, 20)
    expect([answer.status, answer.data.payout.status]).toEqual([201, 'requested'])
    expect(await totals()).toMatchObject({ available: 0, requested: 20 })
  })

  it('twenty times concurrently never exceeds the available amount', async () => {
    await openPayee(shop, seller)
    await endEvents(shop, [seller, owner])
    const { bearer } = await signInOn(shop, shop.host, seller.email)
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        seller.ask<{ payout: { amount: number } }>('POST', `/api/staff/${seller.id}/payouts`, {
          body: { amount: 3 + (index % 4) },
          key: randomUUID(),
          bearer: index % 2 ? bearer : seller.bearer,
        }),
      ),
    )
    const given = answers.flatMap((answer) => (answer.success ? [answer.data.payout.amount] : []))
    const sum = given.reduce((all, amount) => all + amount, 0)
    expect(sum).toBeGreaterThan(14)
    expect(await totals()).toMatchObject({ available: 20 - sum, requested: sum })
    expect(answers.flatMap((answer) => (answer.success ? [] : [answer.error.code]))).toEqual(
      Array.from({ length: 20 - given.length }, () => 'PAYOUT_TOO_MUCH'),
    )
  })

  it('with the same key happens once', async () => {
    await openPayee(shop, seller)
    await endEvents(shop, [seller, owner])
    const answers = await Promise.all([1, 2, 3, 4].map(() => askForMoney(seller, 4, 'my-key')))
    expect(new Set(answers.map((answer) => answer.data.payout.id)).size).toBe(1)
    expect((await askForMoney(seller, 5, 'my-key')).error.code).toBe('KEY_REUSED')
    expect(await totals()).toMatchObject({ available: 16, requested: 4 })
  })

  it('for an event gives all that it has earned, once', async () => {
    await openPayee(shop, seller)
    const ask = () =>
      seller.ask<{ payout: { amount: number; eventTitle: string } }>(
        'POST',
        `/api/public/staff/events/${shop.eventId}/request-payout`,
      )
    expect((await ask()).error.code).toBe('PAYOUT_TOO_MUCH')
    await endEvents(shop, [seller, owner])
    expect((await readEarnings(seller)).events).toMatchObject([{ payable: 20, isAvailable: true }])
    const answers = await Promise.all([ask(), ask(), ask()])
    const [one, ...others] = answers.filter((answer) => answer.success)
    expect([one?.data.payout, others.length]).toMatchObject([{ amount: 20, eventTitle: 'Night Shift' }, 0])
    expect((await readEarnings(seller)).events).toMatchObject([{ payable: 0 }])
  })
})

describe('refunds', () => {
  beforeEach(async () => {
    await openPayee(shop, seller)
    await endEvents(shop, [seller, owner])
    await autoLimit(9999)
  })

  it('before the payout reduce the available amount', async () => {
    await refund({ tickets: [order.tickets[0]?.id] })
    expect((await askForMoney(seller, 20)).error.details).toEqual({ available: 15 })
  })

  it('after the payout make it negative, which later earnings offset', async () => {
    await askForMoney(seller, 18)
    await sendPayouts(shop.context)
    await hear(shop)
    await refund()
    expect(await totals()).toMatchObject({ available: -18, paid: 18, clawedBack: 20 })
    expect((await askForMoney(seller, 1)).error).toMatchObject({
      code: 'PAYOUT_TOO_MUCH',
      details: { available: 0 },
    })
    const { rows } = await sql<{ id: string }>`select id from tracking_links`.execute(shop.context.db)
    await sql`update events set ends_at = ends_at + interval '1 year', starts_at = starts_at + interval '1 year'`.execute(
      shop.context.db,
    )
    await sell(shop, { linkId: rows[0]?.id ?? '', wishes: { [ticketTypeId]: 4 }, total: 100 })
    await sql`update events set ends_at = ends_at - interval '1 year', starts_at = starts_at - interval '1 year'`.execute(
      shop.context.db,
    )
    // Moving the end earlier makes nothing available sooner.
    expect(await totals()).toMatchObject({ available: -18, pending: 20 })
    await goOn(shop, 366, [seller])
    expect(await totals()).toMatchObject({ available: 2 })
  })
})
