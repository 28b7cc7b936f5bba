import type { Page } from 'playwright/test'
import { STRIPE_KEYS } from '#tests/support/stripe-server/keys.ts'
import { openStripeServer, type StripeServer } from '#tests/support/stripe-server/server.ts'
import { serveStripe } from '#tests/support/stripe-server/stripe-js.ts'
import { startFoyer, type RunningFoyer } from './foyer.ts'
import { test as base } from './test.ts'

export interface Stripe extends StripeServer {
  advance: (milliseconds: number) => Promise<void>
}

/** Tests with a Foyer that has Stripe keys, in a browser that resolves Stripe's hosts to the fake. */
export const test = base.extend<
  { stripePages: void },
  { shop: { foyer: RunningFoyer; stripe: Stripe }; foyer: RunningFoyer; stripe: Stripe }
>({
  shop: [
    // Playwright reads the fixture's needs from the pattern: this one needs none.
    // eslint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const shop = await openShop()
      await use(shop)
      await shop.stripe.close()
      await shop.foyer.stop()
    },
    { scope: 'worker' },
  ],
  foyer: [async ({ shop }, use) => use(shop.foyer), { scope: 'worker' }],
  stripe: [async ({ shop }, use) => use(shop.stripe), { scope: 'worker' }],
  stripePages: [
    async ({ context, stripe }, use) => {
      await serveStripe(context, stripe)
      await use()
    },
    { auto: true },
  ],
})

async function openShop(): Promise<{ foyer: RunningFoyer; stripe: Stripe }> {
  let ahead = 0
  const opened = Promise.withResolvers<StripeServer>()
  const foyer = await startFoyer(async (db) => {
    const server = await openStripeServer({ db, clock: { now: () => Date.now() + ahead } })
    opened.resolve(server)
    return {
      STRIPE_SECRET_KEY: STRIPE_KEYS.secretKey,
      STRIPE_PUBLISHABLE_KEY: STRIPE_KEYS.publishableKey,
      STRIPE_WEBHOOK_SECRET: STRIPE_KEYS.webhookSecret,
      STRIPE_API_URL: server.url,
    }
  })
  const server = await opened.promise
  server.sendTo(foyer.url('', '/api/payments/webhook'))
  const advance = async (milliseconds: number): Promise<void> => {
    ahead += milliseconds
    await foyer.advance(milliseconds)
  }
  return { foyer, stripe: { ...server, advance } }
}

export async function fillStripeCard(page: Page, number: string): Promise<void> {
  const fields = page.getByRole('group', { name: 'Payment' })
  await fields.getByLabel('Card number').fill(number)
  await fields.getByLabel('Expiration date').fill('12 / 30')
  await fields.getByLabel('Security code').fill('123')
}
