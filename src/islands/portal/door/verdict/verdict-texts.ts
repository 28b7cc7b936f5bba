import { formatMomentIn } from '#ui/format/format-dates.ts'
import type { ShownVerdict } from '#stores/portal/door/check-code.ts'
import type { IndexedTicket } from '#stores/portal/door/door-ticket-index.ts'
import type { DoorState } from '#stores/portal/door/open-door.ts'

export interface VerdictText {
  /** One or two words that are readable at arm's length. */
  word: string
  facts: readonly string[]
  /** Instruction for the door staff. */
  next: string
}

type Known = Pick<DoorState, 'event' | 'gates' | 'devices' | 'remarksOf'>

/** Texts for a verdict. Times are in the event's time zone. */
export function verdictText(shown: ShownVerdict, door: Known): VerdictText {
  const { verdict, ticket } = shown
  const person = ticket ? ticketFacts(ticket, door) : []
  if (isPlain(verdict))
    return { ...PLAIN[verdict.code], facts: [shown.otherEvent, ...person].filter(Boolean) }
  switch (verdict.code) {
    case 'valid':
      return { word: 'Valid', facts: [...person, entryLabel(verdict.entryNumber)], next: 'Let them in.' }
    case 'exit':
      return { word: 'Exit', facts: person, next: 'Exit recorded.' }
    case 'already_used':
      return {
        word: 'Already used',
        facts: [`Entered ${scanLabel(verdict.entry, door)}`, ...person],
        next: 'Don’t let them in. Check the name and a photo ID, or call a supervisor.',
      }
    case 'wrong_gate':
      return {
        word: 'Wrong gate',
        facts: person,
        next: gatesText(verdict.gates),
      }
    case 'wrong_day':
      return { word: 'Wrong day', facts: person, next: windowText(verdict.window, door.event.timeZone) }
  }
}

function ticketFacts(ticket: IndexedTicket, { remarksOf }: Pick<Known, 'remarksOf'>): string[] {
  const { lists, notes } = remarksOf(ticket)
  return [ticket.holder, ticket.typeName, lists.join(', '), ...notes].filter(Boolean)
}

type Shown = ShownVerdict['verdict']

/** Verdicts that always have the same texts. */
type PlainCode = Exclude<Shown['code'], 'valid' | 'exit' | 'already_used' | 'wrong_gate' | 'wrong_day'>

const isPlain = (verdict: Shown): verdict is Extract<Shown, { code: PlainCode }> => verdict.code in PLAIN

const PLAIN: Readonly<Record<PlainCode, { word: string; next: string }>> = {
  wrong_event: { word: 'Wrong event', next: 'This ticket is for another event. Don’t let them in.' },
  void: { word: 'Void', next: 'This ticket is no longer valid. Send the guest to the box office.' },
  refunded: { word: 'Refunded', next: 'This ticket was refunded. Send the guest to the box office.' },
  replaced: { word: 'Replaced', next: 'A newer ticket exists. Ask for it.' },
  not_live: {
    word: 'Not live',
    next: 'Screenshot or printout: ask for the live code. Without a phone, search for the name.',
  },
  unknown: { word: 'Unknown', next: 'Check the code, or search for the name.' },
  forged: { word: 'Not genuine', next: 'This code isn’t from this organiser. Don’t let them in.' },
  unreadable: {
    word: 'Unreadable',
    next: 'This isn’t a ticket code. Scan again, or type the code below it.',
  },
  not_recorded: {
    word: 'Not recorded',
    next: 'This device couldn’t store the scan. Reload the page, then scan again.',
  },
}

const gatesText = (gates: readonly { name: string }[]): string =>
  `Send the guest to ${gates.map(({ name }) => name).join(' or ') || 'the box office'}.`

const entryLabel = (number: number): string => (number === 1 ? 'First entry' : `Entry ${number}`)

/** Describes a scan, for example 'Sat, 21 Nov 2026, 20:05 · North gate, Device 2'. */
export const scanLabel = (
  scan: { atMs: number; gateId: string | null; deviceId: string },
  door: Known,
): string => `${moment(scan.atMs, door.event.timeZone)} · ${placeLabel(scan, door)}`

function placeLabel(
  { gateId, deviceId }: { gateId: string | null; deviceId: string },
  { gates, devices }: Pick<Known, 'gates' | 'devices'>,
): string {
  const gate = gates.find(({ id }) => id === gateId)?.name
  return [gate, devices.get(deviceId) ?? 'unknown device'].filter(Boolean).join(', ')
}

const moment = (ms: number, zone: string): string => formatMomentIn(new Date(ms).toISOString(), zone)

function windowText(
  { fromMs, untilMs }: { fromMs: number | null; untilMs: number | null },
  zone: string,
): string {
  if (fromMs !== null && untilMs !== null)
    return `Valid from ${moment(fromMs, zone)} until ${moment(untilMs, zone)}.`
  if (fromMs !== null) return `Valid from ${moment(fromMs, zone)}.`
  return untilMs === null ? '' : `Valid until ${moment(untilMs, zone)}.`
}

/** Returns true for refusals that door staff may override. Guests with void, refunded or replaced tickets must go to the box office. */
export const canOverrule = ({ verdict, ticket }: ShownVerdict): boolean =>
  ticket !== undefined && ['already_used', 'wrong_gate', 'wrong_day'].includes(verdict.code)
