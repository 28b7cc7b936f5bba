import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { OperatorSettlement } from '#contracts/operator/settlements.ts'
import { sendSettlements } from '#server/jobs/settlements/send-settlements.ts'
import { ProviderUnavailable, type Payees } from '#server/money/providers/provider.ts'
import { createStripe } from '#server/money/providers/stripe.ts'
import { createSandboxEngine } from '#server/money/sandbox-engine/engine.ts'
import { setShortage } from '#server/money/sandbox-engine/shortage-rows.ts'
import { findContradictions } from '#tests/support/invariants.ts'
import { openLyingProvider, type LyingProvider } from '#tests/support/lying-provider.ts'
import { hear } from '#tests/support/sellers.ts'
import { openSettlementShop, type SettlementShop } from '#tests/support/settlements.ts'
import { STRIPE_KEYS } from '#tests/support/stripe-server/keys.ts'
import { openStripeServer, type StripeServer } from '#tests/support/stripe-server/server.ts'

let fixture: SettlementShop
let payees: Payees
let id: string
beforeEach(async () => {
  fixture = await openSettlementShop()
})
afterEach(async () => {
  expect(await findContradictions(fixture.shop.context.db)).toEqual([])
  await fixture.shop.close()
})

const QUARTER_HOUR = 15 * 60_000

/** Opens a settlement of €50.00 at the provider. */
async function openSettlement(): Promise<void> {
  await fixture.openAccount()
  await fixture.sellTickets(2)
  await fixture.endEvent()
  id = (await fixture.request()).data.settlement.id
  payees = fixture.shop.context.payments.payees
}

async function sendWith(broken: Partial<Payees>): Promise<void> {
  const repair = fixture.breakPayees(broken)
  await sendSettlements(fixture.shop.context)
  repair()
}

const cancel = () =>
  fixture.operate<{ settlement: OperatorSettlement }>('POST', `/api/operator/settlements/${id}/cancel`, {
    body: { reason: 'The account is refused' },
  })

const status = async (): Promise<string | undefined> => (await fixture.settlements())[0]?.status

const away = (): Promise<never> => Promise.reject(new ProviderUnavailable('away'))

/** The provider acts, and its response is lost. */
async function lost<Answer>(answer: Promise<Answer>): Promise<Answer> {
  await answer
  throw new ProviderUnavailable('lost')
}

const logged = async (): Promise<{ operator: string[]; promoter: string[] }> => {
  const { rows } = await sql<{ operator: string[]; promoter: string[] }>`
    select array(select action from operator_log where action like 'settlement.%' order by at, action) as operator,
      array(select action from audit_log where action like 'settlement.%' and action <> 'settlement.requested' order by at, action) as promoter`.execute(
    fixture.shop.context.db,
  )
  return rows[0] ?? { operator: [], promoter: [] }
}

