import { randomUUID } from 'node:crypto'
import type { DoorSnapshot, syncScans } from '#contracts/portal/door.ts'
import type { RequestOf, DataOf } from '#contracts/platform/endpoint.ts'
import type { Answer } from './ask.ts'
import type { Shop } from './shop.ts'

type SyncBody = RequestOf<typeof syncScans>['body']
export type Synced = DataOf<typeof syncScans>
export type SentScan = SyncBody['scans'][number]

export const readDoorSnapshot = (
  shop: Shop,
  bearer: string,
  eventId = shop.eventId,
): Promise<Answer<DoorSnapshot>> => shop.ask('GET', `/api/door/events/${eventId}/snapshot`, { bearer })

interface SyncOptions {
  scans?: SentScan[]
  eventId?: string
  position?: number
}

/** A device that scans and syncs through the API. Its clock may be wrong. */
export function openDevice(
  shop: Shop,
  bearer: string,
  { name = 'Phone', clockErrorMs = 0, id = randomUUID() as string } = {},
) {
  let seq = 0
  let position = 0
  const log: SentScan[] = []
  const now = (): number => shop.clock.now() + clockErrorMs
  return {
    id,
    /** Adds a scan to the device's log, to be sent by the next sync. */
    scan: (ticketId: string, more: Partial<SentScan> = {}): SentScan => {
      seq += 1
      const scan: SentScan = { seq, ticketId, kind: 'entry', atMs: now(), gateId: null, ...more }
      log.push(scan)
      return scan
    },
    /** Sends the whole log again, or `scans`. */
    sync: async ({ scans = log, eventId = shop.eventId, position: since = position }: SyncOptions = {}) => {
      const body: SyncBody = {
        device: { id, name, gateId: null, waiting: scans.length, appVersion: '1' },
        deviceTimeMs: now(),
        position: since,
        ticketsSinceMs: 0,
        scans,
      }
      const answer = await shop.ask<Synced>('POST', `/api/door/events/${eventId}/sync`, { bearer, body })
      if (answer.success) ({ position } = answer.data)
      return answer
    },
  }
}
