import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { CART_OPEN_EVENT } from '#browser/shop/cart-events.ts'
import '#elements/shop/ticket-form.ts'
import { addToCart, changeQuantity, emptyCartAfterPurchase } from '#stores/shop/cart.ts'
import { closeDrawer, openDrawer } from '#stores/shop/cart-drawer.ts'
import { $cart } from '#stores/shop/cart-items.ts'
import { insertTicketType } from '#tests/support/factories.ts'
import { waitFor } from '#tests/support/wait-for.ts'
import { openBrowserShop, type BrowserShop } from '#tests/stores/browser-shop.ts'
import { definePopovers, isPopoverOpen } from '#tests/elements/popovers.ts'

let shop: BrowserShop
let opened = 0
const count = (): void => void opened++

beforeEach(async () => {
  shop = await openBrowserShop()
  definePopovers()
  emptyCartAfterPurchase()
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

const eventOf = () => ({
  eventId: shop.eventId,
  eventTitle: 'Night Shift',
  eventSlug: 'night-shift',
  eventStartsAt: '2026-12-01T20:00:00.000Z',
  timeZone: 'Europe/Berlin',
  promoterId: shop.promoterId,
  currency: 'EUR',
})

function showForm(ticketTypeId: string): HTMLElement {
  const event = eventOf()
  const fees = { ticketBaseFee: 0.5, ticketPercentageFee: 0.05, orderProcessingFee: 1, orderPercentageFee: 0 }
  const ticket = { ticketTypeId, name: 'Standing', price: 25, maxPerOrder: 6 }
  document.body.innerHTML = `
    <article class="event"><p class="event-price"><span class="badge">Few left</span></p>
    <aside id="tickets" tabindex="-1">
    <ticket-form data-event="${attribute(event)}" data-fees="${attribute(fees)}">
      <form action="/cart"><div data-ticket="${attribute(ticket)}"><p class="ticket-note"><span class="badge">2 left</span></p>
        <div class="stepper"><button type="button" data-step="-1">−</button><input type="number" value="0" min="0" max="3" />
        <button type="button" data-step="1">+</button></div></div>
        <button type="submit">Choose tickets</button><p role="status"></p></form>
    </ticket-form></aside><div class="buy-bar"></div></article>`
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

const insertStanding = (capacity = 100): Promise<string> =>
  insertTicketType(shop.context.db, { ...shop, name: 'Standing', priceCents: 2500, capacity })

/** Adds tickets, and waits for the panel. */
async function add(form: HTMLElement, quantity: number): Promise<HTMLElement> {
  for (let tap = 0; tap < quantity; tap++) press(form, 1)
  submit(form)
  return waitFor(() => {
    const panel = form.querySelector<HTMLElement>('cart-panel')
    if (!panel || !isPopoverOpen(panel) || form.ariaBusy !== 'false') throw new Error('There is no panel.')
    return panel
  })
}

const heading = (panel: HTMLElement): string | null | undefined => panel.querySelector('h2')?.textContent
const control = (panel: HTMLElement, name: string): HTMLElement => {
  const found = [...panel.querySelectorAll<HTMLElement>('a, button')].find(
    (each) => !each.hidden && (each.textContent === name || each.ariaLabel === name),
  )
  if (!found) throw new Error(`${name} is not offered.`)
  return found
}
const controls = (panel: HTMLElement): (string | null)[] =>
  [...panel.querySelectorAll<HTMLElement>('a, button')]
    .filter((each) => !each.hidden)
    .map((each) => each.textContent)

it('adds tickets, holds them, and confirms it in a panel, without opening the cart', async () => {
  const standing = await insertStanding()
  const form = showForm(standing)
  const panel = await add(form, 2)
  expect($cart.get()).toMatchObject([{ name: 'Standing', quantity: 2, totalPrice: 50 }])
  expect(status(form)).toBe('Added to your cart: 2 × Standing.')
  expect(submitButton(form)).toBe('Choose tickets')
  expect(heading(panel)).toBe('Added to your cart')
  expect(panel.querySelector('[role=timer]')?.textContent).toBe('10:00')
  expect(panel.textContent).toContain('Total for 2 tickets€54.50')
  expect(controls(panel)).toEqual(['×', 'View cart', 'Checkout', 'Undo'])
  expect((await shop.counters(standing)).held).toBe(2)
  expect([opened, shop.toasts]).toEqual([0, []])
})

it('undoes the addition: earlier tickets stay, and the quantities can be added again', async () => {
  const standing = await insertStanding()
  const form = showForm(standing)
  await add(form, 1)
  const panel = await add(form, 2)
  expect($cart.get()).toMatchObject([{ quantity: 3 }])
  expect(panel.querySelector('ul')?.textContent).toBe('2 × Standing')
  control(panel, 'Undo').click()
  expect(isPopoverOpen(panel)).toBe(false)
  expect($cart.get()).toMatchObject([{ quantity: 1 }])
  expect(submitButton(form)).toBe('Add 2 tickets · €54.50')
  await waitFor(() => expect(status(form)).toBe('Undone. The tickets were removed from your cart.'))
  expect((await shop.counters(standing)).held).toBe(1)
  expect(shop.toasts).toEqual([])
})

it('doesn’t say that undone tickets are released before they are', async () => {
  const form = showForm(await insertStanding())
  const panel = await add(form, 2)
  shop.setNetwork('down')
  control(panel, 'Undo').click()
  await waitFor(() => expect(status(form)).toContain('Undone on this device.'))
  shop.setNetwork('up')
})

it('says which tickets couldn’t be held, in the panel and not in a toast', async () => {
  const standing = await insertStanding(3)
  await shop.holdElsewhere(standing, 2)
  const form = showForm(standing)
  const panel = await add(form, 3)
  expect(heading(panel)).toBe('1 of 3 tickets added')
  expect(panel.textContent).toContain('Only 1 of Standing could be held: the rest is sold out.')
  expect(status(form)).toContain('Only 1 of Standing could be held')
  expect(shop.toasts).toEqual([])
})

it('says that nothing could be held', async () => {
  const standing = await insertStanding(2)
  await shop.holdElsewhere(standing, 2)
  const panel = await add(showForm(standing), 1)
  expect(heading(panel)).toBe('Your tickets couldn’t be held')
  expect(panel.textContent).toContain('Standing has just sold out.')
  expect(controls(panel)).toEqual(['×'])
})

it('closes the row of a ticket type that has just sold out, and the form after its last row', async () => {
  const standing = await insertStanding(2)
  await shop.holdElsewhere(standing, 2)
  const form = showForm(standing)
  form.querySelector('input')?.focus()
  await add(form, 1)
  const row = form.querySelector('[data-ticket]')
  expect(row?.textContent.trim()).toBe('Sold out')
  expect(row?.classList).toContain('ticket-row-closed')
  expect(form.querySelector('input, [data-step], [type=submit]')).toBeNull()
  expect(document.activeElement?.id).toBe('tickets')
  expect(document.querySelector('.event-price')?.textContent).toBe('Sold out')
  expect(document.querySelector('.buy-bar')).toBeNull()
})

it('keeps a row open whose last tickets are in the cart, without the outdated number left', async () => {
  const standing = await insertStanding(3)
  await shop.holdElsewhere(standing, 2)
  const form = showForm(standing)
  const panel = await add(form, 2)
  expect(form.querySelector('.badge')).toBeNull()
  control(panel, 'Undo').click()
  await add(form, 0)
  expect($cart.get()).toMatchObject([{ quantity: 1 }])
})

it('without a network, keeps the tickets and holds them later, without a toast', async () => {
  const standing = await insertStanding()
  const form = showForm(standing)
  shop.setNetwork('down')
  const panel = await add(form, 2)
  expect(heading(panel)).toBe('Saved, but not held yet')
  expect(controls(panel)).toEqual(['×', 'View cart', 'Try again', 'Undo'])
  expect(panel.querySelector<HTMLElement>('.hold-timer')?.hidden).toBe(true)
  shop.setNetwork('up')
  control(panel, 'Try again').focus()
  control(panel, 'Try again').click()
  await waitFor(() => expect(heading(panel)).toBe('Added to your cart'))
  expect(panel.querySelector('[role=status]')?.textContent).toBe('Added to your cart: 2 × Standing.')
  expect(document.activeElement).toBe(control(panel, 'Checkout'))
  expect((await shop.counters(standing)).held).toBe(2)
  expect(shop.toasts).toEqual([])
})

it('opens the cart, and follows the link on the second click', async () => {
  const panel = await add(showForm(await insertStanding()), 1)
  const link = control(panel, 'View cart')
  const click = (): boolean =>
    link.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
  expect(click()).toBe(false)
  expect(opened).toBe(1)
  expect(panel.querySelector('[role=status]')?.textContent).toBe('Opening your cart…')
  openDrawer()
  expect(isPopoverOpen(panel)).toBe(false)
  closeDrawer()
  link.ariaBusy = 'true'
  link.addEventListener('click', (event) => event.preventDefault(), { once: true })
  click()
  expect(opened).toBe(1)
})

it('closes when the cart is bought or emptied in another tab', async () => {
  const panel = await add(showForm(await insertStanding()), 1)
  emptyCartAfterPurchase()
  expect(isPopoverOpen(panel)).toBe(false)
})

it('shows cart notices in toasts again once it is closed', async () => {
  const standing = await insertStanding(3)
  const form = showForm(standing)
  const panel = await add(form, 1)
  panel.hidePopover()
  await shop.holdElsewhere(standing, 2)
  await changeQuantity(standing, 3)
  expect(shop.toasts.at(-1)?.title).toBe('Your cart has changed')
})

it('asks in the cart’s drawer before it replaces another organiser’s tickets', async () => {
  const standing = await insertStanding()
  const own = {
    ...eventOf(),
    promoterId: 'other',
    ticketTypeId: standing,
    name: 'Ours',
    price: 5,
    maxPerOrder: 2,
  }
  await addToCart([{ ...own, quantity: 1 }])
  const form = showForm(standing)
  press(form, 1)
  submit(form)
  await waitFor(() => expect(opened).toBe(1))
  expect(status(form)).toBe('Your cart has tickets from another organiser.')
  expect(form.querySelector('cart-panel')).toBeNull()
  expect(submitButton(form)).toContain('Add 1 ticket')
})

it('shows a message when nothing is selected', () => {
  const form = showForm('t1')
  submit(form)
  expect(status(form)).toBe('Choose how many tickets.')
  expect(form.querySelector('cart-panel')).toBeNull()
})

it('a second click during a request adds nothing', async () => {
  const form = showForm(await insertStanding())
  press(form, 1)
  submit(form)
  await add(form, 0)
  expect($cart.get()).toMatchObject([{ quantity: 1 }])
})
