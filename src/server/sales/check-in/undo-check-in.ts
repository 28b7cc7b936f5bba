import type { undoCheckIn as contract } from '#contracts/console/door/check-ins.ts'
import { fail } from '#contracts/platform/errors.ts'
import type { ScanRef } from '#model/sales/door/scans.ts'
import { succeed, type Result } from '#model/platform/result.ts'
import { applyScans } from '#server/sales/door/apply-scans.ts'
import { listScansByRef } from '#server/sales/door/scan-rows.ts'
import type { PromoterCall, UseCase } from '#server/use-case.ts'
import { findUndo, listScanRows, readNextSeq } from './check-in-rows.ts'
import { viewRecordedScan } from './check-in-views.ts'
import { runAsCheckInDevice, openCheckIn } from './open-check-in.ts'

/** Undoes a scan. A repeated call returns the first undo. */
export const undoCheckIn: UseCase<typeof contract, PromoterCall> = async (context, call) => {
  const open = await openCheckIn(context, call)
  if (!open.success) return open
  const { key, rules, deviceId, accountId, now } = open.data
  const { reason, seq } = call.body
  const undoes = { deviceId: call.body.deviceId.toLowerCase(), seq }
  const undone = await runAsCheckInDevice(
    context,
    { open: open.data, apiKeyId: call.actor.apiKeyId },
    async (trx): Promise<Result<ScanRef, 'NOT_FOUND'>> => {
      const [target] = await listScansByRef(trx, key, [undoes])
      if (!target || target.kind === 'undo') return fail('NOT_FOUND')
      const earlier = await findUndo(trx, key, undoes)
      if (earlier) return succeed(earlier)
      const scan = {
        deviceId,
        seq: await readNextSeq(trx, key, deviceId),
        ticketId: target.ticketId,
        kind: 'undo' as const,
        atMs: now.getTime(),
        gateId: null,
        undoes,
        reason,
      }
      await applyScans(trx, { key, rules, scans: [scan], accountId, now })
      return succeed(scan)
    },
  )
  if (!undone.success) return undone
  const [scanned] = await listScanRows(context.db, key, [undone.data])
  return scanned ? succeed({ scan: viewRecordedScan(scanned) }) : fail('NOT_FOUND')
}
