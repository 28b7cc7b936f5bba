import { vi } from 'vitest'
import type { PaymentOutcome } from '#model/money/payments.ts'
import type { Toast } from '#browser/platform/toast-event.ts'
import { TOAST_EVENT } from '#browser/platform/toast-event-name.ts'
import { createApi } from '#server/http/api.ts'
import { openShop, type Shop } from '../support/shop.ts'

/** A browser tab whose requests reach the real API in process. */
export interface BrowserShop extends Shop {
  holdElsewhere: (ticketTypeId: string, quantity: number) => Promise<void>
  askElsewhere: <Data>(asking: {
    bearer?: string
    method: string
    path: string
    body?: object
  }) => Promise<Data>
  /** Charges a test card for an order in another tab. */
  payElsewhere: (orderId: string, number: string) => Promise<PaymentOutcome>
  requests: string[]
  toasts: Toast[]
  /** 'down' fails every request; 'deaf' delivers requests and loses responses. */
  setNetwork: (state: 'up' | 'down' | 'deaf') => void
  /** Delays responses until `release` is called. */
  holdAnswers: () => { release: () => void }
  /** Responds to this path with a custom body, once. */
  answerOnce: (path: string, status: number, body: string) => void
  /** HttpOnly cookies. */
  cookies: Map<string, string>
}

export async function openBrowserShop(): Promise<BrowserShop> {
  const shop = await openShop()
  const api = createApi(shop.context)
  const cookies = new Map<string, string>()
  const ask = async (path: string, init: RequestInit): Promise<Response> => {
    const request = new Request(`http://${shop.host}${path}`, init)
    // Headers that browsers set themselves.
    request.headers.set('host', shop.host)
    const body = typeof init.body === 'string' ? init.body : ''
    request.headers.set('content-length', String(Buffer.byteLength(body)))
    request.headers.set('cookie', [...cookies].map((pair) => pair.join('=')).join('; '))
    const response = await api.fetch(request)
    for (const each of response.headers.getSetCookie()) keepCookie(cookies, each)
    return response
  }
  const requests: string[] = []
  const prepared = new Map<string, () => Response>()
  const toasts: Toast[] = []
  let network = 'up'
  let gate: Promise<void> = Promise.resolve()
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    requests.push(`${init.method} ${path}`)
    await gate
    if (network === 'down') throw new TypeError('Failed to fetch')
    const answer = prepared.get(path)
    prepared.delete(path)
    const told = answer ? answer() : await ask(path, init)
    if (network === 'deaf') throw new TypeError('Failed to fetch')
    return told
  })
  window.addEventListener(TOAST_EVENT, (event) => {
    if (event instanceof CustomEvent) toasts.push(event.detail)
  })
  const askElsewhere: BrowserShop['askElsewhere'] = async ({ bearer, method, path, body }) => {
    const headers = {
      'content-type': 'application/json',
      'idempotency-key': crypto.randomUUID(),
      ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
    }
    const response = await ask(path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    const answer = await response.json()
    if (!answer.success) throw new Error(`${method} ${path}: ${answer.error.message}`)
    return answer.data
  }
  return {
    ...shop,
    holdElsewhere: async (ticketTypeId, quantity) => {
      const body = JSON.stringify({ items: [{ ticketTypeId, quantity }] })
      const headers = { 'content-type': 'application/json' }
      await ask(`/api/public/carts/${crypto.randomUUID()}`, { method: 'PUT', body, headers })
    },
    askElsewhere,
    payElsewhere: (orderId, number) => {
      const body = { orderId, paymentMethod: { number, expiry: '12/30', cvc: '123' } }
      return askElsewhere({ method: 'POST', path: '/api/payments/confirm', body })
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
    answerOnce: (path, status, body) => void prepared.set(path, () => new Response(body, { status })),
    cookies,
  }
}

function keepCookie(cookies: Map<string, string>, header: string): void {
  const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(header) ?? []
  if (/max-age=0\b/i.test(header)) cookies.delete(name)
  else cookies.set(name, value)
}

/** Loads new modules, like a new page: storage stays. */
export async function loadStores() {
  vi.resetModules()
  return {
    ...(await import('#stores/shop/cart.ts')),
    ...(await import('#stores/shop/cart-items.ts')),
    ...(await import('#stores/shop/cart-details.ts')),
    ...(await import('#stores/shop/cart-hold.ts')),
    ...(await import('#stores/shop/cart-expiry.ts')),
    ...(await import('#stores/shop/fees.ts')),
    ...(await import('#stores/shop/promo-code.ts')),
    ...(await import('#stores/shop/promo.ts')),
    ...(await import('#stores/shop/quote.ts')),
    ...(await import('#stores/checkout/checkout.ts')),
    ...(await import('#stores/checkout/card-payment.ts')),
    ...(await import('#stores/checkout/stripe-payment.ts')),
    ...(await import('#stores/checkout/checkout-draft.ts')),
    ...(await import('#stores/checkout/checkout-events.ts')),
    ...(await import('#stores/checkout/checkout-legal.ts')),
    ...(await import('#stores/checkout/checkout-contact.ts')),
  }
}

export async function loadAccountStores() {
  vi.resetModules()
  return {
    ...(await import('#stores/account/customer.ts')),
    ...(await import('#stores/account/sign-in.ts')),
    ...(await import('#stores/account/account-mails.ts')),
    ...(await import('#stores/account/profile.ts')),
    ...(await import('#stores/account/security.ts')),
    ...(await import('#stores/account/own-orders.ts')),
    ...(await import('#browser/platform/api-client.ts')),
    ...(await import('#browser/platform/api.ts')),
  }
}

export async function loadStaffStores() {
  const account = await loadAccountStores()
  return {
    ...account,
    ...(await import('#stores/portal/staff-data.ts')),
    ...(await import('#stores/portal/staff-links.ts')),
    ...(await import('#stores/portal/staff-payouts.ts')),
    ...(await import('#stores/portal/staff-breakdown.ts')),
    ...(await import('#stores/portal/staff-statement.ts')),
  }
}

export async function loadConsoleStores() {
  vi.resetModules()
  return {
    ...(await import('#stores/console/own-promoters.ts')),
    ...(await import('#stores/console/site/site-domains.ts')),
    ...(await import('#stores/console/site/site-branding.ts')),
  }
}

export async function loadEventStores() {
  vi.resetModules()
  return {
    ...(await import('#stores/console/own-promoters.ts')),
    ...(await import('#stores/console/events/event.ts')),
    ...(await import('#stores/console/events/event-actions.ts')),
    ...(await import('#stores/console/events/event-saving.ts')),
  }
}

export async function loadLetterStores() {
  vi.resetModules()
  return {
    ...(await import('#stores/console/own-promoters.ts')),
    ...(await import('#stores/console/email-templates/email-template.ts')),
  }
}
