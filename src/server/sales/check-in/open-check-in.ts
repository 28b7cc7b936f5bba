import { fail } from '#contracts/platform/errors.ts'
import type { CodeMode } from '#model/catalog/codes/code-modes.ts'
import type { DoorRules } from '#model/sales/door/door-rules.ts'
import { succeed, type Result } from '#model/platform/result.ts'
import type { Context } from '#server/context.ts'
import { findDevice } from '#server/sales/door/devices/device-rows.ts'
import { findDoorEvent, findDoorSettings } from '#server/sales/door/door-event-rows.ts'
import { toDoorRules } from '#server/sales/door/door-views.ts'
import { withScanLock } from '#server/sales/door/with-scan-lock.ts'
import { doorAccessCutoff } from '#server/sales/door/door-access.ts'
import type { PromoterCall } from '#server/use-case.ts'
import { writeCheckInDevice } from './check-in-rows.ts'

const MAX_DEVICES = 200

/** Rate limit of check-ins: the same as for all requests of an API key. */
const CHECKING_IN = { name: 'check in', points: 600, seconds: 60 }

type Trx = Parameters<typeof writeCheckInDevice>[0]

export interface OpenCheckIn {
  key: { promoterId: string; eventId: string }
  rules: DoorRules
  codeMode: CodeMode
  /** Id under which the caller is registered as a device. */
  deviceId: string
  accountId: string | null
  now: Date
}

/** Finds the event of a check-in request. Tickets can be scanned until two days after the event's end. */
export async function openCheckIn(
  context: Context,
  { promoterId, actor, params }: Pick<PromoterCall, 'promoterId' | 'actor'> & { params: { id: string } },
): Promise<Result<OpenCheckIn, 'NOT_FOUND' | 'RATE_LIMITED'>> {
  const { accountId, apiKeyId } = actor
  const deviceId = apiKeyId ?? accountId
  if (deviceId === null) throw new Error('A call has neither an account nor a key.')
  const tooMany = await context.limits.consume(CHECKING_IN, deviceId)
  if (tooMany) return tooMany
  const find = {
    promoterId,
    memberId: null,
    pairingId: null,
    id: params.id,
    endedAfter: doorAccessCutoff(context),
  }
  const event = await findDoorEvent(context.db, find)
  if (!event) return fail('NOT_FOUND')
  const key = { promoterId, eventId: event.id }
  const rules = toDoorRules(await findDoorSettings(context.db, key), event)
  const now = new Date(context.clock.now())
  return succeed({ key, rules, codeMode: event.codeMode, deviceId, accountId, now })
}

/** Runs `work` with the caller registered as a device. Calls for the same event wait for each other. */
export const runAsCheckInDevice = <Data, Code extends 'NOT_FOUND' | 'KEY_REUSED' | 'RATE_LIMITED'>(
  context: Context,
  { open, apiKeyId }: { open: OpenCheckIn; apiKeyId: string | null },
  work: (trx: Trx) => Promise<Result<Data, Code>>,
) =>
  withScanLock<Data, Code | 'DEVICE_REVOKED' | 'DEVICES_FULL'>(context.db, open.key.eventId, async (trx) => {
    const { key, deviceId: id, accountId, now } = open
    const scanner = { id, accountId, apiKeyId, now, maxDevices: MAX_DEVICES }
    if (await writeCheckInDevice(trx, key, scanner)) return work(trx)
    return fail((await findDevice(trx, key, id)) ? 'DEVICE_REVOKED' : 'DEVICES_FULL')
  })
