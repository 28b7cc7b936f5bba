import {
  storeSnapshot,
  storeSync,
  writeClockOffset,
  type DoorDatabase,
  type LoggedScan,
} from '#browser/portal/door/door-database.ts'
import type { DoorSnapshot, syncScans } from '#contracts/portal/door.ts'
import type { RequestOf, DataOf } from '#contracts/platform/endpoint.ts'
import type { Result } from '#model/platform/result.ts'
import type { DoorTicketIndex } from './door-ticket-index.ts'
import type { DoorLog } from './door-log.ts'

/** Maximum number of scans per request. */
const SENT_AT_ONCE = 200

type SyncBody = RequestOf<typeof syncScans>['body']
type Synced = DataOf<typeof syncScans>
export type CallSync = (eventId: string, body: SyncBody) => Promise<Result<Synced>>
export type FetchSnapshot = (eventId: string) => Promise<Result<DoorSnapshot>>

export interface SyncDeps {
  db: DoorDatabase
  book: DoorTicketIndex
  log: DoorLog
  now: () => number
  call: CallSync
  fetchSnapshot: FetchSnapshot
  describeDevice: () => Omit<SyncBody['device'], 'waiting'>
  isUnsent?: ((ticketId: string) => boolean) | undefined
}

/** Sends all waiting scans and receives everything new since `position`. Resolves to the new position. */
export async function syncDoor(
  deps: SyncDeps,
  position: number,
): Promise<Result<Pick<Synced, 'position' | 'devices' | 'resolvedConflicts'>>> {
  const { book, log, now } = deps
  const waiting = log.in('waiting').filter(({ scan }) => deps.isUnsent?.(scan.ticketId) !== true)
  const batch = waiting.slice(0, SENT_AT_ONCE)
  const sentAtMs = now()
  const answer = await deps.call(book.eventId, {
    device: { ...deps.describeDevice(), waiting: waiting.length },
    deviceTimeMs: sentAtMs,
    position,
    ticketsSinceMs: book.completeUntilMs,
    scans: batch.map(({ scan }) => toSent(scan, log.offsetMs)),
  })
  if (!answer.success) return answer
  const { data } = answer
  const offsetMs = data.serverTimeMs - (sentAtMs + now()) / 2
  if (Math.round(offsetMs / 1000) !== Math.round(log.offsetMs / 1000))
    await writeClockOffset(deps.db, offsetMs)
  log.offsetMs = offsetMs
  await adopt(deps, data, batch)
  if (data.hasMore || waiting.length > batch.length) return syncDoor(deps, data.position)
  return { success: true, data }
}

/** Converts the scan's time to this device's clock, because the server corrects it by the difference of the clocks. */
function toSent(
  { deviceId: _own, atMs, ...scan }: LoggedScan['scan'],
  offsetMs: number,
): SyncBody['scans'][number] {
  return { ...scan, atMs: Math.max(0, Math.round(atMs - offsetMs)) }
}

async function adopt(deps: SyncDeps, data: Synced, batch: readonly LoggedScan[]): Promise<void> {
  const { db, book, log } = deps
  const { scans, tickets, position } = data
  const isComplete = !data.needsSnapshot && tickets.every(([, , typeId]) => book.typeOf(typeId))
  // If the response isn't complete, the next sync requests the same tickets again.
  const completeUntilMs = isComplete ? data.completeUntilMs : book.completeUntilMs
  const sent = settled(batch, data)
  const hasDelta = scans.length > 0 || tickets.length > 0
  const delta = hasDelta ? { eventId: book.eventId, scans, tickets, position, completeUntilMs } : undefined
  await storeSync(db, { delta, sent })
  log.adopt(sent)
  book.addTickets(tickets)
  book.addScans(scans)
  book.completeUntilMs = completeUntilMs
  if (!isComplete || data.rulesVersion !== book.snapshot.rulesVersion) await renewSnapshot(deps)
}

/**
 * Loads a new snapshot. Needed when too many tickets have changed, a ticket type is unknown, or the rules have changed.
 */
async function renewSnapshot({ db, book, fetchSnapshot }: SyncDeps): Promise<void> {
  const fresh = await fetchSnapshot(book.eventId)
  if (!fresh.success) return
  await storeSnapshot(db, fresh.data)
  book.renew(fresh.data)
}

/** Scans that the server has stored or refused. All others are sent again. */
function settled(batch: readonly LoggedScan[], { stored, refused }: Synced): LoggedScan[] {
  const isStored = new Set(stored)
  const reasons = new Map(refused.map(({ seq, reason }) => [seq, reason]))
  return batch.flatMap((logged): LoggedScan[] => {
    if (isStored.has(logged.seq)) return [{ ...logged, state: 'stored' }]
    const why = reasons.get(logged.seq)
    return why === undefined ? [] : [{ ...logged, state: 'refused', why }]
  })
}
