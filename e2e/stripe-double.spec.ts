import { expect, test, type Page } from 'playwright/test'
import { STRIPE_KEYS } from '#tests/support/stripe-server/keys.ts'
import { openStripeServer, type StripeServer } from '#tests/support/stripe-server/server.ts'
import { serveStripe } from '#tests/support/stripe-server/stripe-js.ts'
import { openDemo } from './support/foyer.ts'

/** A page with Stripe's elements only, which displays their results. */
const SHOP = (clientSecret: string): string => `<!doctype html><title>Shop</title>
<div id="wallets"></div><div id="card"></div><button id="pay">Pay</button><output></output>
<script src="https://js.stripe.com/endive/stripe.js"></script>
<script>
  const stripe = Stripe('${STRIPE_KEYS.publishableKey}')
  const elements = stripe.elements({ mode: 'payment', amount: 5000, currency: 'eur' })
  const wallets = elements.create('expressCheckout')
  wallets.mount('#wallets')
  elements.create('payment').mount('#card')
  const say = (text) => { document.querySelector('output').textContent = text }
  const pay = async () => {
    const submitted = await elements.submit()
    if (submitted.error) return say(submitted.error.code)
    const { error, paymentIntent } = await stripe.confirmPayment({
      elements, clientSecret: '${clientSecret}', redirect: 'if_required',
      confirmParams: { return_url: 'https://shop.example/done' },
    })
    say(error ? error.decline_code ?? error.code : paymentIntent.status)
  }
  wallets.on('click', (event) => event.resolve())
  wallets.on('confirm', pay)
  document.querySelector('#pay').addEventListener('click', pay)
</script>`

let server: StripeServer
let close: () => Promise<void>
test.beforeAll(async () => {
  const { db, drop } = await openDemo()
  server = await openStripeServer({ db })
  close = async () => {
    await server.close()
    await drop()
  }
})
test.afterAll(() => close())

async function openShop(page: Page, key: string): Promise<string> {
  const wish = { key, amountCents: 5000, currency: 'EUR', metadata: {}, descriptor: '' }
  const { id, clientSecret } = await server.engine.createIntent(wish)
  await serveStripe(page.context(), server)
  await page.route('https://shop.example/', (route) =>
    route.fulfill({ contentType: 'text/html', body: SHOP(clientSecret) }),
  )
  await page.goto('https://shop.example/')
  return id
}

async function type(page: Page, number: string): Promise<void> {
  await page.getByLabel('Card number').fill(number)
  await page.getByLabel('Expiration date').fill('12 / 30')
  await page.getByLabel('Security code').fill('123')
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
}

test('a card is incomplete, declined, then accepted @full', async ({ page }) => {
  const id = await openShop(page, 'cards')
  const says = page.locator('output')
  await type(page, '4242')
  await expect(says).toHaveText('incomplete_number')
  await type(page, '4000 0000 0000 9995')
  await expect(says).toHaveText('insufficient_funds')
  await type(page, '4242 4242 4242 4242')
  await expect(says).toHaveText('succeeded')
  expect((await server.engine.intent(id)).status).toBe('succeeded')
})

test('the bank’s challenge is shown in the page @full', async ({ page }) => {
  await openShop(page, 'challenge')
  const says = page.locator('output')
  await type(page, '4000 0000 0000 3220')
  await page.getByRole('button', { name: 'Fail authentication' }).click()
  await expect(says).toHaveText('payment_intent_authentication_failure')
  await type(page, '4000 0000 0000 3220')
  await page.getByRole('button', { name: 'Complete authentication' }).click()
  await expect(says).toHaveText('succeeded')
})

test('a wallet requires no card @full', async ({ page }) => {
  await openShop(page, 'wallet')
  await page.getByRole('button', { name: 'Pay with Link' }).click()
  await expect(page.locator('output')).toHaveText('succeeded')
})
