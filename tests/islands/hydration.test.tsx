import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
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

const load = {
  CartPage: async () => (await import('#islands/CartPage.tsx')).CartPage,
  Checkout: async () => {
    const { Checkout } = await import('#islands/Checkout.tsx')
    return () => <Checkout step={{ provider: 'sandbox' }} />
  },
  CheckoutWithStripe: async () => {
    const { Checkout } = await import('#islands/Checkout.tsx')
    return () => <Checkout step={{ provider: 'stripe', publishableKey: 'pk_live_foyer' }} />
  },
  SignIn: async () => (await import('#islands/account/SignIn.tsx')).SignIn,
  Register: async () => (await import('#islands/account/Register.tsx')).Register,
  ForgotPassword: async () => (await import('#islands/account/ForgotPassword.tsx')).ForgotPassword,
  ResetPassword: async () => (await import('#islands/account/ResetPassword.tsx')).ResetPassword,
  VerifyEmail: async () => (await import('#islands/account/VerifyEmail.tsx')).VerifyEmail,
  Profile: async () => (await import('#islands/account/Profile.tsx')).Profile,
  Orders: async () => (await import('#islands/account/Orders.tsx')).Orders,
  Security: async () => (await import('#islands/account/Security.tsx')).Security,
  SignOutButton: async () => (await import('#islands/account/SignOutButton.tsx')).SignOutButton,
  StaffLink: async () => (await import('#islands/account/StaffLink.tsx')).StaffLink,
  Overview: async () => (await import('#islands/staff/Overview.tsx')).Overview,
  StaffProfilePage: async () => (await import('#islands/staff/StaffProfilePage.tsx')).StaffProfilePage,
  Assignments: async () => (await import('#islands/staff/Assignments.tsx')).Assignments,
  Links: async () => (await import('#islands/staff/Links.tsx')).Links,
  Earnings: async () => (await import('#islands/staff/Earnings.tsx')).Earnings,
  PromoterSwitcher: async () => (await import('#islands/staff/PromoterSwitcher.tsx')).PromoterSwitcher,
  ForSellers: async () => (await import('#islands/staff/ForSellers.tsx')).ForSellers,
  Overlays: async () => (await import('#islands/Overlays.tsx')).Overlays,
} as const

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

/** The markup that a server without any of this browser's storage makes. */
async function renderOnServer(name: keyof typeof load): Promise<string> {
  vi.resetModules()
  const kept = Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? '').map(
    (key): [string, string] => [key, localStorage.getItem(key) ?? ''],
  )
  localStorage.clear()
  const html = renderToString(createElement(await load[name]()))
  for (const [key, value] of kept) localStorage.setItem(key, value)
  vi.resetModules()
  return html
}

const ISLANDS = [
  'CartPage',
  'Checkout',
  'CheckoutWithStripe',
  'Overlays',
  'SignIn',
  'Register',
  'ForgotPassword',
  'ResetPassword',
  'VerifyEmail',
  'Profile',
  'Orders',
  'Security',
  'SignOutButton',
  'StaffLink',
  'Overview',
  'StaffProfilePage',
  'Assignments',
  'Links',
  'Earnings',
  'PromoterSwitcher',
  'ForSellers',
] as const

it.each(ISLANDS)('%s hydrates without a mismatch, whatever the browser has stored', async (name) => {
  const html = await renderOnServer(name)
  hydrated = await hydrateIsland(createElement(await load[name]()), html)
  expect(hydrated.errors).toEqual([])
})

it('then shows what is stored', async () => {
  const html = await renderOnServer('CartPage')
  expect(html).not.toContain('Standing')
  hydrated = await hydrateIsland(createElement(await load.CartPage()), html)
  expect(hydrated.container.textContent).toContain('Standing')
  expect(hydrated.container.textContent).toContain('€48.00')
})

it('rendering on a server mounts no store: no request, no timer, no listener', async () => {
  const fetched = vi.fn<() => Promise<Response>>()
  vi.stubGlobal('fetch', fetched)
  const timers = vi.spyOn(globalThis, 'setInterval')
  const listeners = vi.spyOn(window, 'addEventListener')
  vi.resetModules()
  const islands = await Promise.all(ISLANDS.map((name) => load[name]()))
  listeners.mockClear()
  for (const island of islands) renderToString(createElement(island))
  expect([fetched.mock.calls, timers.mock.calls, listeners.mock.calls]).toEqual([[], [], []])
})
