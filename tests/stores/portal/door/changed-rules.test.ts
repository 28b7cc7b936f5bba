// @vitest-environment node
import { expect, it } from 'vitest'
import type { DoorSnapshot } from '#contracts/portal/door.ts'
import { DoorTicketIndex } from '#stores/portal/door/door-ticket-index.ts'

const entry = (seq: number) =>
  ({ deviceId: 'd', seq, ticketId: 't', kind: 'entry', atMs: seq, gateId: null }) as const

const SNAPSHOT: DoorSnapshot = {
  event: { id: 'e', title: 'Night', startsAt: '', endsAt: '', timeZone: 'UTC', venueName: '' },
  takenAtMs: 0,
  completeUntilMs: 0,
  keys: [],
  rules: { reEntry: 'none', maxEntries: null, entriesPer: 'event', timeZone: 'UTC' },
  roomCapacity: null,
  caller: { rights: ['scan'], gateIds: null },
  gates: [],
  ticketTypes: [{ id: 'floor', name: 'Floor', window: { fromMs: null, untilMs: null } }],
  otherEvents: [],
  devices: [],
  tickets: [['t', 'CODE', 'floor', 1, 0, 'Ada', 'ORDER']],
  scans: [entry(1), entry(2)],
  position: 2,
}

it('a newer snapshot replaces gates, rules, lists and notes, and what follows from them', () => {
  const book = new DoorTicketIndex(SNAPSHOT)
  const ticket = book.find('t')
  if (!ticket) throw new Error('The ticket is missing.')
  expect(book.conflicts()).toHaveLength(1)
  expect(book.remarksOf(ticket)).toEqual({ lists: [], notes: [] })
  book.renew({
    ...SNAPSHOT,
    rules: { ...SNAPSHOT.rules, reEntry: 'free' },
    gates: [{ id: 'n', name: 'North', ticketTypeIds: ['floor'] }],
    lists: [{ name: 'VIP', note: 'Table 4', ticketTypeIds: ['floor'] }],
    notes: [['t', 'Wheelchair']],
    rulesVersion: '2',
  })
  expect(book.conflicts()).toEqual([])
  expect(book.gates.map(({ name }) => name)).toEqual(['North'])
  expect(book.remarksOf(ticket)).toEqual({ lists: ['VIP'], notes: ['Wheelchair', 'Table 4'] })
  expect(book.snapshot.rulesVersion).toBe('2')
})
