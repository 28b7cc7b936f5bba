import { z } from 'zod'
import type { listDeliveries as contract } from '#contracts/console/developers/webhooks.ts'
import { succeed } from '#model/platform/result.ts'
import { createCursor } from '#server/platform/ids/cursors.ts'
import type { PromoterCall, UseCase } from '#server/use-case.ts'
import { listDeliveryRows } from './delivery-rows.ts'
import { viewDelivery } from '#server/people/webhooks/webhook-views.ts'

const PAGE = 25
const cursor = createCursor(z.tuple([z.int().min(0), z.uuid()]))

export const listDeliveries: UseCase<typeof contract, PromoterCall> = async (context, call) => {
  const { webhookId, status, type, cursor: from } = call.query
  const after = from === undefined ? undefined : cursor.read(from)
  const filters = { promoterId: call.promoterId, webhookId, status, type, after }
  const rows = await listDeliveryRows(context.db, filters, PAGE + 1)
  const last = rows.length > PAGE ? rows[PAGE - 1] : undefined
  return succeed({
    deliveries: rows.slice(0, PAGE).map(viewDelivery),
    nextCursor: last ? cursor.write([last.seq, last.id]) : null,
  })
}