describe('a settlement that the provider never took', () => {
  beforeEach(openSettlement)

  it('is cancelled when the last call has ended, and its money is available again', async () => {
    await sendWith({ transfer: away })
    fixture.shop.clock.advance(QUARTER_HOUR)
    const { data } = await cancel()
    expect(data.settlement).toMatchObject({ status: 'cancelled', problem: '' })
    expect(await fixture.balance()).toMatchObject({ available: 50, underway: 0 })
    expect(await fixture.moved()).toEqual({ transfers: [], payouts: [] })
    expect(await fixture.mails()).toEqual(['settlement_failed'])
    expect(await logged()).toEqual({
      operator: ['settlement.cancelled', 'settlement.cancelling'],
      promoter: ['settlement.cancelled', 'settlement.cancelling'],
    })
    expect((await cancel()).error.code).toBe('SETTLEMENT_MOVED')
  })

  it('waits for a call that may be under way, makes no other, and is cancelled by the job', async () => {
    await sendWith({ transfer: away })
    const { data } = await cancel()
    expect(data.settlement.status).toBe('cancelling')
    expect(data.settlement.problem).toContain('may still take effect')
    expect((await fixture.request()).error.code).toBe('SETTLEMENT_OPEN')
    expect(await fixture.balance()).toMatchObject({ available: 0, underway: 50 })
    await sendSettlements(fixture.shop.context)
    expect(await status()).toBe('cancelling')
    fixture.shop.clock.advance(QUARTER_HOUR)
    await sendSettlements(fixture.shop.context)
    await fixture.days(0)
    expect(await status()).toBe('cancelled')
    expect(await fixture.moved()).toEqual({ transfers: [], payouts: [] })
  })

  it('stays while the provider doesn’t respond to the lookup', async () => {
    await sendWith({ transfer: away })
    fixture.shop.clock.advance(QUARTER_HOUR)
    const repair = fixture.breakPayees({ findTransfer: away })
    expect((await cancel()).data.settlement).toMatchObject({ status: 'cancelling' })
    repair()
    expect((await cancel()).data.settlement).toMatchObject({ status: 'cancelled' })
    expect((await logged()).operator).toEqual(['settlement.cancelled', 'settlement.cancelling'])
  })

  it('is returned once when several operators cancel it', async () => {
    await sendWith({ transfer: away })
    fixture.shop.clock.advance(QUARTER_HOUR)
    const answers = await Promise.all([cancel(), cancel(), cancel()])
    expect(answers.filter((each) => each.data?.settlement.status === 'cancelled').length).toBeGreaterThan(0)
    await sendSettlements(fixture.shop.context)
    expect((await logged()).operator).toEqual(['settlement.cancelled', 'settlement.cancelling'])
    expect(await fixture.balance()).toMatchObject({ available: 50, underway: 0 })
  })
})

describe('a settlement that the provider took without a response', () => {
  beforeEach(openSettlement)

  it('is sent instead of cancelled when it was paid out', async () => {
    await sendWith({ payOut: (request) => lost(payees.payOut(request)) })
    fixture.shop.clock.advance(QUARTER_HOUR)
    const { data } = await cancel()
    expect(data.settlement).toMatchObject({ status: 'sent', reason: '' })
    expect((await logged()).operator).toEqual(['settlement.cancelling', 'settlement.not_cancelled'])
    await hear(fixture.shop)
    await hear(fixture.shop)
    await fixture.days(1)
    expect(await status()).toBe('paid')
    expect(await fixture.moved()).toEqual({ transfers: [5000], payouts: [5000] })
    expect(await fixture.balance()).toMatchObject({ balance: 0, paid: 50 })
  })

  it('is cancelled when its transfer is moved back, and can be paid again', async () => {
    await sendWith({ transfer: (request) => lost(payees.transfer(request)) })
    fixture.shop.clock.advance(QUARTER_HOUR)
    expect((await cancel()).data.settlement.status).toBe('cancelled')
    await fixture.days(1)
    id = (await fixture.request()).data.settlement.id
    await sendSettlements(fixture.shop.context)
    expect(await fixture.moved()).toEqual({ transfers: [5000, 5000], payouts: [5000] })
  })

  it('is cancelled after a crash between the reversal and the booking', async () => {
    await sendWith({ transfer: (request) => lost(payees.transfer(request)), payOut: away })
    fixture.shop.clock.advance(QUARTER_HOUR)
    const repair = fixture.breakPayees({
      reverseTransfer: async (transferId) => {
        await payees.reverseTransfer(transferId)
        throw new Error('The process was killed.')
      },
    })
    expect((await cancel()).status).toBe(500)
    repair()
    await fixture.days(0)
    expect(await status()).toBe('cancelling')
    await sendSettlements(fixture.shop.context)
    expect(await status()).toBe('cancelled')
    expect(await fixture.balance()).toMatchObject({ available: 50 })
  })

  it('isn’t cancelled while its transfer can’t be moved back', async () => {
    await sendWith({ payOut: away })
    fixture.shop.clock.advance(QUARTER_HOUR)
    const repair = fixture.breakPayees({
      reverseTransfer: async () => {
        throw Object.assign(new Error('short'), { name: 'BalanceInsufficient' })
      },
    })
    const { data } = await cancel()
    repair()
    expect(data.settlement.status).toBe('cancelling')
    expect(data.settlement.problem).toContain('can’t reverse it')
    await fixture.days(0)
    expect(await fixture.balance()).toMatchObject({ available: 0, underway: 50 })
    await sendSettlements(fixture.shop.context)
    expect(await status()).toBe('cancelled')
  })

  it('is sent when a call that was under way succeeds after the cancellation was asked for', async () => {
    const { promise: asked, resolve: ask } = Promise.withResolvers<void>()
    const { promise: gate, resolve: open } = Promise.withResolvers<void>()
    const repair = fixture.breakPayees({
      payOut: async (request) => {
        ask()
        await gate
        return payees.payOut(request)
      },
    })
    const sending = sendSettlements(fixture.shop.context)
    await asked
    expect((await cancel()).data.settlement.status).toBe('cancelling')
    open()
    await sending
    repair()
    expect(await status()).toBe('sent')
    expect((await cancel()).error.code).toBe('SETTLEMENT_MOVED')
  })

  it('makes no payout when it was cancelled during the transfer', async () => {
    const { promise: asked, resolve: ask } = Promise.withResolvers<void>()
    const { promise: gate, resolve: open } = Promise.withResolvers<void>()
    const repair = fixture.breakPayees({
      transfer: async (request) => {
        ask()
        await gate
        return payees.transfer(request)
      },
    })
    const sending = sendSettlements(fixture.shop.context)
    await asked
    expect((await cancel()).data.settlement.status).toBe('cancelling')
    open()
    await sending
    repair()
    expect(await fixture.moved()).toEqual({ transfers: [5000], payouts: [] })
    fixture.shop.clock.advance(QUARTER_HOUR)
    expect((await cancel()).data.settlement.status).toBe('cancelled')
  })

  it('waits for the platform’s balance until it is cancelled', async () => {
    await setShortage(fixture.shop.context.db, { account: 'platform', isShort: true })
    await sendSettlements(fixture.shop.context)
    fixture.shop.clock.advance(QUARTER_HOUR)
    expect((await cancel()).data.settlement).toMatchObject({ status: 'cancelled', isWaitingForFunds: false })
  })
})

