import type { deleteWebhook as contract } from '#contracts/console/developers/webhooks.ts'
import { fail } from '#contracts/platform/errors.ts'
import { succeed } from '#model/platform/result.ts'
import { recordChange } from '#server/platform/audit/record-change.ts'
import { transact } from '#server/platform/db/transact.ts'
import type { PromoterCall, UseCase } from '#server/use-case.ts'
import { deleteWebhookRow, lockWebhook } from './webhook-rows.ts'
import { auditedWebhook, webhookHost } from './webhook-views.ts'

export const deleteWebhook: UseCase<typeof contract, PromoterCall> = (context, call) => {
  const { promoterId, actor, params } = call
  const now = new Date(context.clock.now())
  return transact(context.db, async (trx) => {
    const row = await lockWebhook(trx, { promoterId, id: params.id })
    if (!row) return fail('NOT_FOUND')
    await deleteWebhookRow(trx, { promoterId, id: row.id })
    const subject = { id: row.id, name: webhookHost(row.url) }
    const before = auditedWebhook(row)
    await recordChange(trx, { promoterId, actor, action: 'webhook.deleted', subject, before }, now)
    return succeed({})
  })
}
