import { doesGateAdmit, isInEntryWindow, type DoorRules, type EntryWindow, type Gate } from './door-rules.ts'
import { findBlockingEntry, type Admissions, type Scan } from './scans.ts'

/** Result of scanning a code. Only `valid` admits the ticket. */
export type Verdict =
  | { code: 'valid'; entryNumber: number }
  | { code: 'already_used'; entry: Scan }
  | { code: 'wrong_event' }
  | { code: 'wrong_gate'; gates: readonly Gate[] }
  | { code: 'wrong_day'; window: EntryWindow }
  | { code: 'void' }
  | { code: 'refunded' }
  /** The code is an earlier one; the ticket was transferred or reissued. */
  | { code: 'replaced' }
  /** The event has live codes, and this code isn't a currently valid live code. */
  | { code: 'not_live' }
  | { code: 'unknown' }
  /** The QR code isn't signed with the promoter's key. */
  | { code: 'forged' }

export interface DoorTicket {
  id: string
  eventId: string
  ticketTypeId: string
  generation: number
  state: 'valid' | 'void' | 'refunded'
}

/** Claims of a QR code whose signature was verified. */
export interface TokenClaims {
  ticketId: string
  eventId: string
  ticketTypeId: string
  generation: number
  issuedAtMs: number
}

export interface KnownTickets {
  eventId: string
  /** The device knows all tickets that were issued before this time, by the server's clock. */
  completeUntilMs: number
  find: (ticketId: string) => DoorTicket | undefined
}

/**
 * Finds the ticket of a token whose signature was verified. A ticket sold after the last sync is unknown to the
 * device, but its signed time of issue shows that it is new, so it is admitted. Older tickets are unknown only when
 * they were deleted.
 */
export function findTokenTicket(
  tickets: KnownTickets,
  claims: TokenClaims,
): DoorTicket | Extract<Verdict, { code: 'wrong_event' | 'replaced' | 'void' }> {
  if (claims.eventId !== tickets.eventId) return { code: 'wrong_event' }
  const ticket = tickets.find(claims.ticketId)
  if (ticket) return ticket.generation > claims.generation ? { code: 'replaced' } : ticket
  if (claims.issuedAtMs < tickets.completeUntilMs) return { code: 'void' }
  const { ticketId, eventId, ticketTypeId, generation } = claims
  return { id: ticketId, eventId, ticketTypeId, generation, state: 'valid' }
}

export interface EntryAttempt {
  ticket: DoorTicket
  admissions: Admissions
  rules: DoorRules
  window: EntryWindow
  gate: Gate | undefined
  gates: readonly Gate[]
  nowMs: number
}

/**
 * Decides whether a ticket may enter. When there are several reasons to refuse it, returns the one that is hardest to
 * resolve at the door.
 */
export function decideEntry({
  ticket,
  admissions,
  rules,
  window,
  gate,
  gates,
  nowMs,
}: EntryAttempt): Verdict {
  if (ticket.state !== 'valid') return { code: ticket.state }
  const entry = findBlockingEntry(admissions, rules, nowMs)
  if (entry) return { code: 'already_used', entry }
  if (!isInEntryWindow(window, nowMs)) return { code: 'wrong_day', window }
  if (!doesGateAdmit(gate, ticket.ticketTypeId))
    return { code: 'wrong_gate', gates: gates.filter((each) => doesGateAdmit(each, ticket.ticketTypeId)) }
  return { code: 'valid', entryNumber: admissions.entries.length + 1 }
}
