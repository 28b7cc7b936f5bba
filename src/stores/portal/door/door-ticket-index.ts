import type { DoorSnapshot, DoorTicketRow } from '#contracts/portal/door.ts'
import type { DoorRules, Gate } from '#model/sales/door/door-rules.ts'
import {
  computeAdmissions,
  NO_ADMISSIONS,
  scanRefKey,
  type Admissions,
  type Conflict,
  type Scan,
} from '#model/sales/door/scans.ts'
import { listRemarks, type Remarks } from '#model/sales/door/remarks.ts'
import type { DoorTicket } from '#model/sales/door/verdicts.ts'
import { addToCount, AdmissionCounts, type DoorCounts } from './admission-counts.ts'
import {
  MAX_SEARCH_RESULTS,
  MIN_SEARCH_LENGTH,
  toSearchedTicket,
  toSearchWords,
  TicketSearch,
} from './ticket-search.ts'

export interface IndexedTicket extends DoorTicket {
  code: string
  typeName: string
  holder: string
  orderNumber: string
}

const STATES = ['valid', 'void', 'refunded'] as const
const VALID = 0
/**
 * Tickets and scans of an event on this device, in memory, and the states and counts computed from them. Mutable, because copying 50,000
 * tickets for each scan would take longer than the scan.
 */
export class DoorTicketIndex {
  /** Rows of the tickets by id, kept as the server sent them, because most tickets are never shown. */
  readonly #rows = new Map<string, DoorTicketRow>()
  readonly #validByType = new Map<string, number>()
  readonly #scans = new Map<string, Map<string, Scan>>()
  readonly #states = new Map<string, Admissions>()
  /** Tickets whose counts must be computed again. */
  readonly #uncounted = new Set<string>()
  readonly #counts = new AdmissionCounts()
  /** Ids of the tickets by code. Created on first use. */
  #idsByCode: Map<string, string> | undefined
  #search: TicketSearch | undefined
  /** The newest snapshot, without its tickets and scans. */
  #snapshot: Omit<DoorSnapshot, 'tickets' | 'scans'>
  #notes: ReadonlyMap<string, string>
  readonly eventId: string
  completeUntilMs: number

  constructor(snapshot: DoorSnapshot) {
    this.#snapshot = snapshot
    this.#notes = new Map(snapshot.notes)
    this.eventId = snapshot.event.id
    this.completeUntilMs = snapshot.completeUntilMs
    this.addTickets(snapshot.tickets)
    this.addScans(snapshot.scans)
  }

