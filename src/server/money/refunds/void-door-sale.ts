import { fail } from '#contracts/platform/errors.ts'
import type { voidDoorSale as contract } from '#contracts/portal/door-sales.ts'
import { succeed } from '#model/platform/result.ts'
import { transact } from '#server/platform/db/transact.ts'
import { findDoorSale } from '#server/sales/door-sales/door-sale-rows.ts'
import { DOOR_SALE_RATE_LIMIT } from '#server/sales/door-sales/find-selling-device.ts'
import { doorCallerKey } from '#server/sales/door/devices/find-door-caller.ts'
import { findAccessibleEvent } from '#server/sales/door/door-access.ts'
import type { DoorCall, UseCase } from '#server/use-case.ts'
import { carryOutRefund } from './carry-out-refund.ts'
import { decideRefund } from './decide-refund.ts'

/** Voids a sale at the door with a full refund in cash. Fees are refunded too, whatever the promoter's rule. */
export const voidDoorSale: UseCase<typeof contract, DoorCall> = async (context, { door, params, body }) => {
  const { promoterId, accountId } = door
  const tooMany = await context.limits.consume(DOOR_SALE_RATE_LIMIT, doorCallerKey(door))
  if (tooMany) return tooMany
  const event = await findAccessibleEvent(context, door, params.id)
  if (!event.success) return event
  const orderId = params.saleId.toLowerCase()
  const sale = await findDoorSale(context.db, { promoterId, eventId: event.data.id }, orderId)
  if (sale?.deviceId !== body.deviceId.toLowerCase()) return fail('NOT_FOUND')
  const decided = await transact(context.db, (trx) =>
    decideRefund(context, trx, {
      orderId,
      promoterId,
      idempotencyKey: 'void door sale',
      actor: { accountId, apiKeyId: null },
      returnFees: true,
      note: body.reason,
      isLimited: false,
    }),
  )
  // The sale was already refunded in the console.
  if (!decided.success)
    return decided.error.code === 'REFUND_NOTHING_LEFT' ? succeed({ isVoided: true }) : fail('NOT_FOUND')
  await carryOutRefund(context, decided.data.refundId)
  return succeed({ isVoided: true })
}
