import { randomUUID } from 'node:crypto'
import { deleteDB } from 'idb'
import { openDoorDatabase, readDevice, type DoorDatabase } from '#browser/portal/door/door-database.ts'
import type { DoorSnapshot } from '#contracts/portal/door.ts'
import { scanRefKey, type Scan } from '#model/sales/door/scans.ts'
import { openDoor, type Door, type DoorState } from '#stores/portal/door/open-door.ts'
import type { Synced } from '../door.ts'
import { AppLife, mortalDatabase } from './app-life.ts'
import type { Fate } from './command.ts'
import type { DoorNight } from './world.ts'

const OFFLINE = {
  success: false,
  error: { code: 'NETWORK_ERROR', message: 'Network request failed' },
} as const

const REQUEST_MS = 900
const ANSWER_MS = 200

/** A phone at the door: the app's own code on a database of its own, with a clock that is wrong, and a network that is there when told. */
export class Phone {
  readonly name: string
  /** Results that people saw: the scans behind them may never be lost. By device and number. */
  readonly shown = new Map<string, Scan>()
  /** Numbers of shown scans that the storage had when it was cleared and that hadn't been sent. */
  readonly cleared = new Set<string>()
  deviceId = ''
  life = new AppLife()
  deaths = 0
  #fate: Fate | 'offline' = 'offline'
  #door: Door | undefined
  #db: DoorDatabase | undefined
  readonly #storage = randomUUID()
  readonly #night: DoorNight
  readonly #clockErrorMs: number

  constructor(night: DoorNight, { name, clockErrorMs }: { name: string; clockErrorMs: number }) {
    this.#night = night
    this.name = name
    this.#clockErrorMs = clockErrorMs
  }

  /** The running app; opened first if it was killed. Without a network it opens with what is stored. */
  async open(): Promise<Door> {
    if (this.#door) return this.#door
    this.life = new AppLife()
    const stored = await openDoorDatabase(this.#storage)
    this.#db = stored
    const db = mortalDatabase(stored, this.life)
    const device = await readDevice(stored, () => ({ id: randomUUID(), name: this.name }))
    this.deviceId = device.id
    const opened = await openDoor(this.#night.eventId, {
      db,
      now: () => this.#night.world.clock.now() + this.#clockErrorMs,
      device,
      gateId: () => null,
      appVersion: 'test',
      fetchSnapshot: (eventId) => this.life.run(() => this.#fetchSnapshot(eventId)),
      callSync: (eventId, body) => this.life.run(() => this.#callSync(eventId, body)),
    })
    if (!opened.success) throw new Error(`${this.name} didn't open: ${opened.error.code}`)
    this.#door = opened.data
    return opened.data
  }

  async online<Value>(fate: Fate, work: () => Promise<Value>): Promise<Value> {
    this.#fate = fate
    try {
      return await work()
    } finally {
      this.#fate = 'offline'
    }
  }

  /** Runs a step of the app. Returns early when the app is killed. */
  async run(step: (door: Door) => Promise<Scan | undefined>): Promise<void> {
    const door = await this.open()
    const scan = await Promise.race([step(door), this.life.ended])
    if (scan === 'killed') return this.close()
    if (scan) this.shown.set(scanRefKey(scan), scan)
  }

  state(): DoorState {
    if (!this.#door) throw new Error(`${this.name} is closed.`)
    return this.#door.$state.get()
  }

  close(): void {
    if (this.life.isOver) this.deaths += 1
    this.#door = undefined
    this.#db?.close()
    this.#db = undefined
  }

  /** The browser deletes everything, while the app is closed. The phone is another device when it is next opened, with a network. */
  async clearStorage(): Promise<void> {
    const door = await this.open()
    const { waiting } = door.$state.get()
    const unsent = [...this.shown.keys()].filter((key) => key.startsWith(this.deviceId)).slice(-waiting)
    if (waiting > 0) for (const key of unsent) this.cleared.add(key)
    this.close()
    await deleteDB(this.#storage)
    await this.online('arrives', () => this.open())
  }

  async destroy(): Promise<void> {
    this.close()
    await deleteDB(this.#storage)
  }

  async #fetchSnapshot(eventId: string) {
    const { world, bearer } = this.#night
    if (this.#fate === 'offline' || this.#fate === 'request lost') return OFFLINE
    return world.ask<DoorSnapshot>('GET', `/api/door/events/${eventId}/snapshot`, {
      bearer: await bearer(),
    })
  }

  async #callSync(eventId: string, body: unknown) {
    const { world, bearer } = this.#night
    const send = async () =>
      world.ask<Synced>('POST', `/api/door/events/${eventId}/sync`, { bearer: await bearer(), body })
    if (this.#fate === 'offline' || this.#fate === 'request lost') return OFFLINE
    // Devices and server correct the clock by different moments of a call.
    world.clock.advance(REQUEST_MS)
    const answer = await send()
    if (this.#fate === 'sent twice') await send()
    world.clock.advance(ANSWER_MS)
    return this.#fate === 'answer lost' ? OFFLINE : answer
  }
}
