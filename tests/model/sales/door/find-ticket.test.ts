import { describe, expect, it } from 'vitest'
import { findTicket, type ScannedCode, type TicketIndex } from '#model/sales/door/find-ticket.ts'
import type { SignedToken } from '#model/sales/door/tokens.ts'
import type { DoorTicket } from '#model/sales/door/verdicts.ts'

const TICKET: DoorTicket & { code: string } = {
  id: 't',
  eventId: 'e',
  ticketTypeId: 'floor',
  generation: 2,
  state: 'valid',
  code: 'AAAAABBBBB',
}
const book = (needsLiveCodes: boolean): TicketIndex<typeof TICKET> => ({
  eventId: 'e',
  needsLiveCodes,
  completeUntilMs: 10_000,
  find: (id) => (id === TICKET.id ? TICKET : undefined),
  findByCode: (code) => (code === TICKET.code ? TICKET : undefined),
  typeOf: () => ({ id: 'floor' }),
})
const token = (change: Partial<SignedToken> = {}): SignedToken => ({
  keyNumber: 1,
  ticketId: 't',
  generation: 2,
  issuedAtSeconds: 1,
  typePrefix: 'floor',
  contentBytes: new Uint8Array(),
  signature: new Uint8Array(),
  ...change,
})
const OPEN = 'known'
const resultOf = (read: ScannedCode, needsLiveCodes: boolean): string => {
  const found = findTicket(book(needsLiveCodes), read)
  return found.kind === 'refused' ? found.verdict.code : found.kind
}

describe('a code, at an event without and with live codes', () => {
  it.each<[string, ScannedCode, results: [without: string, withLive: string]]>([
    ['that was printed', { kind: 'token', token: token() }, [OPEN, 'not_live']],
    ['that is live now', { kind: 'token', token: token(), isLive: true }, [OPEN, OPEN]],
    ['that was live', { kind: 'token', token: token(), isLive: false }, [OPEN, 'not_live']],
    ['that is typed', { kind: 'code', code: TICKET.code }, [OPEN, 'not_live']],
    ['of version 1', { kind: 'old token', ticketId: 't', code: TICKET.code }, [OPEN, 'not_live']],
    [
      'of an earlier generation',
      { kind: 'token', token: token({ generation: 1 }) },
      ['replaced', 'replaced'],
    ],
    ['that is unknown', { kind: 'code', code: '0000000000' }, ['unknown', 'unknown']],
    [
      'of a ticket sold since, printed',
      { kind: 'token', token: token({ ticketId: 'new', issuedAtSeconds: 10 }) },
      ['new', 'not_live'],
    ],
    [
      'of a ticket sold since, live',
      { kind: 'token', token: token({ ticketId: 'new', issuedAtSeconds: 10 }), isLive: true },
      ['new', 'new'],
    ],
    ['of a ticket that was found by searching', { kind: 'ticket', ticketId: 't' }, [OPEN, OPEN]],
    ['of another event’s ticket by its id', { kind: 'ticket', ticketId: 'x' }, ['unknown', 'unknown']],
  ])('%s', (_, read, results) => {
    expect([resultOf(read, false), resultOf(read, true)]).toEqual(results)
  })

  it('names the ticket that it refuses, so that the door can search for it', () => {
    expect(findTicket(book(true), { kind: 'token', token: token() })).toMatchObject({ ticket: { id: 't' } })
  })
})
