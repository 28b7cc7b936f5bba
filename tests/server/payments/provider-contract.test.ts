import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createEngine, LATE_SETTLEMENT_MS, type Engine } from '#server/payments/engine/engine.ts'
import { FAILING_ACCOUNT, GOOD_ACCOUNT } from '#server/payments/engine/payees.ts'
import {
  PayeeRefused,
  ProviderUnavailable,
  RefundRefused,
  type Intent,
  type PaymentProvider,
} from '#server/payments/provider.ts'
import { createSandbox } from '#server/payments/sandbox.ts'
import { signBody } from '#server/payments/sign-webhook.ts'
import { createStripe } from '#server/payments/stripe.ts'
import { createFakeClock, type FakeClock } from '#tests/support/clock.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { openStripeServer, type StripeServer } from '#tests/support/stripe-server/server.ts'
import { STRIPE_KEYS } from '#tests/support/stripe-server/keys.ts'

const MINUTE = 60_000
const SECRETS = ['whsec_the_new_one_of_two', 'whsec_the_old_one_of_two']
const RETURN_URL = 'https://aurora.example/orders/1'
const card = (number: string, expiry = '12/30') => ({ number, expiry, cvc: '123' })

interface Stage {
  provider: PaymentProvider
  engine: Engine
  clock: FakeClock
  /** Set where there is a wire that can break. */
  stripe: StripeServer | undefined
  close: () => Promise<void>
}

async function openStage(name: PaymentProvider['name']): Promise<Stage> {
  const { db, drop } = await createTestDatabase()
  const clock = createFakeClock(Date.parse('2026-11-21T12:00:00Z'))
  const engine = createEngine({ db, clock })
  if (name === 'sandbox') {
    const provider = createSandbox({ db, clock, webhookSecrets: SECRETS })
    return { provider, engine, clock, stripe: undefined, close: drop }
  }
  const stripe = await openStripeServer({ db, clock, webhookSecrets: SECRETS })
  const provider = createStripe({
    ...STRIPE_KEYS,
    webhookSecrets: SECRETS,
    apiUrl: stripe.url,
    clock,
    timeoutMs: 400,
  })
  const close = async (): Promise<void> => {
    await stripe.close()
    await drop()
  }
  return { provider, engine, clock, stripe, close }
}