  /** Applies a newer snapshot. */
  renew(snapshot: DoorSnapshot): void {
    this.#snapshot = snapshot
    this.#notes = new Map(snapshot.notes)
    // The states depend on the rules, which may have changed.
    this.#states.clear()
    for (const id of this.#scans.keys()) this.#uncounted.add(id)
    this.addTickets(snapshot.tickets)
    this.addScans(snapshot.scans)
    this.completeUntilMs = snapshot.completeUntilMs
  }

  get snapshot(): Omit<DoorSnapshot, 'tickets' | 'scans'> {
    return this.#snapshot
  }

  get rules(): DoorRules {
    return this.#snapshot.rules
  }

  get needsLiveCodes(): boolean {
    return this.#snapshot.codes?.mode === 'live'
  }

  get gates(): readonly Gate[] {
    return this.#snapshot.gates
  }

  /** Names of the ticket's lists, and the notes that the door shows with the ticket. */
  remarksOf({ id, ticketTypeId }: Pick<DoorTicket, 'id' | 'ticketTypeId'>): Remarks {
    return listRemarks({ lists: this.#snapshot.lists ?? [], note: this.#notes.get(id), ticketTypeId })
  }

  addTickets(rows: readonly DoorTicketRow[]): void {
    for (const row of rows) {
      const [id, code, ticketTypeId, , state] = row
      const before = this.#rows.get(id)
      if (before) this.#forget(before)
      this.#rows.set(id, row)
      if (state === VALID) addToCount(this.#validByType, ticketTypeId, 1)
      if (this.#scans.has(id)) this.#uncounted.add(id)
      this.#idsByCode?.set(code, id)
      this.#search?.put(toSearchedTicket(row))
    }
  }

  #forget([, code, ticketTypeId, , state]: DoorTicketRow): void {
    this.#idsByCode?.delete(code)
    if (state === VALID) addToCount(this.#validByType, ticketTypeId, -1)
  }

  /** Adds scans. A scan that is already known is replaced. */
  addScans(scans: readonly Scan[]): void {
    for (const scan of scans) {
      const known = this.#scans.get(scan.ticketId) ?? new Map<string, Scan>()
      known.set(scanRefKey(scan), scan)
      this.#scans.set(scan.ticketId, known)
      this.#states.delete(scan.ticketId)
      this.#uncounted.add(scan.ticketId)
    }
  }

  hasScan(scan: Scan): boolean {
    return this.#scans.get(scan.ticketId)?.has(scanRefKey(scan)) ?? false
  }

  find(ticketId: string): IndexedTicket | undefined {
    const row = this.#rows.get(ticketId)
    return row && this.#read(row)
  }

  #read([id, code, ticketTypeId, generation, state, holder, orderNumber]: DoorTicketRow): IndexedTicket {
    return {
      id,
      eventId: this.eventId,
      ticketTypeId,
      generation,
      state: STATES[state] ?? 'void',
      code,
      typeName: this.typeOf(ticketTypeId)?.name ?? '',
      holder,
      orderNumber,
    }
  }

  findByCode(code: string): IndexedTicket | undefined {
    this.#idsByCode ??= new Map([...this.#rows.values()].map(([id, own]) => [own, id]))
    return this.find(this.#idsByCode.get(code) ?? '')
  }

  /** Ticket type by its id or the beginning of its id. */
  typeOf(prefix: string): DoorSnapshot['ticketTypes'][number] | undefined {
    return prefix === '' ? undefined : this.#snapshot.ticketTypes.find(({ id }) => id.startsWith(prefix))
  }

  windowOf(ticketTypeId: string): DoorSnapshot['ticketTypes'][number]['window'] {
    return this.typeOf(ticketTypeId)?.window ?? { fromMs: null, untilMs: null }
  }

  admissionsOf(ticketId: string): Admissions {
    const scans = this.#scans.get(ticketId)
    if (!scans) return NO_ADMISSIONS
    const known = this.#states.get(ticketId)
    if (known) return known
    const state = computeAdmissions(scans.values(), this.rules)
    this.#states.set(ticketId, state)
    return state
  }

  /** Returns up to MAX_SEARCH_RESULTS tickets. Every word of the text must be part of the holder, the code or the order number. */
  search(text: string): IndexedTicket[] {
    const words = toSearchWords(text)
    if (words.join('').length < MIN_SEARCH_LENGTH) return []
    const ids = this.#readSearch().find(words, MAX_SEARCH_RESULTS)
    return ids.flatMap((id) => this.find(id) ?? []).toSorted(byHolder)
  }

  prepareSearch(): void {
    this.#readSearch()
  }

  #readSearch(): TicketSearch {
    return (this.#search ??= new TicketSearch([...this.#rows.values()].map(toSearchedTicket)))
  }

  /** Valid tickets of the same order that haven't entered. */
  othersOfOrder(ticketId: string): IndexedTicket[] {
    const orderNumber = this.find(ticketId)?.orderNumber
    // A ticket sold after the last sync has no order number yet.
    if (!orderNumber) return []
    const isOther = ([id, , , , state, , own]: DoorTicketRow): boolean =>
      own === orderNumber && id !== ticketId && state === VALID && this.admissionsOf(id).entries.length === 0
    return [...this.#rows.values()].filter(isOther).map((row) => this.#read(row))
  }

  /** Valid tickets, sorted by name. */
  listGuests({ ticketTypeId, presence }: GuestFilter): IndexedTicket[] {
    const isListed = ([id, , own, , state]: DoorTicketRow): boolean =>
      state === VALID &&
      (ticketTypeId === '' || own === ticketTypeId) &&
      (presence === 'all' || this.admissionsOf(id).entries.length > 0 === (presence === 'admitted'))
    return [...this.#rows.values()]
      .filter(isListed)
      .map((row) => this.#read(row))
      .toSorted(byHolder)
  }

  counts(): DoorCounts {
    this.#count()
    const byType = this.#snapshot.ticketTypes.map(({ id, name }) => ({
      id,
      name,
      tickets: this.#validByType.get(id) ?? 0,
      admitted: this.#counts.admittedOf(id),
    }))
    return {
      inside: this.#counts.inside,
      byType: byType.filter(({ tickets, admitted }) => tickets + admitted > 0),
    }
  }

  conflicts(): (Conflict & { ticket: IndexedTicket | undefined })[] {
    this.#count()
    return [...this.#counts.conflicts].flatMap(([id, conflicts]) =>
      conflicts.map((conflict) => ({ ...conflict, ticket: this.find(id) })),
    )
  }

  #count(): void {
    for (const id of this.#uncounted)
      this.#counts.set(id, {
        // The type of a ticket that isn't loaded yet is unknown. The ticket is counted once it is loaded.
        ticketTypeId: this.#rows.get(id)?.[2] ?? '',
        admissions: this.admissionsOf(id),
      })
    this.#uncounted.clear()
  }
}

export interface GuestFilter {
  /** Ticket type to list; empty for all. */
  ticketTypeId: string
  presence: 'all' | 'admitted' | 'not admitted'
}

/** Compares names. Faster than `localeCompare` for a long list. */
const NAMES = new Intl.Collator()
const byHolder = (one: IndexedTicket, other: IndexedTicket): number => NAMES.compare(one.holder, other.holder)
