import type {
  raiseDoorShare as raiseContract,
  recallDoorShare as recallContract,
} from '#contracts/console/door/door-sales.ts'
import { fail } from '#contracts/platform/errors.ts'
import { succeed, type Result } from '#model/platform/result.ts'
import type { Context } from '#server/context.ts'
import { recordChange } from '#server/platform/audit/record-change.ts'
import { transact } from '#server/platform/db/transact.ts'
import { isUuid } from '#server/platform/ids/is-uuid.ts'
import type { PromoterCall, UseCase } from '#server/use-case.ts'
import { findSellingDeviceRow, type SellingDevice } from './door-sale-rows.ts'
import { viewDoorSales } from './list-door-sales.ts'
import { changeDoorShare } from './put-door-share.ts'
import {
  listTicketTypesWithShare,
  recallDoorShares,
  releaseDoorShares,
  type DeviceKey,
} from './share-rows.ts'

/** Finds the device in the request's URL. NOT_FOUND for a device of another promoter or event. */
async function findDevice(
  context: Context,
  { promoterId, params }: Pick<PromoterCall, 'promoterId'> & { params: { id: string; deviceId: string } },
): Promise<Result<{ device: DeviceKey; found: SellingDevice }, 'NOT_FOUND'>> {
  const device = { promoterId, eventId: params.id, deviceId: params.deviceId.toLowerCase() }
  const found = isUuid(device.eventId) ? await findSellingDeviceRow(context.db, device) : undefined
  return found ? succeed({ device, found }) : fail('NOT_FOUND')
}

const view = async (context: Context, device: DeviceKey) => {
  const doorSales = await viewDoorSales(context, device)
  return doorSales.success ? succeed({ doorSales: doorSales.data }) : fail('NOT_FOUND')
}

export const raiseDoorShare: UseCase<typeof raiseContract, PromoterCall> = async (context, call) => {
  const { promoterId, actor, body } = call
  const known = await findDevice(context, call)
  if (!known.success) return known
  const { device, found } = known.data
  if (found.isRevoked) return fail('DEVICE_REVOKED')
  const changed = await changeDoorShare(context, { device, ...body, onlyRaises: true })
  if (!changed.success) return changed
  const { ticketTypeId, quantity } = body
  const change = {
    action: 'door_share.raised',
    subject: { id: device.deviceId, name: found.name },
    after: { ticketTypeId, quantity },
  } as const
  await recordChange(context.db, { promoterId, actor, ...change }, new Date(context.clock.now()))
  return view(context, device)
}

export const recallDoorShare: UseCase<typeof recallContract, PromoterCall> = async (context, call) => {
  const { promoterId, actor, body } = call
  const known = await findDevice(context, call)
  if (!known.success) return known
  const { device, found } = known.data
  const ticketTypeIds = await listTicketTypesWithShare(context.db, device)
  const now = new Date(context.clock.now())
  const change = {
    action: 'door_share.recalled',
    subject: { id: device.deviceId, name: found.name },
    after: { isLost: body.isLost },
  } as const
  await transact(context.db, async (trx) => {
    trx.send(
      recordChange(trx, { promoterId, actor, ...change }, now),
      ...(body.isLost
        ? releaseDoorShares(trx, { device, ticketTypeIds, all: true, now })
        : [recallDoorShares(trx, device, now)]),
    )
    return succeed(null)
  })
  return view(context, device)
}
