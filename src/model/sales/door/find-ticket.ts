import type { SignedToken } from './tokens.ts'
import { findScanned, type DoorTicket, type Verdict } from './verdicts.ts'

/** What a scanned or typed text contains. Only a `token` and an `old token` are signed by the promoter. */
export type ReadCode =
  | { kind: 'token'; token: SignedToken }
  /** Version 1 of the token, without a generation. */
  | { kind: 'old token'; ticketId: string; code: string }
  | { kind: 'other event'; title: string }
  | { kind: 'forged' }
  | { kind: 'code'; code: string }
  | { kind: 'unreadable' }

/** Tickets of an event that a device or the server knows. Codes have no hyphen. */
export interface TicketBook<Ticket extends DoorTicket & { code: string }> {
  eventId: string
  /** All tickets that were issued before this time are known. */
  completeUntilMs: number
  find: (ticketId: string) => Ticket | undefined
  findByCode: (code: string) => Ticket | undefined
  /** Finds a ticket type by its id or the beginning of it. */
  typeOf: (prefix: string) => { id: string } | undefined
}

export type FoundTicket<Ticket> =
  | { kind: 'known'; ticket: Ticket }
  /** Issued after `completeUntilMs`. Admitted because of its signature. */
  | { kind: 'new'; ticket: DoorTicket }
  | {
      kind: 'refused'
      verdict: Verdict | { code: 'unreadable' }
      ticket: Ticket | undefined
      otherEvent: string
    }

export function findTicket<Ticket extends DoorTicket & { code: string }>(
  book: TicketBook<Ticket>,
  read: ReadCode,
): FoundTicket<Ticket> {
  switch (read.kind) {
    case 'unreadable':
    case 'forged':
      return refuse({ code: read.kind })
    case 'other event':
      return refuse<Ticket>({ code: 'wrong_event' }, undefined, read.title)
    case 'code': {
      const ticket = book.findByCode(read.code)
      return ticket ? { kind: 'known', ticket } : refuse({ code: 'unknown' })
    }
    case 'old token': {
      const ticket = book.find(read.ticketId)
      if (!ticket) return refuse({ code: 'unknown' })
      if (ticket.code !== read.code) return refuse({ code: 'replaced' }, ticket)
      return { kind: 'known', ticket }
    }
    case 'token':
      return findByToken(book, read.token)
  }
}

const refuse = <Ticket>(
  verdict: Verdict | { code: 'unreadable' },
  ticket?: Ticket,
  otherEvent = '',
): FoundTicket<Ticket> => ({ kind: 'refused', verdict, ticket, otherEvent })

function findByToken<Ticket extends DoorTicket & { code: string }>(
  book: TicketBook<Ticket>,
  { ticketId, generation, issuedAtSeconds, typePrefix }: SignedToken,
): FoundTicket<Ticket> {
  const known = book.find(ticketId)
  const found = findScanned(book, {
    ticketId,
    eventId: book.eventId,
    ticketTypeId: book.typeOf(typePrefix)?.id ?? '',
    generation,
    issuedAtMs: issuedAtSeconds * 1000,
  })
  if (!('id' in found)) return refuse(found, known)
  return known ? { kind: 'known', ticket: known } : { kind: 'new', ticket: found }
}
