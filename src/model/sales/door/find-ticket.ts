import type { SignedToken } from './tokens.ts'
import { findTokenTicket, type DoorTicket, type Verdict } from './verdicts.ts'

/** Content of a scanned or typed text. Only a `token` and an `old token` are signed by the promoter. */
export type ScannedCode =
  /** `isLive`: it was a valid live code at the time of the scan (`live-codes.ts`). */
  | { kind: 'token'; token: SignedToken; isLive?: boolean }
  /** A token of version 1, which has no generation. */
  | { kind: 'old token'; ticketId: string; code: string }
  | { kind: 'other event'; title: string }
  | { kind: 'forged' }
  | { kind: 'code'; code: string }
  /** A ticket that was found by a search, not by its code. */
  | { kind: 'ticket'; ticketId: string }
  | { kind: 'unreadable' }

/** The tickets of an event that a device or the server knows. Codes have no hyphen. */
export interface TicketIndex<Ticket extends DoorTicket & { code: string }> {
  eventId: string
  /** True for an event with live codes, where other codes aren't accepted. */
  needsLiveCodes: boolean
  /** Time before which all issued tickets are known. */
  completeUntilMs: number
  find: (ticketId: string) => Ticket | undefined
  findByCode: (code: string) => Ticket | undefined
  /** Finds a ticket type by the first characters of its id. */
  typeOf: (prefix: string) => { id: string } | undefined
}

export type TicketLookup<Ticket> =
  | { kind: 'known'; ticket: Ticket }
  /** A ticket issued after `completeUntilMs`. Admitted because its token is signed. */
  | { kind: 'new'; ticket: DoorTicket }
  | {
      kind: 'refused'
      verdict: Verdict | { code: 'unreadable' }
      ticket: Ticket | undefined
      otherEvent: string
    }

export function findTicket<Ticket extends DoorTicket & { code: string }>(
  book: TicketIndex<Ticket>,
  read: ScannedCode,
): TicketLookup<Ticket> {
  switch (read.kind) {
    case 'unreadable':
    case 'forged':
      return refuse({ code: read.kind })
    case 'other event':
      return refuse<Ticket>({ code: 'wrong_event' }, undefined, read.title)
    case 'code':
      return admitStatic(book, book.findByCode(read.code))
    case 'ticket':
      return known(book.find(read.ticketId))
    case 'old token': {
      const ticket = book.find(read.ticketId)
      return ticket && ticket.code !== read.code
        ? refuse({ code: 'replaced' }, ticket)
        : admitStatic(book, ticket)
    }
    case 'token':
      return findByToken(book, read)
  }
}

const refuse = <Ticket>(
  verdict: Verdict | { code: 'unreadable' },
  ticket?: Ticket,
  otherEvent = '',
): TicketLookup<Ticket> => ({ kind: 'refused', verdict, ticket, otherEvent })

const known = <Ticket>(ticket: Ticket | undefined): TicketLookup<Ticket> =>
  ticket ? { kind: 'known', ticket } : refuse({ code: 'unknown' })

/**
 * Refuses a code that never changes at an event with live codes, because a screenshot or printout of it could be used
 * by someone else.
 */
const admitStatic = <Ticket extends DoorTicket & { code: string }>(
  book: TicketIndex<Ticket>,
  ticket: Ticket | undefined,
): TicketLookup<Ticket> =>
  book.needsLiveCodes && ticket ? refuse({ code: 'not_live' }, ticket) : known(ticket)

function findByToken<Ticket extends DoorTicket & { code: string }>(
  book: TicketIndex<Ticket>,
  { token, isLive = false }: Extract<ScannedCode, { kind: 'token' }>,
): TicketLookup<Ticket> {
  const { ticketId, generation, issuedAtSeconds, typePrefix } = token
  const ticket = book.find(ticketId)
  const found = findTokenTicket(book, {
    ticketId,
    eventId: book.eventId,
    ticketTypeId: book.typeOf(typePrefix)?.id ?? '',
    generation,
    issuedAtMs: issuedAtSeconds * 1000,
  })
  if (!('id' in found)) return refuse(found, ticket)
  if (book.needsLiveCodes && !isLive) return refuse({ code: 'not_live' }, ticket)
  return ticket ? known(ticket) : { kind: 'new', ticket: found }
}
