import type { getDelivery as contract } from '#contracts/console/developers/webhooks.ts'
import { fail } from '#contracts/platform/errors.ts'
import { succeed } from '#model/platform/result.ts'
import type { PromoterCall, UseCase } from '#server/use-case.ts'
import { webhookBody } from './deliver.ts'
import { findDelivery } from './delivery-rows.ts'
import { viewDelivery } from '#server/people/webhooks/webhook-views.ts'

export const getDelivery: UseCase<typeof contract, PromoterCall> = async (context, call) => {
  const row = await findDelivery(context.db, { promoterId: call.promoterId, id: call.params.id })
  if (!row) return fail('NOT_FOUND')
  const { responseBody } = row
  return succeed({ delivery: viewDelivery(row), requestBody: webhookBody(row), responseBody })
}
