import type { listWebhooks as contract } from '#contracts/console/developers/webhooks.ts'
import { succeed } from '#model/platform/result.ts'
import type { PromoterCall, UseCase } from '#server/use-case.ts'
import { listWebhookRows } from './webhook-rows.ts'
import { viewWebhook } from './webhook-views.ts'

export const listWebhooks: UseCase<typeof contract, PromoterCall> = async (context, { promoterId }) => {
  const rows = await listWebhookRows(context.db, promoterId)
  return succeed({ webhooks: rows.map((row) => viewWebhook(row, context.clock.now())) })
}
