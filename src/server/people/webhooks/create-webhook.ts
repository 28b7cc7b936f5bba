import { randomUUID } from 'node:crypto'
import type { createWebhook as contract } from '#contracts/console/developers/webhooks.ts'
import { fail } from '#contracts/platform/errors.ts'
import { succeed } from '#model/platform/result.ts'
import { recordChange } from '#server/platform/audit/record-change.ts'
import { transact } from '#server/platform/db/transact.ts'
import { isStillAuthorised } from '#server/people/promoters/authority-rows.ts'
import type { PromoterCall, UseCase } from '#server/use-case.ts'
import { parseWebhookUrl } from './parse-webhook-url.ts'
import { newWebhookSecret } from '#server/people/webhook-deliveries/sign-webhook-message.ts'
import { countWebhooks, insertWebhook } from './webhook-rows.ts'
import { auditedWebhook, viewWebhook, webhookHost } from './webhook-views.ts'

const MAX_WEBHOOKS = 20
const CREATING = { name: 'create webhook', points: 60, seconds: 3600 }

export const createWebhook: UseCase<typeof contract, PromoterCall> = async (context, call) => {
  const { promoterId, actor, body } = call
  const tooMany = await context.limits.consume(CREATING, promoterId)
  if (tooMany) return tooMany
  const url = parseWebhookUrl(context.config, body.url)
  if (!url.success) return url
  const now = new Date(context.clock.now())
  // Created before the transaction, so that a retry of the transaction uses the same random values.
  const [id, secret] = [randomUUID(), newWebhookSecret()]
  const encrypted = context.encryption.encrypt(secret, { table: 'webhook_endpoints', id })
  const { description = '', events } = body
  return transact(context.db, async (trx) => {
    if (!(await isStillAuthorised(trx, call, 'keys'))) return fail('FORBIDDEN')
    if ((await countWebhooks(trx, promoterId)) >= MAX_WEBHOOKS) return fail('WEBHOOKS_FULL')
    const made = {
      id,
      promoterId,
      url: url.data,
      description,
      events: [...new Set(events)],
      secret: encrypted,
      accountId: actor.accountId,
      now,
    }
    const row = await insertWebhook(trx, made)
    const subject = { id, name: webhookHost(row.url) }
    const after = auditedWebhook(row)
    await recordChange(trx, { promoterId, actor, action: 'webhook.created', subject, after }, now)
    return succeed({ webhook: viewWebhook(row, now.getTime()), secret })
  })
}
