import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { requestCartDrawer, CART_OPEN_EVENT, preloadCart } from '#browser/shop/cart-events.ts'
import { showToast } from '#browser/platform/toast-event.ts'
import { TOAST_EVENT } from '#browser/platform/toast-event-name.ts'
import { CART_COOKIES } from '#contracts/platform/cookies.ts'
import { defineOverlays } from '#elements/shop/page-overlays.ts'
import { waitFor } from '#tests/support/wait-for.ts'

let log: string[]
let idle: (() => void)[]
let page: AbortController
let isOffline: boolean

/** Stands for the overlays' code, which listens to the page's events once loaded. */
defineOverlays(async () => {
  if (isOffline) throw new TypeError('Failed to fetch')
  // Code is loaded over the network, never synchronously.
  await Promise.resolve()
  log.push('loaded')
  window.addEventListener(CART_OPEN_EVENT, () => log.push('cart'), { signal: page.signal })
  window.addEventListener(TOAST_EVENT, () => log.push('toast'), { signal: page.signal })
  return { hydrateOverlays: (host) => void log.push(`hydrated ${host.localName}`) }
})

beforeEach(() => {
  log = []
  idle = []
  page = new AbortController()
  isOffline = false
  localStorage.clear()
  vi.stubGlobal('requestIdleCallback', (run: () => void) => idle.push(run))
})
afterEach(() => {
  document.body.replaceChildren()
  page.abort()
  vi.unstubAllGlobals()
})

const start = (): void => document.body.append(document.createElement('page-overlays'))
const AWAKE = 'hydrated page-overlays'

it('doesn’t load while the cart is empty and unused', () => {
  start()
  expect(idle).toEqual([])
  expect(log).toEqual([])
})

it('loads when the page is idle and the cart has items', async () => {
  localStorage.setItem(
    'cart',
    JSON.stringify([
      {
        id: 'a',
        ticketTypeId: 't1',
        eventId: 'e1',
        price: 24,
        quantity: 1,
        totalPrice: 24,
        maxPerOrder: 6,
      },
    ]),
  )
  start()
  expect(log).toEqual([])
  for (const run of idle) run()
  await waitFor(() => expect(log).toEqual(['loaded', AWAKE]))
})

it('loads once when the cart is approached', async () => {
  start()
  preloadCart()
  preloadCart()
  await waitFor(() => expect(log).toEqual(['loaded', AWAKE]))
})

it('repeats events that came before loading', async () => {
  start()
  requestCartDrawer()
  showToast({ type: 'success', title: 'Hello', message: '' })
  await waitFor(() => expect(log).toEqual(['loaded', 'cart', 'toast', AWAKE]))
  requestCartDrawer()
  expect(log.filter((entry) => entry === 'cart')).toHaveLength(2)
})

it('retries after a failed load', async () => {
  isOffline = true
  start()
  requestCartDrawer()
  await waitFor(() => expect(log).toEqual([]))
  isOffline = false
  await waitFor(() => {
    preloadCart()
    expect(log).toEqual(['loaded', 'cart', AWAKE])
  })
})

it('loads for a cart left by a form without JavaScript', async () => {
  document.cookie = `${CART_COOKIES.cartId}=left; path=/`
  start()
  document.cookie = `${CART_COOKIES.cartId}=; path=/; max-age=0`
  for (const run of idle) run()
  await waitFor(() => expect(log).toEqual(['loaded', AWAKE]))
})
