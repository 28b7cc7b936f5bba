import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { notifyCartChanged, CART_OPEN_EVENT } from '#browser/shop/cart-events.ts'
import '#elements/shop/cart-badge.ts'

let opened = 0
const count = (): void => void opened++

beforeEach(() => {
  localStorage.clear()
  opened = 0
  window.addEventListener(CART_OPEN_EVENT, count)
})
afterEach(() => {
  window.removeEventListener(CART_OPEN_EVENT, count)
  document.body.replaceChildren()
})

function showBadge(): HTMLAnchorElement {
  document.body.innerHTML = `
    <cart-badge><a href="/cart">Cart<span data-words>, empty</span><span class="cart-badge-count" hidden>0</span></a></cart-badge>`
  const link = document.querySelector('a')
  if (!link) throw new Error('The badge has no link.')
  return link
}

/** Fields of specification §3. */
const item = (quantity: unknown, ticketTypeId = 'standing') => ({
  id: ticketTypeId,
  ticketTypeId,
  eventId: 'night',
  price: 24,
  quantity,
  totalPrice: 48,
  maxPerOrder: 6,
})

const store = (items: unknown, expiresAt = Date.now() + 1000): void => {
  localStorage.setItem('cart', JSON.stringify(items))
  localStorage.setItem('cartExpirationTime', String(expiresAt))
  notifyCartChanged()
}

it('counts the tickets of the stored cart, and follows its changes', () => {
  const link = showBadge()
  expect(link.textContent).toContain('Cart, empty')
  store([item(2), item(1, 'balcony')])
  expect(link.textContent).toContain('Cart, 3 tickets')
  store([item(1)])
  expect(link.textContent).toContain('Cart, 1 ticket')
})

it('ignores expired and malformed carts', () => {
  const link = showBadge()
  store([item(2)], Date.now() - 1)
  expect(link.textContent).toContain('Cart, empty')
  store([null, { quantity: 3 }, item('many'), item(-4), item(1)])
  expect(link.textContent).toContain('Cart, 1 ticket')
  store(item(3))
  expect(link.textContent).toContain('Cart, empty')
})

it('§4: checks every 60 s, and when the tab becomes visible, whether the cart has expired', () => {
  vi.useFakeTimers()
  try {
    const link = showBadge()
    store([item(2)], Date.now() + 600_000)
    vi.advanceTimersByTime(540_000)
    expect(link.textContent).toContain('Cart, 2 tickets')
    vi.advanceTimersByTime(60_000)
    expect(link.textContent).toContain('Cart, empty')
    store([item(2)], Date.now() + 1000)
    vi.setSystemTime(Date.now() + 1000)
    document.dispatchEvent(new Event('visibilitychange'))
    expect(link.textContent).toContain('Cart, empty')
  } finally {
    vi.useRealTimers()
  }
})

it('follows changes of another tab', () => {
  const link = showBadge()
  localStorage.setItem('cart', JSON.stringify([item(4)]))
  window.dispatchEvent(new StorageEvent('storage', { key: 'cart' }))
  expect(link.textContent).toContain('Cart, 4 tickets')
})

it.each([
  ['a plain click asks for the drawer', {}, 1],
  ['a click for a new tab stays a link', { ctrlKey: true }, 0],
  ['the middle button, too', { button: 1 }, 0],
])('%s', (_, how, expected) => {
  const link = showBadge()
  const event = new MouseEvent('click', { bubbles: true, cancelable: true, ...how })
  link.addEventListener('click', () => undefined)
  link.dispatchEvent(event)
  expect(opened).toBe(expected)
  expect(event.defaultPrevented).toBe(expected === 1)
})
