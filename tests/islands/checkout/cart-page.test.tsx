import { fireEvent, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { insertPromo, insertTicketType } from '#tests/support/factories.ts'
import { waitFor } from '#tests/support/wait-for.ts'
import { openShopPage, type ShopPage } from '#tests/islands/shop-page.tsx'
import { screen } from '#tests/support/screen.ts'

let page: ShopPage
let standing = ''

beforeEach(async () => {
  page = await openShopPage()
  standing = await insertTicketType(page.shop.context.db, {
    ...page.shop,
    name: 'Standing',
    priceCents: 2400,
    capacity: 8,
    maxPerOrder: 3,
  })
})
afterEach(() => page.close())

async function openCart(quantity = 2): Promise<void> {
  const item = {
    id: 'a',
    ticketTypeId: standing,
    eventId: page.shop.eventId,
    price: 24,
    quantity,
    totalPrice: 24 * quantity,
    maxPerOrder: 3,
  }
  localStorage.setItem('cart', JSON.stringify([item]))
  localStorage.setItem('cartExpirationTime', String(page.shop.clock.now() + 300_000))
  await page.show(async () => (await import('#islands/checkout/CartPage.tsx')).CartPage, {})
}

async function openHeldCart(quantity = 2): Promise<void> {
  await openCart(quantity)
  await screen.findByRole('link', { name: 'Night Shift' })
  const ends = (): number => Number(localStorage.getItem('cartExpirationTime'))
  await waitFor(() => expect(ends()).toBeGreaterThan(page.shop.clock.now() + 500_000))
}

const press = (name: string | RegExp): boolean => fireEvent.click(screen.getByRole('button', { name }))
const stepper = () => within(screen.getByRole('group', { name: 'Quantity of Standing' }))
const showsQuantity = (quantity: number): Promise<void> =>
  waitFor(() => expect(stepper().getByRole('status').textContent).toBe(String(quantity)))
const held = async (): Promise<number> => (await page.shop.counters(standing)).held

it('§3: shows an item stored with the specified fields only, and loads its details', async () => {
  await openCart()
  expect(screen.getByText('Loading event details…')).toBeTruthy()
  expect(screen.getByRole('group', { name: 'Quantity of Ticket' })).toBeTruthy()
  expect(await screen.findByRole('link', { name: 'Night Shift' })).toBeTruthy()
  expect(screen.getByRole('group', { name: 'Quantity of Standing' })).toBeTruthy()
  await waitFor(async () => expect(await held()).toBe(2))
})

describe('§5: the quantity', () => {
  it('increases up to the limit of an order', async () => {
    await openHeldCart()
    press('Add one Standing')
    await showsQuantity(3)
    await waitFor(async () => expect(await held()).toBe(3))
    expect(screen.getByText(/maximum 3/)).toBeTruthy()
    const more = screen.getByRole('button', { name: 'Add one Standing' })
    expect(more.getAttribute('aria-disabled')).toBe('true')
    fireEvent.click(more)
    await showsQuantity(3)
  })

  it('of zero removes the tickets, and undo restores them', async () => {
    await openHeldCart(1)
    press('Remove Standing')
    expect(await screen.findByText('Your cart is empty.')).toBeTruthy()
    await waitFor(async () => expect(await held()).toBe(0))
    press('Undo')
    await screen.findByRole('link', { name: 'Night Shift' })
    await showsQuantity(1)
    await waitFor(async () => expect(await held()).toBe(1))
  })
})

it('§4: shows when the ten minutes have passed, and tries to hold the tickets again', async () => {
  await openHeldCart()
  expect(await screen.findByRole('link', { name: 'Checkout' })).toBeTruthy()
  page.pass(660_000)
  expect((await screen.findByRole('alert')).textContent).toContain('Your tickets are no longer held')
  expect(screen.queryByRole('link', { name: 'Checkout' })).toBeNull()
  press('Hold tickets again')
  expect(await screen.findByRole('link', { name: 'Checkout' })).toBeTruthy()
  await waitFor(async () => expect(await held()).toBe(2))
})

it('§5: a promo code is rejected at its field or deducted from the price', async () => {
  await insertPromo(page.shop.context.db, { promoterId: page.shop.promoterId, code: 'TEN', percent: 10 })
  await openHeldCart()
  const field = screen.getByLabelText('Promo code')
  fireEvent.change(field, { target: { value: 'NOPE' } })
  press('Apply')
  await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'))
  fireEvent.change(field, { target: { value: 'ten' } })
  press('Apply')
  expect(await screen.findByRole('button', { name: 'Remove promo code TEN' })).toBeTruthy()
  await waitFor(() => expect(screen.getByText('−€4.80')).toBeTruthy())
  press('Remove promo code TEN')
  await waitFor(() => expect(screen.queryByText('−€4.80')).toBeNull())
})