describe.each(['sandbox', 'stripe'] as const)('%s', (name) => {
  let stage: Stage
  let provider: PaymentProvider
  beforeAll(async () => {
    stage = await openStage(name)
    ;({ provider } = stage)
  })
  afterAll(() => stage.close())

  const request = (amountCents = 5000, currency = 'EUR') => {
    const orderId = randomUUID()
    return {
      idempotencyKey: orderId,
      orderId,
      amountCents,
      currency,
      orderNumber: 'AUR-1',
      descriptor: 'Auróra “Live” * Club & more',
    }
  }
  const pay = async (number: string, amountCents = 5000): Promise<Intent> => {
    const { id } = await provider.createIntent(request(amountCents))
    return provider.confirmIntent(id, card(number), RETURN_URL)
  }
  const settle = async (): Promise<void> => {
    stage.clock.advance(LATE_SETTLEMENT_MS)
    await stage.engine.settle()
  }

  describe('making a payment', () => {
    it('the same key gives the same payment, one after the other and at once', async () => {
      const wish = request()
      const [first, second] = await Promise.all([provider.createIntent(wish), provider.createIntent(wish)])
      const third = await provider.createIntent(wish)
      expect(new Set([first.id, second.id, third.id]).size).toBe(1)
      expect(first).toEqual({
        id: expect.stringMatching(/^pi_/),
        clientSecret: expect.stringContaining('_secret_'),
        amountCents: 5000,
        currency: 'EUR',
        status: 'open',
        orderId: wish.orderId,
        feeCents: null,
        refunds: [],
        disputes: [],
      })
      expect((await provider.createIntent(request())).id).not.toBe(first.id)
    })

    it('a promoter who changes their name in between has the same payment still', async () => {
      const wish = request()
      const first = await provider.createIntent(wish)
      expect((await provider.createIntent({ ...wish, descriptor: 'Another name' })).id).toBe(first.id)
    })

    it.each([
      ['JPY', 5800],
      ['KWD', 12_340],
      ['ISK', 990],
      ['UGX', 37_000],
    ])('%s keeps its minor units', async (currency, amountCents) => {
      const { id } = await provider.createIntent(request(amountCents, currency))
      expect(await provider.confirmIntent(id, card('4242424242424242'), RETURN_URL)).toMatchObject({
        amountCents,
        currency,
        status: 'succeeded',
      })
      const given = await provider.refund({ intentId: id, key: randomUUID(), amountCents: amountCents - 10 })
      expect(given.amountCents).toBe(amountCents - 10)
    })
  })

  describe('trying a card', () => {
    it.each([
      ['4242 4242 4242 4242', { status: 'succeeded', feeCents: 100 }],
      ['4000 0000 0000 0002', { status: 'open', decline: 'card_declined' }],
      ['4000 0000 0000 9995', { status: 'open', decline: 'insufficient_funds' }],
      ['4000 0000 0000 0069', { status: 'open', decline: 'expired_card' }],
      ['4242 4242 4242 4241', { status: 'open', decline: 'invalid_number' }],
      ['4012 8888 8888 1881', { status: 'open', decline: 'card_declined' }],
      ['4000 0000 0000 3220', { status: 'requires_action', nextAction: { type: 'redirect' } }],
      ['4000 0000 0000 0077', { status: 'processing', feeCents: null }],
    ])('%s', async (number, expected) => {
      expect(await pay(number)).toMatchObject(expected)
    })

    it('one that has expired is declined, and another pays', async () => {
      const { id } = await provider.createIntent(request())
      const old = await provider.confirmIntent(id, card('4242424242424242', '10/26'), RETURN_URL)
      expect(old).toMatchObject({ status: 'open', decline: 'expired_card' })
      const good = await provider.confirmIntent(id, card('4242424242424242'), RETURN_URL)
      expect(good.status).toBe('succeeded')
      expect(good.decline).toBeUndefined()
    })

    it('what is paid can’t be paid again', async () => {
      const paid = await pay('4242424242424242')
      expect(await provider.confirmIntent(paid.id, card('4000000000000002'), RETURN_URL)).toEqual(paid)
    })

    it('a bank’s question is answered: yes pays, no leaves it open', async () => {
      const asked = await pay('4000000000003220')
      await stage.engine.answerChallenge(asked.id, false)
      expect(await provider.fetchIntent(asked.id)).toMatchObject({
        status: 'open',
        decline: 'authentication_failed',
      })
      await provider.confirmIntent(asked.id, card('4000000000003220'), RETURN_URL)
      await stage.engine.answerChallenge(asked.id, true)
      expect((await provider.fetchIntent(asked.id)).status).toBe('succeeded')
    })

    it('what settles late has succeeded then, and its fee is known', async () => {
      const { id } = await pay('4000000000000077')
      await settle()
      expect(await provider.fetchIntent(id)).toMatchObject({ status: 'succeeded', feeCents: 100 })
    })
  })

  describe('calling a payment off', () => {
    it.each([
      [undefined, 'cancelled'],
      ['4000000000000002', 'cancelled'],
      ['4000000000003220', 'cancelled'],
      ['4000000000000077', 'processing'],
      ['4242424242424242', 'succeeded'],
    ])('after card %s it is %s', async (number, status) => {
      const { id } = number ? await pay(number) : await provider.createIntent(request())
      expect((await provider.cancelIntent(id)).status).toBe(status)
      expect((await provider.cancelIntent(id)).status).toBe(status)
      if (status !== 'cancelled') return
      expect((await provider.confirmIntent(id, card('4242424242424242'), RETURN_URL)).status).toBe(
        'cancelled',
      )
    })
  })

  describe('giving money back', () => {
    it('in parts, and never more than was paid', async () => {
      const { id: intentId } = await pay('4242424242424242')
      const [first, second] = [randomUUID(), randomUUID()]
      const part = await provider.refund({ intentId, key: first, amountCents: 1500 })
      expect(part).toEqual({
        id: expect.stringMatching(/^re_/),
        key: first,
        amountCents: 1500,
        status: 'succeeded',
      })
      await expect(provider.refund({ intentId, key: second, amountCents: 3501 })).rejects.toThrow(
        RefundRefused,
      )
      await provider.refund({ intentId, key: second, amountCents: 3500 })
      await expect(provider.refund({ intentId, key: randomUUID(), amountCents: 1 })).rejects.toThrow(
        RefundRefused,
      )
      const { refunds, status } = await provider.fetchIntent(intentId)
      expect(status).toBe('succeeded')
      expect(new Set(refunds.map((refund) => refund.key))).toEqual(new Set([first, second]))
    })

    it('the same key gives back once, at once and after a month', async () => {
      const { id: intentId } = await pay('4242424242424242')
      const wish = { intentId, key: randomUUID(), amountCents: 2000 }
      const [first, second] = await Promise.all([provider.refund(wish), provider.refund(wish)])
      stage.clock.advance(30 * 24 * 60 * MINUTE)
      const third = await provider.refund(wish)
      expect(new Set([first.id, second.id, third.id]).size).toBe(1)
      expect((await provider.fetchIntent(intentId)).refunds).toHaveLength(1)
    })

    it('many at once stop at what was paid', async () => {
      const { id: intentId } = await pay('4242424242424242')
      const wishes = Array.from({ length: 8 }, () => ({ intentId, key: randomUUID(), amountCents: 1000 }))
      const ends = await Promise.allSettled(wishes.map((wish) => provider.refund(wish)))
      expect(ends.filter((end) => end.status === 'fulfilled')).toHaveLength(5)
    })

    it('what is not paid can’t be given back', async () => {
      const { id: intentId } = await pay('4000000000000002')
      await expect(provider.refund({ intentId, key: randomUUID(), amountCents: 100 })).rejects.toThrow(
        RefundRefused,
      )
    })

    it.each([
      ['4000000000007726', 'pending', 'succeeded'],
      ['4000000000005126', 'succeeded', 'failed'],
    ])('to card %s is first %s, then %s', async (number, first, then) => {
      const { id: intentId } = await pay(number)
      const given = await provider.refund({ intentId, key: randomUUID(), amountCents: 5000 })
      expect(given.status).toBe(first)
      await settle()
      expect((await provider.fetchIntent(intentId)).refunds).toMatchObject([{ id: given.id, status: then }])
      // What came back can be given back again.
      const again = provider.refund({ intentId, key: randomUUID(), amountCents: 5000 })
      await (then === 'failed'
        ? expect(again).resolves.toBeDefined()
        : expect(again).rejects.toThrow(RefundRefused))
    })

    it('one made in the provider’s own dashboard has no key', async () => {
      const { id: intentId } = await pay('4242424242424242')
      await stage.engine.refund({ intentId, key: randomUUID(), amountCents: 700, metadata: {} })
      const { refunds } = await provider.fetchIntent(intentId)
      expect(refunds).toMatchObject([{ amountCents: 700, status: 'succeeded' }])
      expect(refunds[0]?.key).toBeUndefined()
    })
  })

  describe('disputes', () => {
    it.each(['won', 'lost'] as const)('opened by the buyer’s bank, and %s', async (end) => {
      const { id } = await pay('4000000000000259')
      const { disputes, status } = await provider.fetchIntent(id)
      expect(status).toBe('succeeded')
      expect(disputes).toEqual([
        { id: expect.stringMatching(/^dp_/), amountCents: 5000, status: 'open', reason: 'fraudulent' },
      ])
      const refund = () => provider.refund({ intentId: id, key: randomUUID(), amountCents: 5000 })
      await expect(refund()).rejects.toThrow(RefundRefused)
      await stage.engine.closeDispute(disputes[0]?.id ?? '', end)
      expect((await provider.fetchIntent(id)).disputes[0]?.status).toBe(end)
      await (end === 'won' ? expect(refund()).resolves.toBeDefined() : expect(refund()).rejects.toThrow())
    })
  })

  describe('reading a webhook', () => {
    const rawBody = JSON.stringify({ id: 'evt_1', type: 'something.else' })
    const sign = (secret = SECRETS[0] ?? '', at = stage.clock.now(), body = rawBody) =>
      signBody(body, { secrets: [secret], at })

    it('takes what one of its secrets signed within five minutes', () => {
      const event = { id: 'evt_1', type: 'something.else', about: undefined, saysPaid: false }
      expect(provider.readWebhook(rawBody, sign())).toEqual(event)
      expect(provider.readWebhook(rawBody, sign(SECRETS[1]))).toEqual(event)
      expect(provider.readWebhook(rawBody, sign(SECRETS[0], stage.clock.now() - 4.9 * MINUTE))).toEqual(event)
      const rotated = signBody(rawBody, {
        secrets: ['whsec_unknown', SECRETS[1] ?? ''],
        at: stage.clock.now(),
      })
      expect(provider.readWebhook(rawBody, rotated)).toEqual(event)
    })

    it.each([
      ['of another secret', () => sign('whsec_another')],
      ['of another body', () => sign(SECRETS[0], stage.clock.now(), `${rawBody} `)],
      ['that is old', () => sign(SECRETS[0], stage.clock.now() - 5.1 * MINUTE)],
      ['from the future', () => sign(SECRETS[0], stage.clock.now() + 5.1 * MINUTE)],
      [
        'with another time than it was made at',
        () => sign().replace(/t=\d+/, (t) => `${t.slice(0, -1)}0,${t}`),
      ],
      ['without a time', () => sign().replace(/t=\d+,/, '')],
      ['that is empty', () => ''],
      ['that is none', () => 't=,v1='],
    ])('refuses a signature %s', (_, signature) => {
      expect(provider.readWebhook(rawBody, signature())).toBeUndefined()
    })
  })

  describe('payees', () => {
    const urls = { returnUrl: 'https://foyer.example/payouts', refreshUrl: 'https://foyer.example/again' }
    const create = (key = randomUUID()) =>
      provider.payees.create({ key, email: 'mia@example.com', country: 'DE', name: 'Mia' })
    const ready = async (bankAccount: string = GOOD_ACCOUNT): Promise<string> => {
      const { id } = await create()
      await stage.engine.payees.submit(id, { name: 'Mia Meier', bornOn: '1990-05-17', bankAccount })
      await settle()
      return id
    }
    const money = (payeeId: string, amountCents = 4000) => ({
      key: randomUUID(),
      payeeId,
      amountCents,
      currency: 'EUR',
    })

    it('from the first question to being ready', async () => {
      const key = randomUUID()
      const payee = await create(key)
      expect(payee).toMatchObject({ id: expect.stringMatching(/^acct_/), status: 'incomplete' })
      expect(payee.missing.length).toBeGreaterThan(0)
      expect((await create(key)).id).toBe(payee.id)
      expect(await provider.payees.onboardingLink(payee.id, urls)).toContain(payee.id)
      const told = { name: 'Mia Meier', bornOn: '1990-05-17', bankAccount: GOOD_ACCOUNT }
      await stage.engine.payees.submit(payee.id, told)
      expect(await provider.payees.fetch(payee.id)).toEqual({ id: payee.id, status: 'checking', missing: [] })
      await settle()
      expect(await provider.payees.fetch(payee.id)).toEqual({ id: payee.id, status: 'ready', missing: [] })
      expect(await provider.payees.dashboardLink(payee.id)).toContain(payee.id)
    })

    it('who is refused is paid nothing', async () => {
      const { id } = await create()
      await expect(provider.payees.transfer({ ...money(id), group: 'g' })).rejects.toThrow(PayeeRefused)
      await stage.engine.payees.refuse(id)
      expect((await provider.payees.fetch(id)).status).toBe('refused')
      await expect(provider.payees.transfer({ ...money(id), group: 'g' })).rejects.toThrow(PayeeRefused)
      await expect(provider.payees.payOut(money(id))).rejects.toThrow(PayeeRefused)
    })

    it('transfers and payouts happen once for each key', async () => {
      const id = await ready()
      const transfer = { ...money(id), group: 'october' }
      const [one, two] = await Promise.all([
        provider.payees.transfer(transfer),
        provider.payees.transfer(transfer),
      ])
      stage.clock.advance(30 * 24 * 60 * MINUTE)
      const three = await provider.payees.transfer(transfer)
      expect(new Set([one.id, two.id, three.id]).size).toBe(1)
      const payout = money(id)
      const [first, second] = await Promise.all([
        provider.payees.payOut(payout),
        provider.payees.payOut(payout),
      ])
      stage.clock.advance(30 * 24 * 60 * MINUTE)
      expect(new Set([first.id, second.id, (await provider.payees.payOut(payout)).id]).size).toBe(1)
      expect(await stage.engine.payees.balances(id)).toEqual([{ currency: 'EUR', amountCents: 0 }])
      await expect(provider.payees.payOut(money(id, 1))).rejects.toThrow(PayeeRefused)
    })

    it.each([
      [GOOD_ACCOUNT, { status: 'paid' }, 0],
      [FAILING_ACCOUNT, { status: 'failed', reason: expect.stringContaining('closed') }, 4000],
    ])('a payout to %s', async (account, end, left) => {
      const id = await ready(account)
      await provider.payees.transfer({ ...money(id), group: 'g' })
      const payout = await provider.payees.payOut(money(id))
      expect(payout.status).toBe('sent')
      await settle()
      expect(await provider.payees.fetchPayout(id, payout.id)).toMatchObject(end)
      expect(await stage.engine.payees.balances(id)).toEqual([{ currency: 'EUR', amountCents: left }])
    })
  })

  if (name === 'stripe') {
    describe('when the wire breaks', () => {
      const faults = () => {
        if (!stage.stripe) throw new Error('There is a wire.')
        return stage.stripe.faults
      }

      it.each([
        ['silence', 2],
        ['reset', 2],
        ['error', 2],
        ['rate_limit', 1],
      ] as const)('%s: nothing is known, and the same key again is safe', async (fault, times) => {
        const wish = request()
        faults().next('POST /v1/payment_intents', fault, times)
        await expect(provider.createIntent(wish)).rejects.toThrow(ProviderUnavailable)
        const { id: intentId } = await provider.createIntent(wish)
        faults().next(/confirm$/, fault, times)
        const confirm = () => provider.confirmIntent(intentId, card('4242424242424242'), RETURN_URL)
        await expect(confirm()).rejects.toThrow(ProviderUnavailable)
        expect((await confirm()).status).toBe('succeeded')
        faults().next('POST /v1/refunds', fault, times)
        const refund = () => provider.refund({ intentId, key: wish.orderId, amountCents: 5000 })
        await expect(refund()).rejects.toThrow(ProviderUnavailable)
        expect((await refund()).status).toBe('succeeded')
        faults().clear()
      })

      it.each(['lost', 'unanswered', 'error_after'] as const)(
        '%s: what was done is found again, and done once',
        async (fault) => {
          const wish = request()
          faults().next('POST /v1/payment_intents', fault, 2)
          await expect(provider.createIntent(wish)).rejects.toThrow(ProviderUnavailable)
          const { id: intentId } = await provider.createIntent(wish)
          faults().next(/confirm$/, fault, 2)
          const confirm = () => provider.confirmIntent(intentId, card('4242424242424242'), RETURN_URL)
          await expect(confirm()).rejects.toThrow(ProviderUnavailable)
          expect((await confirm()).status).toBe('succeeded')
          faults().next('POST /v1/refunds', fault, 2)
          const refund = () => provider.refund({ intentId, key: wish.orderId, amountCents: 2500 })
          await expect(refund()).rejects.toThrow(ProviderUnavailable)
          await refund()
          expect((await provider.fetchIntent(intentId)).refunds).toHaveLength(1)
          faults().clear()
        },
      )

      it('once broken, the library asks again by itself', async () => {
        faults().next('GET /v1/payment_intents', 'error', 1)
        const { id } = await provider.createIntent(request())
        expect((await provider.fetchIntent(id)).id).toBe(id)
      })

      it('keys are in no error', async () => {
        const stranger = createStripe({
          ...STRIPE_KEYS,
          secretKey: 'sk_test_somebody_else',
          webhookSecrets: SECRETS,
          apiUrl: stage.stripe?.url ?? '',
          clock: stage.clock,
        })
        const error: unknown = await stranger.createIntent(request()).catch((reason: unknown) => reason)
        expect(error).toBeInstanceOf(ProviderUnavailable)
        expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain('somebody')
      })
    })
  }
})
