import { describe, expect, it, test } from 'vitest'
import type { DoorRules, Gate } from '#model/sales/door/door-rules.ts'
import { NO_ADMISSIONS, computeAdmissions, type Scan } from '#model/sales/door/scans.ts'
import {
  decideEntry,
  findTokenTicket,
  type DoorTicket,
  type EntryAttempt,
  type TokenClaims,
} from '#model/sales/door/verdicts.ts'

const RULES: DoorRules = { reEntry: 'none', maxEntries: null, entriesPer: 'event', timeZone: 'Europe/Berlin' }
const TICKET: DoorTicket = { id: 't', eventId: 'e', ticketTypeId: 'floor', generation: 1, state: 'valid' }
const MAIN: Gate = { id: 'g1', name: 'Main', ticketTypeIds: ['floor'] }
const BALCONY: Gate = { id: 'g2', name: 'Balcony', ticketTypeIds: ['balcony'] }
const ALWAYS = { fromMs: null, untilMs: null }

const attempt = (more: Partial<EntryAttempt> = {}): EntryAttempt => ({
  ticket: TICKET,
  admissions: NO_ADMISSIONS,
  rules: RULES,
  window: ALWAYS,
  gate: undefined,
  gates: [MAIN, BALCONY],
  nowMs: 1000,
  ...more,
})
const entry: Scan = { deviceId: 'd', seq: 1, ticketId: 't', kind: 'entry', atMs: 500, gateId: 'g1' }
const used = computeAdmissions([entry], RULES)

test.each<[string, Partial<EntryAttempt>, object]>([
  ['a valid ticket', {}, { code: 'valid', entryNumber: 1 }],
  ['at its gate', { gate: MAIN }, { code: 'valid' }],
  ['at another gate', { gate: BALCONY }, { code: 'wrong_gate', gates: [MAIN] }],
  ['at a gate for all', { gate: { ...BALCONY, ticketTypeIds: [] } }, { code: 'valid' }],
  ['a used ticket', { admissions: used }, { code: 'already_used', entry }],
  ['a used ticket at another gate', { admissions: used, gate: BALCONY }, { code: 'already_used' }],
  ['before its day', { window: { fromMs: 2000, untilMs: null } }, { code: 'wrong_day' }],
  ['after its day', { window: { fromMs: null, untilMs: 1000 } }, { code: 'wrong_day' }],
  ['a void ticket', { ticket: { ...TICKET, state: 'void' }, admissions: used }, { code: 'void' }],
  ['a refunded ticket', { ticket: { ...TICKET, state: 'refunded' } }, { code: 'refunded' }],
])('%s', (_, more, verdict) => {
  expect(decideEntry(attempt(more))).toMatchObject(verdict)
})

describe('a verified token', () => {
  const known = { eventId: 'e', completeUntilMs: 10, find: (id: string) => (id === 't' ? TICKET : undefined) }
  const claims: TokenClaims = {
    ticketId: 't',
    eventId: 'e',
    ticketTypeId: 'floor',
    generation: 1,
    issuedAtMs: 3,
  }

  it('finds its ticket', () => {
    expect(findTokenTicket(known, claims)).toBe(TICKET)
  })

  it('of another event is recognised', () => {
    expect(findTokenTicket(known, { ...claims, eventId: 'x' })).toEqual({ code: 'wrong_event' })
  })

  it('of an older generation was replaced', () => {
    const find = () => ({ ...TICKET, generation: 2 })
    expect(findTokenTicket({ ...known, find }, claims)).toEqual({ code: 'replaced' })
  })

  it('of a newer generation than the snapshot is admitted: it was passed on since', () => {
    expect(findTokenTicket(known, { ...claims, generation: 2 })).toBe(TICKET)
  })

  it('that was issued after the snapshot is admitted', () => {
    expect(findTokenTicket(known, { ...claims, ticketId: 'new', issuedAtMs: 10 })).toMatchObject({
      id: 'new',
      state: 'valid',
    })
  })

  it('that should be in the snapshot and isn’t was revoked', () => {
    expect(findTokenTicket(known, { ...claims, ticketId: 'gone', issuedAtMs: 9 })).toEqual({ code: 'void' })
  })
})
