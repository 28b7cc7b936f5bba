import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BalanceInsufficient, PaymentNotFound, RefundRefused } from '#server/money/providers/provider.ts'
import { signBody } from '#server/money/providers/sign-webhook.ts'
import { card, intentWish, openStage, RETURN_URL, SECRETS, type Stage } from '#tests/support/providers.ts'

const MINUTE = 60_000

/** Contract of all providers for payments. */
describe.each(['sandbox', 'stripe'] as const)('%s', (name) => {
  let stage: Stage
  beforeAll(async () => {
    stage = await openStage(name)
  })
  afterAll(() => stage.close())

  describe('creating a payment', () => {
    it('the same key returns the same payment, sequentially and concurrently', async () => {
      const wish = intentWish()
      const [first, second] = await Promise.all([
        stage.provider.createIntent(wish),
        stage.provider.createIntent(wish),
      ])
      const third = await stage.provider.createIntent(wish)
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
      expect((await stage.provider.createIntent(intentWish())).id).not.toBe(first.id)
    })

    it('a promoter’s changed name keeps the same payment', async () => {
      const wish = intentWish()
      const first = await stage.provider.createIntent(wish)
      expect((await stage.provider.createIntent({ ...wish, descriptor: 'Another name' })).id).toBe(first.id)
    })

    it.each([
      ['JPY', 5800],
      ['KWD', 12_340],
      ['ISK', 990],
      ['UGX', 37_000],
    ])('%s keeps its minor units', async (currency, amountCents) => {
      const { id } = await stage.provider.createIntent(intentWish(amountCents, currency))
      expect(await stage.tryCard(id, '4242424242424242')).toMatchObject({
        amountCents,
        currency,
        status: 'succeeded',
      })
      const given = await stage.provider.refund({
        intentId: id,
        key: randomUUID(),
        amountCents: amountCents - 10,
      })
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
      expect(await stage.pay(number)).toMatchObject(expected)
    })

    it('an expired one is declined, and another pays', async () => {
      const { id } = await stage.provider.createIntent(intentWish())
      const old = await stage.provider.confirmIntent(id, card('4242424242424242', '10/26'), RETURN_URL)
      expect(old).toMatchObject({ status: 'open', decline: 'expired_card' })
      const good = await stage.tryCard(id, '4242424242424242')
      expect(good.status).toBe('succeeded')
      expect(good.decline).toBeUndefined()
    })

    it('a paid payment can’t be paid again', async () => {
      const paid = await stage.pay('4242424242424242')
      expect(await stage.tryCard(paid.id, '4000000000000002')).toEqual(paid)
    })

    it('a challenge pays when approved, and stays open when refused', async () => {
      const asked = await stage.pay('4000000000003220')
      await stage.engine.answerChallenge(asked.id, false)
      expect(await stage.provider.fetchIntent(asked.id)).toMatchObject({
        status: 'open',
        decline: 'authentication_failed',
      })
      await stage.tryCard(asked.id, '4000000000003220')
      await stage.engine.answerChallenge(asked.id, true)
      expect((await stage.provider.fetchIntent(asked.id)).status).toBe('succeeded')
    })

    it('a late payment succeeds with its fee', async () => {
      const { id } = await stage.pay('4000000000000077')
      await stage.settle()
      expect(await stage.provider.fetchIntent(id)).toMatchObject({ status: 'succeeded', feeCents: 100 })
    })
  })

  describe('cancelling a payment', () => {
    it.each([
      [undefined, 'cancelled'],
      ['4000000000000002', 'cancelled'],
      ['4000000000003220', 'cancelled'],
      ['4000000000000077', 'processing'],
      ['4242424242424242', 'succeeded'],
    ])('after card %s it is %s', async (number, status) => {
      const { id } = number ? await stage.pay(number) : await stage.provider.createIntent(intentWish())
      expect((await stage.provider.cancelIntent(id)).status).toBe(status)
      expect((await stage.provider.cancelIntent(id)).status).toBe(status)
      if (status !== 'cancelled') return
      expect((await stage.tryCard(id, '4242424242424242')).status).toBe('cancelled')
    })
  })

  describe('refunding', () => {
    it('in parts never exceeds the payment', async () => {
      const { id: intentId } = await stage.pay('4242424242424242')
      const [first, second] = [randomUUID(), randomUUID()]
      const part = await stage.provider.refund({ intentId, key: first, amountCents: 1500 })
      expect(part).toEqual({
        id: expect.stringMatching(/^re_/),
        key: first,
        amountCents: 1500,
        status: 'succeeded',
      })
      await expect(stage.provider.refund({ intentId, key: second, amountCents: 3501 })).rejects.toThrow(
        RefundRefused,
      )
      await stage.provider.refund({ intentId, key: second, amountCents: 3500 })
      await expect(stage.provider.refund({ intentId, key: randomUUID(), amountCents: 1 })).rejects.toThrow(
        RefundRefused,
      )
      const { refunds, status } = await stage.provider.fetchIntent(intentId)
      expect(status).toBe('succeeded')
      expect(new Set(refunds.map((refund) => refund.key))).toEqual(new Set([first, second]))
    })

    it('with the same key happens once, concurrently and after a month', async () => {
      const { id: intentId } = await stage.pay('4242424242424242')
      const wish = { intentId, key: randomUUID(), amountCents: 2000 }
      const [first, second] = await Promise.all([stage.provider.refund(wish), stage.provider.refund(wish)])
      stage.clock.advance(30 * 24 * 60 * MINUTE)
      const third = await stage.provider.refund(wish)
      expect(new Set([first.id, second.id, third.id]).size).toBe(1)
      expect((await stage.provider.fetchIntent(intentId)).refunds).toHaveLength(1)
    })

    it('waits for the platform’s balance, and then happens once', async () => {
      const { id: intentId } = await stage.pay('4242424242424242')
      const wish = { intentId, key: randomUUID(), amountCents: 5000 }
      await stage.engine.setShort('platform', true)
      for (let attempt = 0; attempt < 3; attempt += 1) {
        const refused = await stage.provider.refund(wish).catch((error: unknown) => error)
        expect(refused).toBeInstanceOf(BalanceInsufficient)
      }
      await stage.engine.setShort('platform', false)
      const made = await stage.provider.refund(wish)
      expect((await stage.provider.refund(wish)).id).toBe(made.id)
      expect((await stage.provider.fetchIntent(intentId)).refunds).toHaveLength(1)
    })

    it('concurrently stops at the payment', async () => {
      const { id: intentId } = await stage.pay('4242424242424242')
      const wishes = Array.from({ length: 8 }, () => ({ intentId, key: randomUUID(), amountCents: 1000 }))
      const ends = await Promise.allSettled(wishes.map((wish) => stage.provider.refund(wish)))
      expect(ends.filter((end) => end.status === 'fulfilled')).toHaveLength(5)
    })

    it('requires a payment', async () => {
      const { id: intentId } = await stage.pay('4000000000000002')
      await expect(stage.provider.refund({ intentId, key: randomUUID(), amountCents: 100 })).rejects.toThrow(
        RefundRefused,
      )
    })

    it.each([
      { number: '4000000000007726', first: 'pending', later: 'succeeded', again: 'rejected' },
      { number: '4000000000005126', first: 'succeeded', later: 'failed', again: 'fulfilled' },
    ])(
      'to card $number is first $first, then $later; repeated it is $again',
      async ({ number, first, later, again }) => {
        const { id: intentId } = await stage.pay(number)
        const given = await stage.provider.refund({ intentId, key: randomUUID(), amountCents: 5000 })
        expect(given.status).toBe(first)
        await stage.settle()
        expect((await stage.provider.fetchIntent(intentId)).refunds).toMatchObject([
          { id: given.id, status: later },
        ])
        // A failed refund can be refunded again.
        const wish = { intentId, key: randomUUID(), amountCents: 5000 }
        const [ended] = await Promise.allSettled([stage.provider.refund(wish)])
        expect(ended.status).toBe(again)
      },
    )

    it('in the provider’s dashboard has no key', async () => {
      const { id: intentId } = await stage.pay('4242424242424242')
      await stage.engine.refund({ intentId, key: randomUUID(), amountCents: 700, metadata: {} })
      const { refunds } = await stage.provider.fetchIntent(intentId)
      expect(refunds).toMatchObject([{ amountCents: 700, status: 'succeeded' }])
      expect(refunds[0]?.key).toBeUndefined()
    })
  })

  it('a payment made with other API keys is unknown', async () => {
    const { provider } = stage
    await expect(provider.fetchIntent('pi_of_other_keys')).rejects.toThrow(PaymentNotFound)
    await expect(provider.cancelIntent('pi_of_other_keys')).rejects.toThrow(PaymentNotFound)
    const wish = { intentId: 'pi_of_other_keys', key: randomUUID(), amountCents: 100 }
    await expect(provider.refund(wish)).rejects.toThrow(RefundRefused)
  })

  describe('disputes', () => {
    it.each([
      ['won', 'fulfilled'],
      ['lost', 'rejected'],
    ] as const)('opened by the buyer’s bank, and %s: a refund is %s', async (end, refunded) => {
      const { id } = await stage.pay('4000000000000259')
      const { disputes, status } = await stage.provider.fetchIntent(id)
      expect(status).toBe('succeeded')
      expect(disputes).toEqual([
        { id: expect.stringMatching(/^dp_/), amountCents: 5000, status: 'open', reason: 'fraudulent' },
      ])
      const refund = () => stage.provider.refund({ intentId: id, key: randomUUID(), amountCents: 5000 })
      await expect(refund()).rejects.toThrow(RefundRefused)
      await stage.engine.closeDispute(disputes[0]?.id ?? '', end)
      expect((await stage.provider.fetchIntent(id)).disputes[0]?.status).toBe(end)
      const [ended] = await Promise.allSettled([refund()])
      expect(ended.status).toBe(refunded)
    })
  })

  describe('reading a webhook', () => {
    const rawBody = JSON.stringify({ id: 'evt_1', type: 'something.else' })
    const sign = (secret: string = SECRETS[0], at = stage.clock.now(), body = rawBody) =>
      signBody(body, { secrets: [secret], at })

    it('accepts a signature of any secret within five minutes', () => {
      const event = { id: 'evt_1', type: 'something.else', about: undefined, saysPaid: false }
      expect(stage.provider.readWebhook(rawBody, sign())).toEqual(event)
      expect(stage.provider.readWebhook(rawBody, sign(SECRETS[1]))).toEqual(event)
      expect(stage.provider.readWebhook(rawBody, sign(SECRETS[0], stage.clock.now() - 4.9 * MINUTE))).toEqual(
        event,
      )
      const rotated = signBody(rawBody, {
        secrets: ['whsec_unknown', SECRETS[1]],
        at: stage.clock.now(),
      })
      expect(stage.provider.readWebhook(rawBody, rotated)).toEqual(event)
    })

    it.each([
      ['of another secret', () => sign('whsec_another')],
      ['of another body', () => sign(SECRETS[0], stage.clock.now(), `${rawBody} `)],
      ['that is old', () => sign(SECRETS[0], stage.clock.now() - 5.1 * MINUTE)],
      ['from the future', () => sign(SECRETS[0], stage.clock.now() + 5.1 * MINUTE)],
      [
        'with another time than it was made at',
        () => sign().replace(/t=(\d+)/, (signed, seconds) => `t=${Number(seconds) - 1},${signed}`),
      ],
      ['without a time', () => sign().replace(/t=\d+,/, '')],
      ['that is empty', () => ''],
      ['that is none', () => 't=,v1='],
    ])('refuses a signature %s', (_, signature) => {
      expect(stage.provider.readWebhook(rawBody, signature())).toBeUndefined()
    })
  })
})
