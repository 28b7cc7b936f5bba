import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ISLANDS, loadIsland, type IslandName } from './all-islands.tsx'
import { hydrateIsland, type Hydrated } from './hydrate.tsx'

const stored = {
  id: 'a',
  ticketTypeId: 't1',
  eventId: 'e1',
  price: 24,
  quantity: 2,
  totalPrice: 48,
  maxPerOrder: 6,
  name: 'Standing',
  eventTitle: 'Night Shift',
  eventSlug: 'night-shift',
  eventStartsAt: '2026-12-05T20:00:00.000Z',
  timeZone: 'Europe/Berlin',
  promoterId: 'p1',
  currency: 'EUR',
}

const customer = {
  id: 'c1',
  email: 'ada@example.com',
  firstName: 'Ada',
  lastName: 'Lovelace',
  phone: '',
  isEmailVerified: true,
  createdAt: '2026-11-21T12:00:00.000Z',
  updatedAt: '2026-11-21T12:00:00.000Z',
  settings: { avatarUrl: '' },
  staff: { isStaff: false, permissions: [] },
}

let hydrated: Hydrated | undefined

beforeEach(() => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  localStorage.clear()
  localStorage.setItem('cart', JSON.stringify([stored]))
  localStorage.setItem('cartExpirationTime', String(Date.now() + 300_000))
  localStorage.setItem(
    'cartPromoCode',
    JSON.stringify({ code: 'TEN', discountType: 'percentage', discountValue: 10 }),
  )
  localStorage.setItem('customer_data', JSON.stringify(customer))
  localStorage.setItem('customer_access_token', 'a.b.c')
  sessionStorage.setItem('checkoutDraft', JSON.stringify({ 'customer.email': 'ada@example.com' }))
})
afterEach(() => {
  hydrated?.unmount()
  vi.unstubAllGlobals()
})

async function renderOnServer(name: IslandName): Promise<string> {
  vi.resetModules()
  const kept = Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? '').map(
    (key): [string, string] => [key, localStorage.getItem(key) ?? ''],
  )
  localStorage.clear()
  const html = renderToString(createElement(await loadIsland[name]()))
  for (const [key, value] of kept) localStorage.setItem(key, value)
  vi.resetModules()
  return html
}

it.each(ISLANDS)('%s hydrates without a mismatch, whatever storage contains', async (name) => {
  const html = await renderOnServer(name)
  hydrated = await hydrateIsland(createElement(await loadIsland[name]()), html)
  expect(hydrated.errors).toEqual([])
})

it('shows stored values after hydration', async () => {
  const html = await renderOnServer('CartPage')
  expect(html).not.toContain('Standing')
  hydrated = await hydrateIsland(createElement(await loadIsland.CartPage()), html)
  expect(hydrated.container.textContent).toContain('Standing')
  expect(hydrated.container.textContent).toContain('€48.00')
})
