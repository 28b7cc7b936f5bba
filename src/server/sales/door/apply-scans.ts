import type { DoorRules } from '#model/sales/door/door-rules.ts'
import { computeAdmissions } from '#model/sales/door/scans.ts'
import type { Trx } from '#server/platform/db/query.ts'
import { writeConflicts } from './conflict-rows.ts'
import { toScan } from './door-views.ts'
import { insertScans, listScansOfTickets, setTicketsUsed, type NewScan } from './scan-rows.ts'

export interface ScanBatch {
  key: { promoterId: string; eventId: string }
  rules: DoorRules
  scans: readonly NewScan[]
  accountId: string | null
  now: Date
}

/**
 * Stores scans, marks their tickets as used, and stores the conflicts that they cause. The caller must hold the lock of the
 * event's scans (`withScanLock`).
 */
export async function applyScans(trx: Trx, { key, rules, scans, accountId, now }: ScanBatch): Promise<void> {
  await insertScans(trx, key, { scans, accountId, now })
  const ticketIds = [...new Set(scans.map(({ ticketId }) => ticketId))]
  const logs = Map.groupBy(await listScansOfTickets(trx, key, ticketIds), ({ ticketId }) => ticketId)
  const states = ticketIds.map((id) => ({
    id,
    ...computeAdmissions((logs.get(id) ?? []).map(toScan), rules),
  }))
  await setTicketsUsed(
    trx,
    key,
    states.map(({ id, entries }) => ({ id, isUsed: entries.length > 0 })),
  )
  const conflicts = states.flatMap(({ id, conflicts: found }) =>
    found.map(({ first, second }) => ({
      ticketId: id,
      firstDeviceId: first.deviceId,
      firstSeq: first.seq,
      secondDeviceId: second.deviceId,
      secondSeq: second.seq,
    })),
  )
  await writeConflicts(trx, key, { ticketIds, conflicts, now })
}
