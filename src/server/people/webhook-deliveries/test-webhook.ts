import type { testWebhook as contract } from '#contracts/console/developers/webhooks.ts'
import { fail } from '#contracts/platform/errors.ts'
import { succeed } from '#model/platform/result.ts'
import { WEBHOOK_TEST_EVENT } from '#model/messages/webhooks.ts'
import { transact } from '#server/platform/db/transact.ts'
import type { PromoterCall, UseCase } from '#server/use-case.ts'
import { deliverWebhook } from './deliver.ts'
import { findDelivery, findDeliveryToSend, insertTestDelivery } from './delivery-rows.ts'
import { findWebhook } from '#server/people/webhooks/webhook-rows.ts'
import { viewDelivery } from '#server/people/webhooks/webhook-views.ts'

const TESTING = { name: 'test webhook', points: 20, seconds: 60 }
const TAKEN_MS = 60_000

export const testWebhook: UseCase<typeof contract, PromoterCall> = async (context, call) => {
  const { promoterId, params } = call
  const tooMany = await context.limits.consume(TESTING, promoterId)
  if (tooMany) return tooMany
  const takenUntil = new Date(context.clock.now() + TAKEN_MS)
  const written = await transact(context.db, async (trx) => {
    const webhook = await findWebhook(trx, { promoterId, id: params.id })
    if (!webhook) return fail('NOT_FOUND')
    const test = { promoterId, webhookId: webhook.id, type: WEBHOOK_TEST_EVENT, takenUntil }
    return succeed(await insertTestDelivery(trx, test))
  })
  if (!written.success) return written
  const test = await findDeliveryToSend(context.db, written.data)
  if (test) await deliverWebhook(context, test)
  const sent = await findDelivery(context.db, { promoterId, id: written.data })
  return sent ? succeed({ delivery: viewDelivery(sent) }) : fail('NOT_FOUND')
}
