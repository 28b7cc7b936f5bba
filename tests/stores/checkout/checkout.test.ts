import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { NewCartItem } from '#model/sales/cart.ts'
import { legalTextsKey } from '#model/sites/buyer-legal-texts.ts'
import { insertEvent, insertLegalText, insertTicketType } from '#tests/support/factories.ts'
import { CARDS } from '#tests/support/shop.ts'
import { waitFor } from '#tests/support/wait-for.ts'
import { loadStores, openBrowserShop, type BrowserShop } from '#tests/stores/browser-shop.ts'

let shop: BrowserShop
let stores: Awaited<ReturnType<typeof loadStores>>
let eventId = ''
let standing = ''
let left: string[] = []

beforeEach(async () => {
  shop = await openBrowserShop()
  const { promoterId } = shop
  eventId = await insertEvent(shop.context.db, {
    promoterId,
    startsAt: new Date('2026-12-05T20:00:00Z'),
    attendeeNames: 'required',
    questions: [
      {
        id: 'q1',
        scope: 'order',
        label: 'How will you get there?',
        kind: 'choice',
        choices: ['Train'],
        required: true,
      },
    ],
  })
  await insertLegalText(shop.context.db, { promoterId, kind: 'terms' })
  standing = await insertTicketType(shop.context.db, {
    promoterId,
    eventId,
    name: 'Standing',
    priceCents: 2400,
    capacity: 3,
  })
  localStorage.clear()
  sessionStorage.clear()
  left = []
  vi.spyOn(window.location, 'assign').mockImplementation(
    (address) => void left.push(new URL(address).pathname),
  )
  vi.useFakeTimers({ toFake: ['Date'], now: shop.clock.now() })
  await openPage()
})
afterEach(async () => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  await shop.close()
})

async function openPage(): Promise<void> {
  stores = await loadStores()
  stores.$checkoutDraft.listen(() => undefined)
  stores.$checkoutEvents.listen(() => undefined)
  stores.$quote.listen(() => undefined)
}

const item = (ticketTypeId: string, price: number, quantity: number): NewCartItem => ({
  ticketTypeId,
  eventId,
  price,
  quantity,
  maxPerOrder: 10,
  name: 'Standing',
  eventTitle: 'Night Shift',
  eventSlug: 'night-shift',
  eventStartsAt: '2026-12-05T20:00:00.000Z',
  timeZone: 'Europe/Berlin',
  promoterId: shop.promoterId,
  currency: 'EUR',
})

async function fillCart(quantity = 2): Promise<void> {
  await stores.addToCart([item(standing, 24, quantity)])
  await stores.loadEvents()
  await stores.loadLegalTexts()
  await stores.loadMissingFees()
}

function fillForm(seats = 2): void {
  stores.writeDraftField('customer.firstName', 'Ada')
  stores.writeDraftField('customer.lastName', 'Lovelace')
  stores.writeDraftField('customer.email', 'ada@example.com')
  for (let seat = 0; seat < seats; seat++) {
    stores.writeDraftField(`attendees.${standing}.${seat}.firstName`, `Guest ${seat}`)
    stores.writeDraftField(`attendees.${standing}.${seat}.lastName`, 'Lovelace')
  }
  stores.writeDraftField('answers.q1', 'Train')
  stores.writeDraftField('terms', legalTextsKey(stores.$checkoutLegal.get().texts))
}

const card = (number: string) =>
  stores.payByCard(() => ({ card: { number, expiry: '12/30', cvc: '123' }, errors: {} }))

