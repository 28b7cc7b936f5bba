import { randomUUID } from 'node:crypto'
import { CARDS, CUSTOMER } from './shop.ts'

/** Result of a purchase: an order, sold out, or an unexpected error code. */
export type Outcome =
  | { kind: 'bought'; orderId: string; quantity: number }
  | { kind: 'sold out' }
  | { kind: 'left' }
  | { kind: 'error'; code: string }

/** Buys over HTTP like a browser: hold, check out, pay. With several origins, a broken connection is retried on the next one. */
export async function buy(
  origin: string | readonly string[],
  wish: {
    ticketTypeId: string
    quantity: number
    priceOf: (quantity: number) => number
    leaveBeforePaying?: boolean
  },
): Promise<Outcome> {
  const cartId = randomUUID()
  const items = [{ ticketTypeId: wish.ticketTypeId, quantity: wish.quantity }]
  const held = await call(origin, `PUT /api/public/carts/${cartId}`, { items })
  if (!held.success) return { kind: 'error', code: held.error.code }
  const { held: quantity, reason } = held.data.items[0] ?? { held: 0, reason: 'nothing' }
  if (quantity === 0) return reason === 'SOLD_OUT' ? { kind: 'sold out' } : { kind: 'error', code: reason }
  const placed = await call(origin, 'POST /api/public/checkout', {
    cartId,
    customer: CUSTOMER,
    expectedTotal: wish.priceOf(quantity),
  })
  if (!placed.success) return { kind: 'error', code: placed.error.code }
  if (wish.leaveBeforePaying) return { kind: 'left' }
  const orderId: string = placed.data.order.id
  const paid = await call(origin, 'POST /api/payments/confirm', {
    orderId,
    paymentMethod: { number: CARDS.good, expiry: '12/30', cvc: '123' },
  })
  if (!paid.success) return { kind: 'error', code: paid.error.code }
  return paid.data.status === 'succeeded'
    ? { kind: 'bought', orderId, quantity }
    : { kind: 'error', code: paid.data.status }
}

interface Wire {
  success: boolean
  // The tests know the expected shape; contract tests prove it.
  data: Record<string, never> & {
    items: { held: number; reason: string }[]
    order: { id: string }
    status: string
  }
  error: { code: string }
}

async function call(
  origin: string | readonly string[],
  endpoint: `${'POST' | 'PUT'} /${string}`,
  body: unknown,
): Promise<Wire> {
  const [method = '', path = ''] = endpoint.split(' ')
  const headers = { 'content-type': 'application/json', 'idempotency-key': randomUUID() }
  for (const each of [origin].flat()) {
    try {
      const response = await fetch(new URL(path, each), { method, headers, body: JSON.stringify(body) })
      return await response.json()
    } catch {
      // The server may have been killed: another one may respond.
    }
  }
  return { success: false, error: { code: 'CONNECTION' } } as Wire
}
