import { appendScan, type DoorDatabase, type LoggedScan } from '#browser/portal/door/door-database.ts'
import type { Scan } from '#model/sales/door/scans.ts'

export type NewScan = Pick<Scan, 'ticketId' | 'kind' | 'gateId'> &
  Partial<Pick<Scan, 'undoes' | 'isOverride'>> & { reason?: string }

/** This device's scans of an event, and the difference between its clock and the server's. */
export class DoorLog {
  readonly #db: DoorDatabase
  readonly #now: () => number
  readonly #eventId: string
  readonly #deviceId: string
  readonly #scans: Map<number, LoggedScan>
  #lastSeq: number
  /** Server's time minus this device's, in milliseconds. */
  offsetMs: number

  constructor(
    {
      db,
      now,
      eventId,
      deviceId,
    }: { db: DoorDatabase; now: () => number; eventId: string; deviceId: string },
    { log, offsetMs }: { log: readonly LoggedScan[]; offsetMs: number },
  ) {
    this.#db = db
    this.#now = now
    this.#eventId = eventId
    this.#deviceId = deviceId
    this.#scans = new Map(log.map((logged) => [logged.seq, logged]))
    this.#lastSeq = Math.max(0, ...this.#scans.keys())
    this.offsetMs = offsetMs
  }

  /** Current time by the server's clock, using the last known difference. */
  timeMs(): number {
    return this.#now() + this.offsetMs
  }

  /** Resolves once the scan is stored durably. */
  async record(scan: NewScan): Promise<Scan> {
    this.#lastSeq += 1
    const seq = this.#lastSeq
    const recorded = { ...scan, deviceId: this.#deviceId, seq, atMs: this.timeMs() }
    const logged: LoggedScan = { eventId: this.#eventId, seq, scan: recorded, state: 'waiting', why: '' }
    await appendScan(this.#db, logged)
    this.#scans.set(seq, logged)
    return recorded
  }

  adopt(logged: readonly LoggedScan[]): void {
    for (const each of logged) this.#scans.set(each.seq, each)
  }

  in(state: LoggedScan['state']): LoggedScan[] {
    return [...this.#scans.values()].filter((each) => each.state === state)
  }

  /** All scans except those that the server refused. */
  counted(): Scan[] {
    return [...this.#scans.values()].flatMap(({ state, scan }) => (state === 'refused' ? [] : [scan]))
  }
}
