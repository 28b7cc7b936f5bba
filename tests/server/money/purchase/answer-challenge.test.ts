import { expect, it } from 'vitest'
import type { Order } from '#model/sales/orders.ts'
import { deliverSandboxEvents } from '#server/jobs/deliver-sandbox-events.ts'
import { answerCardChallenge } from '#server/money/purchase/answer-challenge.ts'
import { createSandboxEngine } from '#server/money/sandbox-engine/engine.ts'
import { ProviderUnavailable } from '#server/money/providers/provider.ts'
import { insertTicketType } from '#tests/support/factories.ts'
import { CARDS, newCartId, openShop } from '#tests/support/shop.ts'

it('after a bank’s challenge with an unreachable provider, the webhook reports the result', async () => {
  const shop = await openShop()
  const { context, promoterId, eventId } = shop
  const ticketTypeId = await insertTicketType(context.db, { promoterId, eventId })
  const cart = newCartId()
  await shop.hold(cart, { [ticketTypeId]: 1 })
  const { order } = (await shop.checkout(cart, 25)).data
  await shop.pay(order.id, CARDS.challenged)
  const [intent] = await createSandboxEngine(context).intents(1)
  const whole = context.payments
  context.payments = { ...whole, fetchIntent: () => Promise.reject(new ProviderUnavailable('away')) }
  const answered = await answerCardChallenge(context, { intentId: intent?.id ?? '', approved: true })
  context.payments = whole
  expect(answered).toEqual({ status: 'succeeded', orderId: order.id })
  await deliverSandboxEvents(context)
  const { data } = await shop.ask<{ order: Order }>('GET', `/api/public/orders/${order.id}`)
  expect(data.order.status).toBe('paid')
  await shop.close()
})
