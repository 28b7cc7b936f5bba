import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { CART_OPEN_EVENT } from '#browser/shop/cart-events.ts'
import '#elements/shop/ticket-form.ts'
import { closeCart } from '#stores/shop/cart.ts'
import { $cart } from '#stores/shop/cart-items.ts'
import { insertTicketType } from '#tests/support/factories.ts'
import { waitFor } from '#tests/support/wait-for.ts'
import { openBrowserShop, type BrowserShop } from '#tests/stores/browser-shop.ts'

let shop: BrowserShop
let opened = 0
const count = (): void => void opened++

beforeEach(async () => {
  shop = await openBrowserShop()
  closeCart()
  opened = 0
  window.addEventListener(CART_OPEN_EVENT, count)
  vi.useFakeTimers({ toFake: ['Date'], now: shop.clock.now() })
})
afterEach(async () => {
  window.removeEventListener(CART_OPEN_EVENT, count)
  document.body.replaceChildren()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  await shop.close()
})

const attribute = (value: unknown): string => JSON.stringify(value).replaceAll('"', '&quot;')

function showForm(ticketTypeId: string): HTMLElement {
  const event = {
    eventId: shop.eventId,
    eventTitle: 'Night Shift',
    eventSlug: 'night-shift',
    eventStartsAt: '2026-12-01T20:00:00.000Z',
    timeZone: 'Europe/Berlin',
    promoterId: shop.promoterId,
    currency: 'EUR',
  }
  const fees = { ticketBaseFee: 0.5, ticketPercentageFee: 0.05, orderProcessingFee: 1, orderPercentageFee: 0 }
  const ticket = { ticketTypeId, name: 'Standing', price: 25, maxPerOrder: 6 }
  document.body.innerHTML = `
    <ticket-form data-event="${attribute(event)}" data-fees="${attribute(fees)}">
      <form action="/cart"><div data-ticket="${attribute(ticket)}"><div>
        <button type="button" data-step="-1">−</button><input type="number" value="0" min="0" max="3" />
        <button type="button" data-step="1">+</button></div></div>
        <button type="submit">Choose tickets</button><p role="status"></p></form>
    </ticket-form>`
  const form = document.querySelector('ticket-form')
  if (!(form instanceof HTMLElement)) throw new Error('There is no form.')
  return form
}

const press = (form: HTMLElement, step: number): void =>
  form.querySelector<HTMLButtonElement>(`[data-step="${step}"]`)?.click()
const submitButton = (form: HTMLElement): string | null | undefined =>
  form.querySelector('[type=submit]')?.textContent
const submit = (form: HTMLElement): void =>
  void form
    .querySelector('form')
    ?.dispatchEvent(new SubmitEvent('submit', { bubbles: true, cancelable: true }))
const status = (form: HTMLElement): string | null | undefined =>
  form.querySelector('[role=status]')?.textContent

it('limits quantities, and shows the total with ticket fees and order fee on the button', async () => {
  const form = showForm('t1')
  form.dispatchEvent(new Event('pointerover'))
  press(form, -1)
  expect(submitButton(form)).toBe('Choose tickets')
  for (let tap = 0; tap < 5; tap++) press(form, 1)
  expect(form.querySelector('input')?.value).toBe('3')
  expect(form.querySelector('[data-step="1"]')?.getAttribute('aria-disabled')).toBe('true')
  await waitFor(() => expect(submitButton(form)).toBe('Add 3 tickets · €81.25'))
})

it('limits typed quantities', () => {
  const form = showForm('t1')
  const input = form.querySelector('input')
  if (input) input.value = '40'
  input?.dispatchEvent(new Event('input', { bubbles: true }))
  expect(input?.value).toBe('3')
})

it('adds tickets, holds them, and opens the cart', async () => {
  const form = showForm(await insertTicketType(shop.context.db, { ...shop, name: 'Standing' }))
  press(form, 1)
  press(form, 1)
  submit(form)
  await waitFor(() => expect(opened).toBe(1))
  expect($cart.get()).toMatchObject([{ name: 'Standing', quantity: 2, totalPrice: 50 }])
  expect(status(form)).toBe('Your tickets are in the cart.')
  expect(submitButton(form)).toBe('Choose tickets')
})

it('shows a message when nothing is selected', () => {
  const form = showForm('t1')
  submit(form)
  expect(status(form)).toBe('Choose how many tickets.')
  expect(opened).toBe(0)
})

it('a second click during a request adds nothing', async () => {
  const form = showForm(await insertTicketType(shop.context.db, { ...shop, name: 'Standing' }))
  press(form, 1)
  submit(form)
  submit(form)
  await waitFor(() => expect(opened).toBe(1))
  expect($cart.get()).toMatchObject([{ quantity: 1 }])
})