describe('with Stripe', () => {
  let stripe: StripeServer
  let liar: LyingProvider
  beforeEach(async () => {
    const { context, clock } = fixture.shop
    await fixture.sellTickets(2)
    stripe = await openStripeServer({ db: context.db, clock })
    liar = await openLyingProvider(stripe.url)
    const webhookSecrets = [STRIPE_KEYS.webhookSecret]
    const payments = createStripe({ ...STRIPE_KEYS, webhookSecrets, apiUrl: liar.url, clock })
    Object.assign(context, { payments })
    await fixture.openAccount()
    await fixture.endEvent()
    await createSandboxEngine(context).settle()
    await fixture.owner.ask('GET', '/api/promoter/settlement-account')
    id = (await fixture.request()).data.settlement.id
  })
  afterEach(async () => {
    await liar.close()
    await stripe.close()
  })

  const ERROR = JSON.stringify({ error: { type: 'api_error', message: 'An error occurred on our side.' } })
  const failAfter = (request: string): void => {
    liar.lie = (answer, asked) =>
      asked.startsWith(request) ? { ...answer, status: 500, text: ERROR } : answer
  }

  it('a payout whose response was lost is recorded as sent', async () => {
    failAfter('POST /v1/payouts')
    await sendSettlements(fixture.shop.context)
    liar.lie = undefined
    fixture.shop.clock.advance(QUARTER_HOUR)
    expect((await cancel()).data.settlement.status).toBe('sent')
    expect(await fixture.moved()).toEqual({ transfers: [5000], payouts: [5000] })
  })

  it('a transfer whose response was lost is reversed, also when that response is lost', async () => {
    failAfter('POST /v1/transfers')
    await sendSettlements(fixture.shop.context)
    fixture.shop.clock.advance(QUARTER_HOUR)
    expect((await cancel()).data.settlement.status).toBe('cancelling')
    liar.lie = undefined
    expect((await cancel()).data.settlement.status).toBe('cancelled')
    expect(stripe.requests.filter((request) => request.endsWith('/reversals')).length).toBeGreaterThan(0)
    expect(await fixture.moved()).toEqual({ transfers: [5000], payouts: [] })
  })
})
