import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { PayoutAccount } from '#contracts/earnings.ts'
import type { Order } from '#model/orders.ts'
import { sendPayouts } from '#server/jobs/send-payouts.ts'
import { createEngine } from '#server/payments/engine/engine.ts'
import { FAILING_ACCOUNT } from '#server/payments/engine/payees.ts'
import { PayeeRefused, ProviderUnavailable, type Payees } from '#server/payments/provider.ts'
import { insertTicketType } from '#tests/support/factories.ts'
import { findContradictions } from '#tests/support/invariants.ts'
import {
  approve,
  askForMoney,
  endEvents,
  goOn,
  hear,
  insertLink,
  insertRule,
  openPayee,
  openSeller,
  readEarnings,
  sell,
  type Seller,
} from '#tests/support/sellers.ts'
import { openShop, type Shop } from '#tests/support/shop.ts'

let shop: Shop
let seller: Seller
let owner: Seller
let ticketTypeId: string
let order: Order
beforeEach(async () => {
  shop = await openShop()
  seller = await openSeller(shop)
  owner = await openSeller(shop, 'owner')
  const linkId = await insertLink(shop, seller.id)
  const { promoterId, eventId } = shop
  ticketTypeId = await insertTicketType(shop.context.db, { promoterId, eventId })
  await insertRule(shop, { basisPoints: 2000 })
  // Four at 25.00: 20.00 for the seller.
  order = await sell(shop, { linkId, wishes: { [ticketTypeId]: 4 }, total: 100 })
})
afterEach(async () => {
  expect(await findContradictions(shop.context.db)).toEqual([])
  await shop.close()
})

const totals = async () => (await readEarnings(seller)).totals[0]
const refund = (body: unknown = {}): Promise<unknown> =>
  owner.ask('POST', `/api/promoter/orders/${order.id}/refunds`, { body, key: randomUUID() })
const autoLimit = (cents: number): Promise<unknown> =>
  sql`update promoters set payout_auto_limit_cents = ${cents}`.execute(shop.context.db)
const statusOf = async (id: string): Promise<string> =>
  (
    await shop.context.db
      .selectFrom('payouts')
      .select('status')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).status
const mails = async (): Promise<string[]> =>
  (await shop.context.db.selectFrom('mails').select('kind').where('kind', 'like', 'payout%').execute())
    .map(({ kind }) => kind)
    .toSorted()
const moved = async (): Promise<{ transfers: number[]; payouts: number[] }> => {
  const { rows } = await sql<{ transfers: number[]; payouts: number[] }>`
    select (select coalesce(array_agg(amount_cents::int order by created_at, amount_cents), '{}') from sandbox.transfers) as transfers,
      (select coalesce(array_agg(amount_cents::int order by created_at, amount_cents), '{}') from sandbox.payouts) as payouts`.execute(
    shop.context.db,
  )
  return rows[0] ?? { transfers: [], payouts: [] }
}

