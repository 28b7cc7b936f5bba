import { vi } from 'vitest'
import { TOAST_EVENT, type Toast } from '#browser/toast-event.ts'
import { createApi } from '#server/http/api.ts'
import { openShop, type Shop } from '../support/shop.ts'

/** A browser tab in front of a real shop: the wrapper's requests end at the real API, in process. */
export interface BrowserShop extends Shop {
  /** Somebody else's cart. */
  holdElsewhere: (ticketTypeId: string, quantity: number) => Promise<void>
  /** Every request so far, as 'PUT /api/public/carts/…'. */
  requests: string[]
  toasts: Toast[]
  /** 'down' breaks every request off, as a lost network does. */
  setNetwork: (state: 'up' | 'down') => void
  /** Holds answers back until `release` is called. */
  holdAnswers: () => { release: () => void }
}

export async function openBrowserShop(): Promise<BrowserShop> {
  const shop = await openShop()
  const api = createApi(shop.context)
  const ask = async (path: string, init: RequestInit): Promise<Response> => {
    const request = new Request(`http://${shop.host}${path}`, init)
    // A browser sends these by itself, and lets nobody set them beforehand.
    request.headers.set('host', shop.host)
    const body = typeof init.body === 'string' ? init.body : ''
    request.headers.set('content-length', String(Buffer.byteLength(body)))
    return api.fetch(request)
  }
  const requests: string[] = []
  const toasts: Toast[] = []
  let network = 'up'
  let gate: Promise<void> = Promise.resolve()
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    requests.push(`${init.method} ${path}`)
    await gate
    if (network === 'down') throw new TypeError('Failed to fetch')
    return ask(path, init)
  })
  window.addEventListener(TOAST_EVENT, (event) => {
    if (event instanceof CustomEvent) toasts.push(event.detail)
  })
  return {
    ...shop,
    holdElsewhere: async (ticketTypeId, quantity) => {
      const body = JSON.stringify({ items: [{ ticketTypeId, quantity }] })
      const headers = { 'content-type': 'application/json' }
      await ask(`/api/public/carts/${crypto.randomUUID()}`, { method: 'PUT', body, headers })
    },
    requests,
    toasts,
    setNetwork: (state) => {
      network = state
    },
    holdAnswers: () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      gate = promise
      return { release: resolve }
    },
  }
}

/** A new page of the same browser: storage stays, everything in memory is new. */
export async function loadStores() {
  vi.resetModules()
  return {
    ...(await import('#stores/cart.ts')),
    ...(await import('#stores/cart-items.ts')),
    ...(await import('#stores/cart-hold.ts')),
    ...(await import('#stores/cart-expiry.ts')),
    ...(await import('#stores/fees.ts')),
    ...(await import('#stores/promo.ts')),
    ...(await import('#stores/quote.ts')),
    ...(await import('#stores/checkout.ts')),
    ...(await import('#stores/checkout-draft.ts')),
    ...(await import('#stores/checkout-events.ts')),
  }
}
