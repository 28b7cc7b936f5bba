import type { Admissions, Conflict } from '#model/sales/door/scans.ts'

interface Counted {
  ticketTypeId: string
  admissions: Admissions
}

export interface DoorCounts {
  inside: number
  byType: { id: string; name: string; tickets: number; admitted: number }[]
}

/**
 * Counts the people inside and the admitted tickets. Updated per ticket, because counting 50,000 tickets after each scan would take longer
 * than the scan.
 */
export class AdmissionCounts {
  readonly #counted = new Map<string, Counted>()
  readonly #admittedByType = new Map<string, number>()
  readonly #conflicts = new Map<string, readonly Conflict[]>()
  #inside = 0

  /** Replaces the ticket's previous contribution to the counts. */
  set(ticketId: string, counted: Counted): void {
    const before = this.#counted.get(ticketId)
    if (before) this.#add(before, -1)
    this.#add(counted, 1)
    this.#counted.set(ticketId, counted)
    const { conflicts } = counted.admissions
    if (conflicts.length > 0) this.#conflicts.set(ticketId, conflicts)
    else this.#conflicts.delete(ticketId)
  }

  #add({ ticketTypeId, admissions }: Counted, times: 1 | -1): void {
    if (admissions.isInside) this.#inside += times
    if (admissions.entries.length > 0) addToCount(this.#admittedByType, ticketTypeId, times)
  }

  get inside(): number {
    return this.#inside
  }

  admittedOf(ticketTypeId: string): number {
    return this.#admittedByType.get(ticketTypeId) ?? 0
  }

  get conflicts(): ReadonlyMap<string, readonly Conflict[]> {
    return this.#conflicts
  }
}

export const addToCount = (counts: Map<string, number>, key: string, more: number): void =>
  void counts.set(key, (counts.get(key) ?? 0) + more)
