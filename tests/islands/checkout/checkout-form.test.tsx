import { fireEvent, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { insertLegalText, insertTicketType } from '#tests/support/factories.ts'
import { PASSWORD } from '#tests/support/people.ts'
import { CARDS } from '#tests/support/shop.ts'
import { waitFor } from '#tests/support/wait-for.ts'
import { openShopPage, type ShopPage } from '#tests/islands/shop-page.tsx'
import { screen } from '#tests/support/screen.ts'

let page: ShopPage
let standing = ''

beforeEach(async () => {
  page = await openShopPage()
  await insertLegalText(page.shop.context.db, { promoterId: page.shop.promoterId, kind: 'terms' })
  standing = await insertTicketType(page.shop.context.db, {
    ...page.shop,
    name: 'Standing',
    priceCents: 2400,
    capacity: 8,
  })
  const item = {
    id: 'a',
    ticketTypeId: standing,
    eventId: page.shop.eventId,
    price: 24,
    quantity: 1,
    totalPrice: 24,
    maxPerOrder: 6,
  }
  localStorage.setItem('cart', JSON.stringify([item]))
  localStorage.setItem('cartExpirationTime', String(page.shop.clock.now() + 300_000))
  await openCheckout()
})
afterEach(() => page.close())

async function openCheckout(): Promise<void> {
  await page.show(async () => (await import('#islands/checkout/Checkout.tsx')).Checkout, {
    step: { provider: 'sandbox' },
  })
  await screen.findByRole('button', { name: /^Pay €/ })
  await screen.findByRole('checkbox', { name: /^I accept/ })
  // Waits for the server's response about the stored cart.
  const ends = (): number => Number(localStorage.getItem('cartExpirationTime'))
  await waitFor(() => expect(ends()).toBeGreaterThan(page.shop.clock.now() + 500_000))
}

const type = (label: string, value: string): boolean =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
const pay = (): boolean => fireEvent.click(screen.getByRole('button', { name: /^Pay €/ }))

function fill(): void {
  type('Email', 'ada@example.com')
  type('First name', 'Ada')
  type('Last name', 'Lovelace')
  type('Card number', CARDS.good)
  type('Expiry', '1230')
  type('CVC', '123')
  fireEvent.click(screen.getByRole('checkbox', { name: /^I accept/ }))
}

const ordersOf = (): Promise<{ status: string }[]> =>
  page.shop.context.db.selectFrom('orders').select('status').execute()

it('lists every missing required field as a link, and places no order', async () => {
  pay()
  const summary = await screen.findByRole('alert')
  await waitFor(() => expect(document.activeElement).toBe(summary))
  const links = within(summary).getAllByRole('link')
  expect(links.map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining([
      'Enter an email address like name@example.com.',
      'Enter your first name.',
      'Enter your last name.',
      'Accept the terms to continue.',
    ]),
  )
  fireEvent.click(within(summary).getByRole('link', { name: 'Enter your first name.' }))
  expect(document.activeElement).toBe(screen.getByLabelText('First name'))
  expect(screen.getByLabelText('First name').getAttribute('aria-invalid')).toBe('true')
  expect(await ordersOf()).toEqual([])
})

it('a changed price is shown beside the old one and charged only after acceptance', async () => {
  fill()
  await page.shop.context.db.updateTable('ticket_types').set({ price_cents: 3000 }).execute()
  pay()
  const accept = await screen.findByRole('button', { name: /^Accept and pay €/ })
  const notice = within(accept.closest<HTMLElement>('[role=alert]') ?? document.body)
  expect(notice.getByText('The price has changed')).toBeTruthy()
  expect(await ordersOf()).toEqual([])
  fireEvent.click(accept)
  await waitFor(() => expect(page.left.at(-1)).toMatch(/^\/orders\//))
  expect(await ordersOf()).toEqual([{ status: 'paid' }])
})

it('an account’s details are filled in, into the focused field only once it is left', async () => {
  const email = screen.getByLabelText<HTMLInputElement>('Email')
  email.focus()
  const { register } = await import('#stores/account/sign-in.ts')
  await register({ firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com', password: PASSWORD })
  const lastName = screen.getByLabelText<HTMLInputElement>('Last name')
  await waitFor(() => expect(lastName.value).toBe('Lovelace'))
  expect(email.value).toBe('')
  email.blur()
  await waitFor(() => expect(email.value).toBe('ada@example.com'))
  fireEvent.change(email, { target: { value: '' } })
  lastName.focus()
  lastName.blur()
  expect(email.value, 'cleared on purpose').toBe('')
})