const countOrders = async (): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from orders`.execute(
    shop.context.db,
  )
  return rows[0]?.count ?? -1
}

describe('the form', () => {
  it('names every missing field, and orders nothing', async () => {
    await fillCart(1)
    await stores.submitCheckout(
      stores.payByCard(() => ({ errors: { 'card.number': 'Enter the card number.' } })),
    )
    expect(stores.$checkout.get().errors).toEqual({
      'customer.firstName': 'Enter your first name.',
      'customer.lastName': 'Enter your last name.',
      'customer.email': 'Enter an email address like name@example.com.',
      [`attendees.${standing}.0.firstName`]: 'Enter the first name.',
      [`attendees.${standing}.0.lastName`]: 'Enter the last name.',
      'answers.q1': 'Answer “How will you get there?”.',
      terms: 'Accept the terms to continue.',
      'card.number': 'Enter the card number.',
    })
    expect(await countOrders()).toBe(0)
  })

  it('asks only questions for the cart’s ticket types', async () => {
    const { db } = shop.context
    const seated = await insertTicketType(db, { promoterId: shop.promoterId, eventId, name: 'Seated' })
    const asked = { label: '?', kind: 'text', choices: [], required: true, ticketTypeIds: [seated] }
    const questions = [
      { ...asked, id: 'row', scope: 'attendee' },
      { ...asked, id: 'party', scope: 'order' },
    ]
    await sql`update events set questions = ${JSON.stringify(questions)}::jsonb where id = ${eventId}`.execute(
      db,
    )
    const wrong = async (): Promise<string[]> => {
      fillForm(1)
      await stores.submitCheckout(
        stores.payByCard(() => ({ errors: { 'card.number': 'Enter the card number.' } })),
      )
      return Object.keys(stores.$checkout.get().errors)
    }
    await fillCart(1)
    expect(await wrong()).toEqual(['card.number'])
    await stores.addToCart([{ ...item(seated, 20, 1), name: 'Seated' }])
    await stores.loadMissingFees()
    expect(await wrong()).toEqual([
      `attendees.${seated}.0.firstName`,
      `attendees.${seated}.0.lastName`,
      `attendees.${seated}.0.answers.row`,
      'answers.party',
      'card.number',
    ])
  })

  it('shows the server’s errors at their fields', async () => {
    await fillCart(1)
    fillForm(1)
    stores.writeDraftField('answers.q1', 'Rocket')
    await stores.submitCheckout(card(CARDS.good))
    expect(stores.$checkout.get().errors).toEqual({
      'answers.q1': 'Choose one of the answers to “How will you get there?”.',
    })
  })

  it('keeps input across a reload, except the card', async () => {
    await fillCart(1)
    fillForm(1)
    await stores.submitCheckout(card(CARDS.declined))
    await openPage()
    expect(stores.$checkoutDraft.get()['customer.email']).toBe('ada@example.com')
    expect(JSON.stringify([sessionStorage, localStorage])).not.toMatch(/4000 ?0000/)
  })
})

describe('paying', () => {
  it('goes to the order, and closes the cart', async () => {
    await fillCart()
    fillForm()
    await stores.submitCheckout(card(CARDS.good))
    expect(left).toEqual([expect.stringMatching(/^\/orders\/[\w-]{36}$/)])
    expect(localStorage.getItem('cart')).toBeNull()
    expect(await shop.counters(standing)).toMatchObject({ held: 0, sold: 2 })
    expect(stores.$checkoutDraft.get()).toEqual({
      'customer.firstName': 'Ada',
      'customer.lastName': 'Lovelace',
      'customer.email': 'ada@example.com',
    })
  })

  it('§3 a limit per customer is explained, with a link to the cart', async () => {
    await fillCart(1)
    fillForm(1)
    await stores.submitCheckout(card(CARDS.good))
    await shop.context.db
      .updateTable('ticket_types')
      .set({ max_per_order: null, max_per_customer: 2 })
      .where('id', '=', standing)
      .execute()
    await openPage()
    await fillCart()
    fillForm()
    await stores.submitCheckout(card(CARDS.good))
    expect(stores.$checkout.get().notice).toEqual({
      title: 'This email address has reached the limit for these tickets.',
      text: 'Maximum 2 “Standing” per customer, including earlier orders. Sign in with this address to see how many are left. Choose fewer tickets in your cart. Nothing was charged. We saved what you entered.',
      action: 'change cart',
      href: '/cart',
    })
    expect(await countOrders()).toBe(1)
  })

  it('a free order requires no card', async () => {
    const free = await insertTicketType(shop.context.db, {
      promoterId: shop.promoterId,
      eventId,
      priceCents: 0,
    })
    await stores.addToCart([item(free, 0, 1)])
    await stores.loadEvents()
    await stores.loadLegalTexts()
    fillForm(0)
    stores.writeDraftField(`attendees.${free}.0.firstName`, 'Ada')
    stores.writeDraftField(`attendees.${free}.0.lastName`, 'Lovelace')
    await stores.submitCheckout(stores.payByCard(() => expect.unreachable('a card was asked for')))
    expect(left).toHaveLength(1)
  })

  it('a declined card shows why; another card pays the same order', async () => {
    await fillCart()
    fillForm()
    await stores.submitCheckout(card(CARDS.poor))
    expect(stores.$checkout.get()).toMatchObject({
      stage: 'filling',
      declined: 'Your card has insufficient funds. Try another card.',
    })
    expect(stores.$cart.get()).toHaveLength(1)
    await stores.submitCheckout(card(CARDS.good))
    expect(left).toHaveLength(1)
    expect(await countOrders()).toBe(1)
  })

  it('a double click orders once', async () => {
    await fillCart()
    fillForm()
    await Promise.all([stores.submitCheckout(card(CARDS.good)), stores.submitCheckout(card(CARDS.good))])
    expect(shop.requests.filter((request) => request === 'POST /api/public/checkout')).toHaveLength(1)
  })

  it('a lost response and a reload keep the same order', async () => {
    await fillCart()
    fillForm()
    await stores.submitCheckout(card(CARDS.declined))
    await openPage()
    await stores.loadEvents()
    await stores.loadLegalTexts()
    await stores.loadMissingFees()
    await stores.submitCheckout(card(CARDS.good))
    expect(left).toHaveLength(1)
    expect(await countOrders()).toBe(1)
  })

  it('changed content is a new order', async () => {
    await fillCart()
    fillForm()
    await stores.submitCheckout(card(CARDS.declined))
    stores.writeDraftField('customer.email', 'grace@example.com')
    await stores.submitCheckout(card(CARDS.good))
    expect(await countOrders()).toBe(2)
    expect(await shop.counters(standing)).toMatchObject({ held: 0, sold: 2 })
  })

  it('3-D Secure goes to the bank, and the cart is kept', async () => {
    await fillCart()
    fillForm()
    await stores.submitCheckout(card(CARDS.challenged))
    expect(left).toEqual([expect.stringMatching(/^\/sandbox\/challenge\//)])
    expect(stores.$cart.get()).toHaveLength(1)
  })

  it('a late payment is awaited on the order page', async () => {
    await fillCart()
    fillForm()
    await stores.submitCheckout(card(CARDS.late))
    expect(left).toEqual([expect.stringMatching(/^\/orders\//)])
  })

  it('a refusal by the bank shows the reason at the card', async () => {
    await fillCart()
    fillForm()
    await stores.submitCheckout(card(CARDS.declined))
    const { orderId } = JSON.parse(sessionStorage.getItem('checkoutAttempt') ?? '{}')
    await openPage()
    await stores.returnFromPayment(`?order=${orderId}&payment=failed`)
    expect(stores.$checkout.get()).toMatchObject({
      stage: 'filling',
      declined: 'Your bank did not confirm the payment. Try again or use another card.',
    })
  })
})

describe('concurrent changes', () => {
  it('of the price show both totals, and one tap accepts the new one', async () => {
    await fillCart()
    fillForm()
    await sql`update ticket_types set price_cents = 2600 where id = ${standing}`.execute(shop.context.db)
    await stores.submitCheckout(card(CARDS.good))
    expect(stores.$checkout.get().change).toMatchObject({ shownTotal: 48, quote: { total: 52 } })
    expect(await countOrders()).toBe(0)
    await stores.submitCheckout(card(CARDS.good), 52)
    expect(left).toHaveLength(1)
  })

  it('of the terms require the new version, with everything else kept', async () => {
    const { promoterId } = shop
    await fillCart()
    fillForm()
    await insertLegalText(shop.context.db, { promoterId, kind: 'terms', version: 2 })
    await stores.submitCheckout(card(CARDS.good))
    expect(stores.$checkout.get()).toMatchObject({
      stage: 'filling',
      errors: { terms: expect.stringMatching(/^The terms have changed/) },
    })
    await waitFor(() => expect(stores.$checkoutLegal.get().texts).toMatchObject([{ version: 2 }]))
    expect(await countOrders()).toBe(0)
    expect(stores.$checkoutDraft.get()).toMatchObject({
      'customer.email': 'ada@example.com',
      'answers.q1': 'Train',
    })
    // The checkbox was ticked for the other version.
    await stores.submitCheckout(card(CARDS.good))
    expect(stores.$checkout.get().errors['terms']).toMatch(/^The terms have changed/)
    fillForm()
    await stores.submitCheckout(card(CARDS.good))
    expect(left).toHaveLength(1)
    const { rows } = await sql`
      select l.version from order_legal_texts a join legal_texts l on l.id = a.legal_text_id`.execute(
      shop.context.db,
    )
    expect(rows).toEqual([{ version: 2 }])
  })

  it('of what is on sale remove its tickets from the cart, and keep the others', async () => {
    const other = await insertEvent(shop.context.db, {
      promoterId: shop.promoterId,
      startsAt: new Date('2026-12-06T20:00:00Z'),
    })
    const seat = await insertTicketType(shop.context.db, {
      promoterId: shop.promoterId,
      eventId: other,
      name: 'Seat',
      priceCents: 3000,
    })
    await stores.addToCart([{ ...item(seat, 30, 1), eventId: other, name: 'Seat', eventSlug: 'other' }])
    await fillCart()
    fillForm()
    await sql`update events set status = 'cancelled' where id = ${eventId}`.execute(shop.context.db)
    await stores.submitCheckout(card(CARDS.good))
    expect(stores.$checkout.get().notice).toMatchObject({
      title: 'Some of these tickets are no longer on sale.',
      text: expect.stringContaining('Nothing was charged.'),
    })
    await waitFor(() => expect(stores.$cart.get().map(({ name }) => name)).toEqual(['Seat']))
    expect(stores.$holdNotice.get()?.message).toBe('Standing is not on sale at the moment.')
    expect(left).toEqual([])
  })

  it('of the hold explain what is kept, and renew it on request', async () => {
    await fillCart()
    fillForm()
    shop.clock.advance(600_001)
    await stores.submitCheckout(card(CARDS.good))
    expect(stores.$checkout.get().notice).toBeUndefined()
    expect(stores.$isExpired.get()).toBe(true)
    expect(stores.$cart.get()).toHaveLength(1)
    await stores.retryExpiredHold()
    expect(stores.$isExpired.get()).toBe(false)
    await stores.submitCheckout(card(CARDS.good))
    expect(left).toHaveLength(1)
  })

  it('of the network lose nothing, and a retry orders once', async () => {
    await fillCart()
    fillForm()
    shop.setNetwork('down')
    await stores.submitCheckout(card(CARDS.good))
    expect(stores.$checkout.get().notice?.title).toBe('We can’t reach the server')
    shop.setNetwork('up')
    await stores.submitCheckout(card(CARDS.good))
    expect(await countOrders()).toBe(1)
    expect(left).toHaveLength(1)
  })
})
