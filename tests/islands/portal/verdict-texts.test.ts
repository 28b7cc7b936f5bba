import { expect, it, test } from 'vitest'
import { canOverrule, verdictText } from '#islands/portal/door/verdict/verdict-texts.ts'
import type { IndexedTicket } from '#stores/portal/door/door-ticket-index.ts'
import type { ShownVerdict } from '#stores/portal/door/check-code.ts'

const ticket: IndexedTicket = {
  id: 't',
  eventId: 'e',
  ticketTypeId: 'floor',
  generation: 1,
  state: 'valid',
  code: 'AB12CD34EF',
  typeName: 'Floor',
  holder: 'Ada Lovelace',
  orderNumber: 'HEAF0ZC2',
}
const NORTH = { id: 'north', name: 'North gate', ticketTypeIds: ['floor'] }
const EVENT = {
  id: 'e',
  title: 'Door Night',
  startsAt: '2026-11-24T19:00:00Z',
  endsAt: '2026-11-24T23:00:00Z',
  timeZone: 'Europe/Berlin',
  venueName: 'Kraftwerk',
}
const KNOWN = {
  event: EVENT,
  gates: [NORTH],
  devices: new Map([['d1', 'Phone 1']]),
  remarksOf: () => ({ lists: [], notes: [] }),
}
const atMs = Date.parse('2026-11-24T19:05:00Z')
const entry = { deviceId: 'd1', seq: 1, ticketId: 't', kind: 'entry', atMs, gateId: 'north' } as const

const show = (verdict: ShownVerdict['verdict'], more: Partial<ShownVerdict> = {}): ShownVerdict => ({
  verdict,
  ticket,
  otherEvent: '',
  scan: undefined,
  ...more,
})

test.each<[ShownVerdict['verdict'], string, RegExp]>([
  [{ code: 'valid', entryNumber: 1 }, 'Valid', /Ada Lovelace. Floor. First entry/],
  [{ code: 'valid', entryNumber: 3 }, 'Valid', /Entry 3/],
  [{ code: 'exit' }, 'Exit', /Exit recorded/],
  [{ code: 'already_used', entry }, 'Already used', /Entered Tue, 24 Nov 2026, 20:05 · North gate, Phone 1/],
  [
    { code: 'already_used', entry: { ...entry, deviceId: 'gone', gateId: null } },
    'Already used',
    /20:05 · unknown device/,
  ],
  [{ code: 'wrong_gate', gates: [NORTH] }, 'Wrong gate', /Send the guest to North gate\./],
  [{ code: 'wrong_gate', gates: [] }, 'Wrong gate', /Send the guest to the box office\./],
  [
    { code: 'wrong_day', window: { fromMs: atMs, untilMs: null } },
    'Wrong day',
    /Valid from Tue, 24 Nov 2026, 20:05\./,
  ],
  [{ code: 'wrong_day', window: { fromMs: null, untilMs: atMs } }, 'Wrong day', /Valid until Tue/],
  [{ code: 'replaced' }, 'Replaced', /A newer ticket exists\. Ask for it\./],
  [{ code: 'forged' }, 'Not genuine', /Don’t let them in/],
])('%j is shown as “%s”', (verdict, word, text) => {
  const shown = verdictText(show(verdict), KNOWN)
  expect(shown.word).toBe(word)
  expect([...shown.facts, shown.next].join('. ')).toMatch(text)
})

it('shows the lists that a ticket is on, and notes', () => {
  const remarksOf = () => ({ lists: ['VIP', 'Friday'], notes: ['Take to table 4'] })
  const { facts } = verdictText(show({ code: 'valid', entryNumber: 1 }), { ...KNOWN, remarksOf })
  expect(facts).toEqual(['Ada Lovelace', 'Floor', 'VIP, Friday', 'Take to table 4', 'First entry'])
})

it('a ticket for another event names it', () => {
  const shown = show({ code: 'wrong_event' }, { ticket: undefined, otherEvent: 'Matinee' })
  expect(verdictText(shown, KNOWN)).toMatchObject({ word: 'Wrong event', facts: ['Matinee'] })
})

it('refunded, void and replaced tickets can’t be admitted against the verdict', () => {
  const codes = ['void', 'refunded', 'replaced', 'unknown', 'forged'] as const
  expect(codes.filter((code) => canOverrule(show({ code })))).toEqual([])
  expect(canOverrule(show({ code: 'already_used', entry }))).toBe(true)
  expect(canOverrule(show({ code: 'already_used', entry }, { ticket: undefined }))).toBe(false)
})
