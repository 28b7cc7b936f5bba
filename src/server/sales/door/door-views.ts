import type { DoorSnapshot } from '#contracts/portal/door.ts'
import type { DoorRules } from '#model/sales/door/door-rules.ts'
import type { Scan } from '#model/sales/door/scans.ts'
import type { DoorEvent, DoorSettingsRow, DoorTicketTypeRow } from './door-event-rows.ts'
import type { StoredScan } from './scan-rows.ts'

/**
 * Tickets issued longer ago than this are certainly visible to queries: transactions end within this time
 * (`platform/db/time-limits.ts`), and the clocks of nodes differ by less.
 */
const SETTLED_MS = 120_000

export const scansCompleteUntil = (now: number): number => now - SETTLED_MS

export const toDoorRules = (
  settings: DoorSettingsRow | undefined,
  { timeZone }: Pick<DoorEvent, 'timeZone'>,
): DoorRules => ({
  reEntry: settings?.reEntry ?? 'none',
  maxEntries: settings?.maxEntries ?? null,
  entriesPer: settings?.entriesPer ?? 'event',
  timeZone,
})

export const toScan = (row: StoredScan): Scan & { reason?: string } => ({
  deviceId: row.deviceId,
  seq: row.seq,
  ticketId: row.ticketId,
  kind: row.kind,
  atMs: row.at.getTime(),
  gateId: row.gateId,
  ...(row.undoesDeviceId !== null &&
    row.undoesSeq !== null && { undoes: { deviceId: row.undoesDeviceId, seq: row.undoesSeq } }),
  ...(row.isOverride && { isOverride: true }),
  ...(row.reason !== '' && { reason: row.reason }),
})

export const toDoorEventView = ({
  id,
  title,
  startsAt,
  endsAt,
  timeZone,
  venueName,
}: DoorEvent): DoorSnapshot['event'] => ({
  id,
  title,
  startsAt: startsAt.toISOString(),
  endsAt: endsAt.toISOString(),
  timeZone,
  venueName,
})

export const toDoorTicketTypeView = ({
  id,
  name,
  fromAt,
  untilAt,
}: DoorTicketTypeRow): DoorSnapshot['ticketTypes'][number] => ({
  id,
  name,
  window: { fromMs: fromAt?.getTime() ?? null, untilMs: untilAt?.getTime() ?? null },
})
