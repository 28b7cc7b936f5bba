import type { cancelEvent as contract } from '#contracts/console/events.ts'
import { fail } from '#contracts/platform/errors.ts'
import { succeed } from '#model/platform/result.ts'
import type { PromoterCall, UseCase } from '#server/use-case.ts'
import { insertCancelledOrders } from './cancelled-order-rows.ts'
import { changeEvent } from './change-event.ts'
import { updateEventState } from '#server/catalog/events/event-draft-rows.ts'

/**
 * Cancels an event: stops the sale and records the orders to notify and refund (by
 * `jobs/carry-out-cancellations.ts`). Discards unpublished changes.
 */
export const cancelEvent: UseCase<typeof contract, PromoterCall> = (context, call) => {
  const { version, note, refund } = call.body
  return changeEvent(context, call, {
    version,
    action: 'event.cancelled',
    step: async (trx, row, now) => {
      if (row.status === 'draft' && row.published_at === null) return fail('EVENT_NOT_PUBLIC')
      const find = { promoterId: call.promoterId, id: row.id }
      await updateEventState(trx, { ...find, changes: null, cancel: { note, refunds: refund }, now })
      await insertCancelledOrders(trx, { promoterId: call.promoterId, eventId: row.id })
      return succeed('changed')
    },
  })
}