/** Payees as they are, with some calls replaced. */
function breakPayees(broken: Partial<Payees>): () => void {
  const whole = shop.context.payments
  shop.context.payments = { ...whole, payees: { ...whole.payees, ...broken } }
  return () => {
    shop.context.payments = whole
  }
}

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

  it('is asked after once a minute, however often the earnings are looked at', async () => {
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

  it('has no links before it is there, and none at a provider that nobody knows', async () => {
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

  it('twenty times at once from two devices never gives more than there is', async () => {
    await openPayee(shop, seller)
    await endEvents(shop, [seller, owner])
    const { bearer } = seller
    await seller.login(seller.email)
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

  it('with the same key is asking once', async () => {
    await openPayee(shop, seller)
    await endEvents(shop, [seller, owner])
    const answers = await Promise.all([1, 2, 3, 4].map(() => askForMoney(seller, 4, 'my-key')))
    expect(new Set(answers.map((answer) => answer.data.payout.id)).size).toBe(1)
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

describe('a payout', () => {
  const request = async (amount = 20): Promise<string> => (await askForMoney(seller, amount)).data.payout.id
  const wait = (milliseconds: number): void => shop.clock.advance(milliseconds)
  beforeEach(async () => {
    await openPayee(shop, seller)
    await endEvents(shop, [seller, owner])
  })

  it('waits for an owner, is sent, arrives, and is told', async () => {
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

  it('that an owner refuses is available again', async () => {
    const id = await request()
    const answer = await approve(owner, id, { approve: false, reason: 'Ask after the tour.' })
    expect(answer.data.payout).toMatchObject({ status: 'failed', reason: 'Ask after the tour.' })
    expect(await totals()).toMatchObject({ available: 20, requested: 0 })
    expect(await mails()).toEqual(['payout_failed'])
  })

  it('below the promoter’s limit needs nobody’s word', async () => {
    await autoLimit(1500)
    const small = await request(15)
    expect(await statusOf(small)).toBe('approved')
    await autoLimit(0)
    await sendPayouts(shop.context)
    expect(await statusOf(small)).toBe('sent')
  })

  it('needs a word once what was approved by itself on the day comes to the limit, however it is split', async () => {
    await autoLimit(700)
    const ids = await Promise.all([request(3), request(3), request(3)])
    const statuses = await Promise.all(ids.map(statusOf))
    expect(statuses.toSorted()).toEqual(['approved', 'approved', 'requested'])
    expect(await statusOf(await request(1))).toBe('approved')
    expect(await statusOf(await request(1))).toBe('requested')
  })

  it('on the next day has the whole limit again, and what an owner approves or what fails takes none of it', async () => {
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

  it('is found to have arrived when no webhook says so, asked after at ever longer times', async () => {
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
    await createEngine(shop.context).settle()
    wait(40_000)
    await sendPayouts(shop.context)
    expect(await statusOf(id)).toBe('paid')
    repair()
  })

  it('that comes back from the bank is noticed without a webhook, within a day', async () => {
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

  it('that arrived more than ten days ago is asked after no more', async () => {
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

  it('is sent once, whatever gets lost on the way', async () => {
    await autoLimit(9999)
    const id = await request()
    const lost = new ProviderUnavailable('lost')
    const { transfer, payOut } = shop.context.payments.payees
    const losses: Partial<Payees>[] = [
      { transfer: () => Promise.reject(lost) },
      // What was asked is done, and its answer is lost.
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

  it('is sent once by many nodes at the same time', async () => {
    await autoLimit(9999)
    await Promise.all([request(5), request(6), request(7)])
    await Promise.all(Array.from({ length: 5 }, () => sendPayouts(shop.context)))
    expect(await moved()).toEqual({ transfers: [500, 600, 700], payouts: [500, 600, 700] })
  })

  it('is taken on by the next node when one dies after any of its steps', async () => {
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

  it('changes once, however often its webhook comes', async () => {
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

describe('a payout that fails', () => {
  it('gives its money back, and what lies at the provider is used before more is moved', async () => {
    await autoLimit(9999)
    const payeeId = await openPayee(shop, seller, FAILING_ACCOUNT)
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
    expect(await createEngine(shop.context).payees.balances(payeeId)).toEqual([
      { currency: 'EUR', amountCents: 0 },
    ])
  })

  it('because the provider refuses it says why', async () => {
    await autoLimit(9999)
    const payeeId = await openPayee(shop, seller)
    await endEvents(shop, [seller, owner])
    const { id } = (await askForMoney(seller, 12)).data.payout
    await createEngine(shop.context).payees.refuse(payeeId)
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

describe('refunds', () => {
  beforeEach(async () => {
    await openPayee(shop, seller)
    await endEvents(shop, [seller, owner])
    await autoLimit(9999)
  })

  it('before the payout leave less to ask for', async () => {
    await refund({ tickets: [order.tickets[0]?.id] })
    expect((await askForMoney(seller, 20)).error.details).toEqual({ available: 15 })
  })

  it('after the payout go below zero, which the next earnings fill', async () => {
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
    expect(await totals()).toMatchObject({ available: 2 })
  })
})
