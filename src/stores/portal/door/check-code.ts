import { findTicket as findRead, type ScannedCode } from '#model/sales/door/find-ticket.ts'
import type { Scan } from '#model/sales/door/scans.ts'
import { decideEntry, type Verdict } from '#model/sales/door/verdicts.ts'
import type { IndexedTicket, DoorTicketIndex } from './door-ticket-index.ts'
import type { DoorLog } from './door-log.ts'

/** Verdict to show. `scan`: the recorded entry or exit; undefined if none was recorded. */
export interface ShownVerdict {
  verdict: Verdict | { code: 'exit' } | { code: 'unreadable' } | { code: 'not_recorded' }
  ticket: IndexedTicket | undefined
  /** Title of the ticket's event if the ticket is for another event; otherwise ''. */
  otherEvent: string
  scan: Scan | undefined
}

export interface Entrance {
  gateId: string | null
  isExit?: boolean
}

/** Verdict without a recorded scan, because the ticket isn't admitted. */
export const refusedVerdict = (
  verdict: ShownVerdict['verdict'],
  ticket?: IndexedTicket,
  otherEvent = '',
): ShownVerdict => ({ verdict, ticket, otherEvent, scan: undefined })

/** Returns the ticket with this code, or a verdict with the reason why there is none. */
export function findIndexedTicket(tickets: DoorTicketIndex, read: ScannedCode): IndexedTicket | ShownVerdict {
  const found = findRead(tickets, read)
  switch (found.kind) {
    case 'known':
      return found.ticket
    case 'refused':
      return refusedVerdict(found.verdict, found.ticket, found.otherEvent)
    case 'new': {
      // Tickets sold after the last sync may have a type that the snapshot doesn't contain.
      const typeName = tickets.typeOf(found.ticket.ticketTypeId)?.name ?? ''
      return { ...found.ticket, code: '', typeName, holder: '', orderNumber: '' }
    }
  }
}

/** Decides whether the ticket is admitted, and records the entry or exit. Resolves once it is stored. */
export async function scanTicket(
  { book, log }: { book: DoorTicketIndex; log: DoorLog },
  ticket: IndexedTicket,
  { gateId, isExit = false }: Entrance,
): Promise<ShownVerdict> {
  const record = async (kind: 'entry' | 'exit'): Promise<Scan> => {
    const scan = await log.record({ ticketId: ticket.id, kind, gateId })
    book.addScans([scan])
    return scan
  }
  const shown = { ticket, otherEvent: '' }
  if (isExit) return { ...shown, verdict: { code: 'exit' }, scan: await record('exit') }
  const verdict = decideEntry({
    ticket,
    admissions: book.admissionsOf(ticket.id),
    rules: book.rules,
    window: book.windowOf(ticket.ticketTypeId),
    gate: book.gates.find(({ id }) => id === gateId),
    gates: book.gates,
    nowMs: log.timeMs(),
  })
  return { ...shown, verdict, scan: verdict.code === 'valid' ? await record('entry') : undefined }
}
