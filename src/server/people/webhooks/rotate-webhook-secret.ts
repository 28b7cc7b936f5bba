import type { rotateWebhookSecret as contract } from '#contracts/console/developers/webhooks.ts'
import { fail } from '#contracts/platform/errors.ts'
import { succeed } from '#model/platform/result.ts'
import { recordChange } from '#server/platform/audit/record-change.ts'
import { transact } from '#server/platform/db/transact.ts'
import { isStillAuthorised } from '#server/people/promoters/authority-rows.ts'
import type { PromoterCall, UseCase } from '#server/use-case.ts'
import { newWebhookSecret } from '#server/people/webhook-deliveries/sign-webhook-message.ts'
import { lockWebhook, setWebhookSecret } from './webhook-rows.ts'
import { viewWebhook, webhookHost } from './webhook-views.ts'

const OVERLAP_MS = 86_400_000
const ROTATING = { name: 'rotate webhook secret', points: 20, seconds: 3600 }

export const rotateWebhookSecret: UseCase<typeof contract, PromoterCall> = async (context, call) => {
  const { promoterId, actor, params } = call
  const tooMany = await context.limits.consume(ROTATING, promoterId)
  if (tooMany) return tooMany
  const now = new Date(context.clock.now())
  const secret = newWebhookSecret()
  const oldUntil = new Date(now.getTime() + OVERLAP_MS)
  return transact(context.db, async (trx) => {
    if (!(await isStillAuthorised(trx, call, 'keys'))) return fail('FORBIDDEN')
    const before = await lockWebhook(trx, { promoterId, id: params.id })
    if (!before) return fail('NOT_FOUND')
    const { id } = before
    const encrypted = context.encryption.encrypt(secret, { table: 'webhook_endpoints', id })
    const row = await setWebhookSecret(trx, { promoterId, id, secret: encrypted, oldUntil, now })
    const subject = { id: row.id, name: webhookHost(row.url) }
    await recordChange(trx, { promoterId, actor, action: 'webhook.secret_rotated', subject }, now)
    return succeed({ webhook: viewWebhook(row, now.getTime()), secret })
  })
}
