import { afterEach, beforeEach, expect, test } from 'vitest'
import { sendPayouts } from '#server/jobs/send-payouts.ts'
import { syncPaymentDomains } from '#server/money/payment-domains/sync-payment-domains.ts'
import { createSandboxEngine } from '#server/money/sandbox-engine/engine.ts'
import { createAsk } from '#tests/support/ask.ts'
import { insertOperatorAccount, openStrongSession } from '#tests/support/operators.ts'
import { openPayoutShop, type PayoutShop } from '#tests/support/payouts.ts'
import { askForMoney, endEvents, openPayee } from '#tests/support/sellers.ts'

let stage: PayoutShop
beforeEach(async () => {
  stage = await openPayoutShop()
})
afterEach(() => stage.shop.close())

test('operators see payouts and refunds that wait for the balance, and the hosts with wallets', async () => {
  const { shop, seller, owner, autoLimit, refund, order } = stage
  await openPayee(shop, seller)
  await endEvents(shop, [seller, owner])
  await autoLimit(9999)
  await createSandboxEngine(shop.context).setShort('platform', true)
  await askForMoney(seller, 20)
  await sendPayouts(shop.context)
  await refund({ amount: 5 })
  const config = { ...shop.context.config, MAIN_HOSTS: ['foyer.example'] }
  await syncPaymentDomains({ ...shop.context, config })

  const bearer = await openStrongSession(shop.context, await insertOperatorAccount(shop.context))
  const { data } = await createAsk(shop.context, 'localhost')('GET', '/api/operator/provider-status', {
    bearer,
  })
  expect(data).toMatchObject({
    provider: 'sandbox',
    waiting: expect.arrayContaining([
      expect.objectContaining({ kind: 'payout', amount: 20, currency: 'EUR', orderNumber: '' }),
      expect.objectContaining({ kind: 'refund', amount: 5, orderNumber: order.number }),
    ]),
    domains: [{ host: 'foyer.example', status: 'registered', problem: '' }],
  })
})
