import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { setTimeout as rest } from 'node:timers/promises'
import type { syncScans } from '#contracts/portal/door.ts'
import type { RequestOf, DataOf } from '#contracts/platform/endpoint.ts'
import type { DoorsSynced, Doors } from './support/doors.ts'

/** Devices that come back online at the same moment, as the JSON file of the argument says; prints how long they took as JSON. */
const { origin, eventId, tokens, ticketIds, batch, retryMs }: Doors = JSON.parse(
  readFileSync(process.argv[2] ?? '', 'utf8'),
)
const tookMs: number[] = []
let busy = 0
let stored = 0
const startedAt = performance.now()
const each = Math.floor(ticketIds.length / tokens.length)
const endedAt = await Promise.all(
  tokens.map((token, index) => runDevice(token, ticketIds.slice(index * each, (index + 1) * each))),
)
const synced: DoorsSynced = {
  stored,
  busy,
  tookMs,
  storedMs: Math.max(...endedAt.map((at) => at.storedAt)) - startedAt,
  knownMs: Math.max(...endedAt.map((at) => at.knownAt)) - startedAt,
}
process.stdout.write(JSON.stringify(synced))

/** Sends all scans, then takes in what others scanned. */
async function runDevice(
  token: string,
  ownTickets: readonly string[],
): Promise<{ storedAt: number; knownAt: number }> {
  const device = { id: randomUUID(), name: 'Bench', gateId: null, appVersion: 'bench' }
  const waiting = ownTickets.map((ticketId, index) => ({
    seq: index + 1,
    ticketId,
    atMs: Date.now() - 60_000,
  }))
  const ticketsSinceMs = Date.now()
  let position = 0
  let known = 0
  let storedAt = performance.now()
  for (;;) {
    const scans = waiting.slice(0, batch).map((scan) => ({ ...scan, kind: 'entry' as const, gateId: null }))
    const answer = await sync(token, {
      device: { ...device, waiting: waiting.length },
      deviceTimeMs: Date.now(),
      position,
      ticketsSinceMs,
      scans,
    })
    if (!answer) {
      busy += 1
      await rest(retryMs)
      continue
    }
    waiting.splice(0, answer.stored.length)
    stored += answer.stored.length
    if (answer.stored.length > 0) storedAt = performance.now()
    known += answer.scans.length
    ;({ position } = answer)
    if (answer.refused.length > 0) throw new Error(JSON.stringify(answer.refused[0]))
    if (waiting.length > 0 || answer.hasMore) continue
    if (known >= each * tokens.length) return { storedAt, knownAt: performance.now() }
    await rest(retryMs)
  }
}

/** Undefined when other devices took too long. */
async function sync(
  token: string,
  body: RequestOf<typeof syncScans>['body'],
): Promise<DataOf<typeof syncScans> | undefined> {
  const sentAt = performance.now()
  const response = await fetch(`${origin}/api/door/events/${eventId}/sync`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  })
  const answer: { success: boolean; data: DataOf<typeof syncScans> } = await response.json()
  tookMs.push(performance.now() - sentAt)
  if (response.status === 429) return undefined
  if (!answer.success) throw new Error(JSON.stringify(answer))
  return answer.data
}
