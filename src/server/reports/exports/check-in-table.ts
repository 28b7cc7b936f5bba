import type { Context } from '#server/context.ts'
import { splitIntoParts } from '#server/platform/split-into-parts.ts'
import type { LoggedScanRow } from '#server/sales/check-in/check-in-rows.ts'
import { findCheckInEvent } from '#server/sales/entrances/entrance-rows.ts'
import { streamCheckIns } from '#server/sales/check-in/list-check-ins.ts'
import type { ExportCell, ExportTables } from './cells.ts'

const HEAD = [
  'Time',
  'Scan',
  'Undone',
  'Admitted anyway',
  'Code',
  'Attendee',
  'Ticket',
  'Gate',
  'Device',
  'Reason',
  'Received',
]

const KIND_LABELS = { entry: 'Entry', exit: 'Exit', undo: 'Undo' } as const

/** Returns the tables of an event's check-in export. Undefined for drafts and for events of other promoters. */
export async function checkInTables(
  context: Pick<Context, 'db'>,
  key: { promoterId: string; eventId: string },
): Promise<ExportTables | undefined> {
  const event = await findCheckInEvent(context.db, key)
  if (!event) return undefined
  const { timeZone } = event
  const cells = (row: LoggedScanRow): ExportCell[] => [
    { at: row.at, timeZone },
    KIND_LABELS[row.kind],
    row.isUndone ? 'Yes' : '',
    row.isOverride ? 'Yes' : '',
    row.code,
    row.holder,
    row.ticketName,
    row.gate,
    row.device,
    row.reason,
    { at: row.receivedAt, timeZone },
  ]
  return [{ name: 'Check-ins', head: HEAD, pages: splitIntoParts(streamCheckIns(context, key), cells) }]
}
