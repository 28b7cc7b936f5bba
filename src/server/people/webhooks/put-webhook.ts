import type { putWebhook as contract } from '#contracts/console/developers/webhooks.ts'
import { fail } from '#contracts/platform/errors.ts'
import { succeed } from '#model/platform/result.ts'
import { recordChange } from '#server/platform/audit/record-change.ts'
import { transact } from '#server/platform/db/transact.ts'
import { isStillAuthorised } from '#server/people/promoters/authority-rows.ts'
import type { PromoterCall, UseCase } from '#server/use-case.ts'
import { parseWebhookUrl } from './parse-webhook-url.ts'
import { lockWebhook, updateWebhook } from './webhook-rows.ts'
import { auditedWebhook, viewWebhook, webhookHost } from './webhook-views.ts'

export const putWebhook: UseCase<typeof contract, PromoterCall> = async (context, call) => {
  const { promoterId, actor, params, body } = call
  const url = parseWebhookUrl(context.config, body.url)
  if (!url.success) return url
  const now = new Date(context.clock.now())
  return transact(context.db, async (trx) => {
    if (!(await isStillAuthorised(trx, call, 'keys'))) return fail('FORBIDDEN')
    const before = await lockWebhook(trx, { promoterId, id: params.id })
    if (!before) return fail('NOT_FOUND')
    if (before.version !== body.version)
      return fail('EDIT_CONFLICT', { current: viewWebhook(before, now.getTime()) })
    const { description = before.description, events, isActive } = body
    const edit = { url: url.data, description, events: [...new Set(events)], isActive }
    const row = await updateWebhook(trx, {
      promoterId,
      id: before.id,
      ...edit,
      accountId: actor.accountId,
      now,
    })
    const subject = { id: row.id, name: webhookHost(row.url) }
    const isElsewhere = before.url !== row.url ? { addressChanged: true } : {}
    const states = { before: auditedWebhook(before), after: { ...auditedWebhook(row), ...isElsewhere } }
    await recordChange(trx, { promoterId, actor, action: 'webhook.updated', subject, ...states }, now)
    return succeed({ webhook: viewWebhook(row, now.getTime()) })
  })
}
