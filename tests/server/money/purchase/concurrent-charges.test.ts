import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { insertPayments, findPayableOrder } from '#server/money/payments/payment-rows.ts'
import { openPaymentIntent, toPaymentRow } from '#server/money/purchase/create-intent.ts'
import { lockOrder } from '#server/sales/orders/order-rows.ts'
import { insertTicketType } from '#tests/support/factories.ts'
import { findContradictions } from '#tests/support/invariants.ts'
import { whenWaiting } from '#tests/support/locks.ts'
import { CARDS, newCartId, openShop, type Shop } from '#tests/support/shop.ts'

let shop: Shop
let ticketTypeId: string
beforeEach(async () => {
  shop = await openShop()
  const { promoterId, eventId } = shop
  ticketTypeId = await insertTicketType(shop.context.db, { promoterId, eventId, capacity: 4 })
})
afterEach(async () => {
  expect(await findContradictions(shop.context.db)).toEqual([])
  await shop.close()
})

async function place(): Promise<string> {
  const cart = newCartId()
  await shop.hold(cart, { [ticketTypeId]: 2 })
  return (await shop.checkout(cart, 50)).data.order.id
}

const createIntent = (orderId: string) =>
  shop.ask('POST', '/api/payments/create-intent', { body: { orderId } })

describe('a charge, while another request', () => {
  /** Runs `work` after the next read of the payment at the provider. Counts the charges. */
  function afterNextRead(work: () => Promise<unknown>): { charges: () => number } {
    const real = shop.context.payments
    let isFirst = true
    let charges = 0
    const first = async (): Promise<unknown> => {
      if (!isFirst) return undefined
      isFirst = false
      return work()
    }
    const payments: typeof real = {
      ...real,
      createIntent: async (request) => {
        const intent = await real.createIntent(request)
        await first()
        return intent
      },
      fetchIntent: async (intentId) => {
        const intent = await real.fetchIntent(intentId)
        await first()
        return intent
      },
      confirmIntent: (...charge) => {
        charges += 1
        return real.confirmIntent(...charge)
      },
    }
    Object.assign(shop.context, { payments })
    return { charges: () => charges }
  }

  it.each(['a new', 'an existing'])(
    'pays the order, is answered like a repeat: %s payment',
    async (which) => {
      const orderId = await place()
      if (which === 'an existing') await createIntent(orderId)
      const provider = afterNextRead(() => shop.pay(orderId, CARDS.good))
      const late = await shop.pay(orderId, CARDS.good)
      expect([late.status, late.data]).toEqual([200, { status: 'succeeded' }])
      expect(provider.charges()).toBe(1)
      expect(await shop.counters(ticketTypeId)).toEqual({ capacity: 4, held: 0, sold: 2 })
    },
  )

  it('lets the order expire, is too late', async () => {
    const orderId = await place()
    const provider = afterNextRead(() => Promise.resolve(shop.clock.advance(2 * 3_600_000)))
    expect((await shop.pay(orderId, CARDS.good)).error.code).toBe('ORDER_NOT_PAYABLE')
    expect(provider.charges()).toBe(0)
  })
})

it('an intent that is created while a charge begins waits for the order, without a deadlock', async () => {
  const { context } = shop
  const orderId = await place()
  const order = await findPayableOrder(context.db, orderId)
  if (!order) throw new Error('The order is missing.')
  const intent = await openPaymentIntent(context, order)
  if (!intent.success) throw new Error('The provider has refused the payment.')
  const payment = toPaymentRow(context, order, intent.data)
  const asked = await context.db.transaction().execute(async (charge) => {
    await lockOrder(charge, orderId)
    const asking = createIntent(orderId)
    await whenWaiting(context.db)
    await insertPayments(charge, [payment], new Date(shop.clock.now()))
    return { asking }
  })
  const { status, data } = await asked.asking
  expect([status, data]).toEqual([200, expect.objectContaining({ clientSecret: payment.clientSecret })])
  const { rows } =
    await sql`select intent_id as "intentId" from payments where order_id = ${orderId}`.execute(context.db)
  expect(rows).toEqual([{ intentId: payment.intentId }])
})
