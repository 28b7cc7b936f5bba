import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { viewCheckout, type CheckoutView } from '#pages/_checkout-view.ts'
import type { CartIdentity } from '#server/sales/cart/submit-cart-form.ts'
import { ProviderUnavailable } from '#server/money/providers/provider.ts'
import { insertPromo, insertTicketType } from '#tests/support/factories.ts'
import { CARDS, newCartId, openShop, type Shop } from '#tests/support/shop.ts'

const FORM = {
  'customer.email': 'ada@example.com',
  'customer.firstName': 'Ada',
  'customer.lastName': 'Lovelace',
  'card.number': CARDS.good,
  'card.expiry': '12/30',
  'card.cvc': '123',
}

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

async function holdTickets(): Promise<CartIdentity> {
  const { context, promoterId, eventId } = shop
  const ticketTypeId = await insertTicketType(context.db, { promoterId, eventId, priceCents: 1000 })
  const cartId = newCartId()
  expect((await shop.hold(cartId, { [ticketTypeId]: 2 })).success).toBe(true)
  return { cartId }
}

/** Opens the page, or sends its form. */
function view(keys: CartIdentity, form?: Record<string, string>, query = ''): Promise<CheckoutView> {
  const { context, host } = shop
  const url = new URL(`http://${host}/checkout${query}`)
  return viewCheckout(context, {
    site: context.sites.resolve(host),
    client: { origin: url.origin, cookies: {} },
    url,
    form: form && new URLSearchParams(form),
    keys,
  })
}

describe('the checkout page', () => {
  test('has nothing to pay for without a cart', async () => {
    expect(await view({})).toEqual({ shows: 'nothing', status: 200, isExpired: false })
    expect(await view({}, FORM)).toEqual({ shows: 'nothing', status: 409, isExpired: false })
  })

  test('says that a cart has expired', async () => {
    expect(await view({ cartId: newCartId() })).toEqual({ shows: 'nothing', status: 200, isExpired: true })
  })

  test('shows the cart with its price', async () => {
    expect(await view(await holdTickets())).toMatchObject({
      shows: 'cart',
      status: 200,
      checkout: {
        items: [{ quantity: 2 }],
        currency: 'EUR',
        quote: { totalCents: 2000 },
        draft: {},
        errors: {},
        notice: undefined,
        previousTotalCents: undefined,
      },
    })
  })

  test('keeps what was typed beside its errors, but no card data', async () => {
    const shown = await view(await holdTickets(), { ...FORM, 'customer.email': 'not an address' })
    expect(shown).toMatchObject({
      shows: 'cart',
      status: 422,
      checkout: {
        draft: {
          'customer.email': 'not an address',
          'customer.firstName': 'Ada',
          'customer.lastName': 'Lovelace',
        },
        errors: { 'customer.email': expect.any(String) },
      },
    })
    expect(JSON.stringify(shown)).not.toContain(CARDS.good)
  })

  test('redirects to the paid order, and deletes the cart’s cookies', async () => {
    expect(await view(await holdTickets(), FORM)).toEqual({
      shows: 'redirect',
      url: expect.stringMatching(/^\/orders\/[\da-f-]{36}$/),
      keys: {},
    })
  })

  test('shows both totals when the price has changed', async () => {
    expect(await view(await holdTickets(), { ...FORM, expectedTotal: '15' })).toMatchObject({
      shows: 'cart',
      status: 409,
      checkout: { previousTotalCents: 1500, quote: { totalCents: 2000 } },
    })
  })

  test('removes a promo code that was refused, and shows the price without it', async () => {
    const { context, promoterId, eventId } = shop
    const promoCode = 'ONCE'
    const promo = { promoterId, eventId, code: promoCode, percent: 50, maxUsesPerCustomer: 1 }
    await insertPromo(context.db, promo)
    const first = await view({ ...(await holdTickets()), promoCode }, FORM)
    expect(first.shows).toBe('redirect')
    const { cartId } = await holdTickets()
    expect(await view({ cartId, promoCode }, FORM)).toMatchObject({
      shows: 'cart',
      status: 409,
      keys: { cartId },
      checkout: { promoCode: undefined, quote: { totalCents: 2000 } },
    })
  })
})

describe('an order whose card was declined', () => {
  test('is paid before the cart, and says why the last attempt failed', async () => {
    const keys = await holdTickets()
    const declined = await view(keys, { ...FORM, 'card.number': CARDS.declined })
    if (declined.shows !== 'redirect') throw new Error('The page did not redirect.')
    expect(declined.keys).toBeUndefined()
    const { searchParams, search } = new URL(declined.url, 'http://aurora.localhost')
    const order = searchParams.get('order') ?? ''
    expect(await view(keys, undefined, search)).toMatchObject({
      shows: 'order',
      status: 200,
      payment: {
        order: { id: order },
        errors: {},
        message: 'Your card was declined. Try another card.',
        isUnanswered: false,
      },
    })
    expect(await view(keys, { order, 'card.number': '1' })).toMatchObject({
      shows: 'order',
      status: 422,
      payment: { order: { id: order }, errors: { 'card.number': expect.any(String) } },
    })
    const { 'card.number': number, 'card.expiry': expiry, 'card.cvc': cvc } = FORM
    const card = { 'card.number': number, 'card.expiry': expiry, 'card.cvc': cvc }
    expect(await view(keys, { order, ...card })).toEqual({
      shows: 'redirect',
      url: `/orders/${order}`,
      keys: {},
    })
  })

  test('doesn’t say that nothing was charged if the provider’s response was lost', async () => {
    const { payments } = shop.context
    const keys = await holdTickets()
    let isDown = false
    const confirmIntent: typeof payments.confirmIntent = async (...charge) => {
      await payments.confirmIntent(...charge)
      isDown = true
      throw new ProviderUnavailable('The response was lost.')
    }
    const fetchIntent: typeof payments.fetchIntent = (intentId) =>
      isDown
        ? Promise.reject(new ProviderUnavailable('The provider is down.'))
        : payments.fetchIntent(intentId)
    Object.assign(shop.context, { payments: { ...payments, confirmIntent, fetchIntent } })
    const sent = await view(keys, FORM)
    if (sent.shows !== 'redirect') throw new Error('The page did not redirect.')
    const { search } = new URL(sent.url, 'http://aurora.localhost')
    expect(await view(keys, undefined, search)).toMatchObject({
      shows: 'order',
      payment: { message: expect.stringContaining('didn’t respond'), isUnanswered: true },
    })
    Object.assign(shop.context, { payments })
    expect(await view(keys, undefined, search)).toMatchObject({
      shows: 'redirect',
      url: expect.stringMatching(/^\/orders\/[\da-f-]{36}$/),
    })
  })
})
