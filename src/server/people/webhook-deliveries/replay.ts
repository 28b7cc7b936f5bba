import type {
  replayDelivery as replayDeliveryContract,
  replayWebhook as replayWebhookContract,
} from '#contracts/console/developers/webhooks.ts'
import { fail } from '#contracts/platform/errors.ts'
import { succeed } from '#model/platform/result.ts'
import { recordChange } from '#server/platform/audit/record-change.ts'
import { transact } from '#server/platform/db/transact.ts'
import type { PromoterCall, UseCase } from '#server/use-case.ts'
import { findDelivery, requeueDeliveries } from './delivery-rows.ts'
import { lockWebhook } from '#server/people/webhooks/webhook-rows.ts'
import { viewDelivery, webhookHost } from '#server/people/webhooks/webhook-views.ts'

export const replayDelivery: UseCase<typeof replayDeliveryContract, PromoterCall> = (context, call) => {
  const { promoterId, actor, params } = call
  const now = new Date(context.clock.now())
  return transact(context.db, async (trx) => {
    const count = await requeueDeliveries(trx, { promoterId, id: params.id })
    const row = await findDelivery(trx, { promoterId, id: params.id })
    if (!row) return fail('NOT_FOUND')
    const subject = { id: row.webhookId, name: webhookHost(row.url) }
    const after = { type: row.type, messageId: row.eventId }
    if (count > 0)
      await recordChange(trx, { promoterId, actor, action: 'webhook.replayed', subject, after }, now)
    return succeed({ delivery: viewDelivery(row) })
  })
}

export const replayWebhook: UseCase<typeof replayWebhookContract, PromoterCall> = (context, call) => {
  const { promoterId, actor, params, body } = call
  const now = new Date(context.clock.now())
  return transact(context.db, async (trx) => {
    const webhook = await lockWebhook(trx, { promoterId, id: params.id })
    if (!webhook) return fail('NOT_FOUND')
    const which = { promoterId, webhookId: webhook.id, failedSince: new Date(body.since) }
    const replayed = await requeueDeliveries(trx, which)
    const subject = { id: webhook.id, name: webhookHost(webhook.url) }
    const after = { since: body.since, messages: replayed }
    if (replayed > 0)
      await recordChange(trx, { promoterId, actor, action: 'webhook.replayed', subject, after }, now)
    return succeed({ replayed })
  })
}
