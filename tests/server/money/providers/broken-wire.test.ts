import { describe, expect, it } from 'vitest'
import { ProviderUnavailable } from '#server/money/providers/provider.ts'
import { createStripe } from '#server/money/providers/stripe.ts'
import { intentWish, openStripeStage, SECRETS, type WiredStage } from '#tests/support/providers.ts'
import { STRIPE_KEYS } from '#tests/support/stripe-server/keys.ts'

type Asker = WiredStage['impatient']

/** Runs on an own stage, so that all can wait concurrently. */
async function onStage(play: (stage: WiredStage) => Promise<void>): Promise<void> {
  const stage = await openStripeStage()
  try {
    await play(stage)
  } finally {
    await stage.close()
  }
}

/** Expects a timeout. The number of attempts depends on the machine's speed, so remaining faults are removed. */
async function expectGivenUp({ faults }: WiredStage, pending: Promise<unknown>): Promise<void> {
  await expect(pending).rejects.toThrow(ProviderUnavailable)
  faults.clear()
}

describe('when the connection to Stripe breaks', { concurrent: true }, () => {
  it.each([
    ['silence', 2],
    ['reset', 2],
    ['error', 2],
    ['rate_limit', 1],
  ] as const)('%s: the result is unknown, and the same key is safe', (fault, times) =>
    onStage(async (stage) => {
      const { impatient } = stage
      const wish = intentWish()
      stage.faults.next('POST /v1/payment_intents', fault, times)
      await expectGivenUp(stage, impatient.provider.createIntent(wish))
      const { id: intentId } = await stage.provider.createIntent(wish)
      stage.faults.next(/confirm$/, fault, times)
      const confirm = (by: Asker) => by.tryCard(intentId, '4242424242424242')
      await expectGivenUp(stage, confirm(impatient))
      expect((await confirm(stage)).status).toBe('succeeded')
      stage.faults.next('POST /v1/refunds', fault, times)
      const refund = ({ provider }: Asker) =>
        provider.refund({ intentId, key: wish.orderId, amountCents: 5000 })
      await expectGivenUp(stage, refund(impatient))
      expect((await refund(stage)).status).toBe('succeeded')
    }),
  )

  it.each(['lost', 'unanswered', 'error_after'] as const)(
    '%s: the existing object is found, and created once',
    (fault) =>
      onStage(async (stage) => {
        const { impatient } = stage
        const wish = intentWish()
        stage.faults.next('POST /v1/payment_intents', fault, 2)
        await expectGivenUp(stage, impatient.provider.createIntent(wish))
        const { id: intentId } = await stage.provider.createIntent(wish)
        stage.faults.next(/confirm$/, fault, 2)
        const confirm = (by: Asker) => by.tryCard(intentId, '4242424242424242')
        await expectGivenUp(stage, confirm(impatient))
        expect((await confirm(stage)).status).toBe('succeeded')
        stage.faults.next('POST /v1/refunds', fault, 2)
        const refund = ({ provider }: Asker) =>
          provider.refund({ intentId, key: wish.orderId, amountCents: 2500 })
        await expectGivenUp(stage, refund(impatient))
        await refund(stage)
        expect((await stage.provider.fetchIntent(intentId)).refunds).toHaveLength(1)
      }),
  )

  it('once, the library retries', () =>
    onStage(async (stage) => {
      stage.faults.next('GET /v1/payment_intents', 'error', 1)
      const { id } = await stage.provider.createIntent(intentWish())
      expect((await stage.provider.fetchIntent(id)).id).toBe(id)
    }))

  it('errors contain no keys', () =>
    onStage(async (stage) => {
      const stranger = createStripe({
        ...STRIPE_KEYS,
        secretKey: 'sk_test_somebody_else',
        webhookSecrets: SECRETS,
        apiUrl: stage.url,
        clock: stage.clock,
      })
      const error: unknown = await stranger.createIntent(intentWish()).catch((reason: unknown) => reason)
      expect(error).toBeInstanceOf(ProviderUnavailable)
      expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain('somebody')
    }))
})
