import { Socket } from 'node:net'
import type { PoolConfig } from 'pg'

/** Where a process dies, counted in statements and calls to the provider from now on. */
export interface Death {
  /** The n-th is the last. */
  after: number
  /** Whether the last one still goes out; nobody hears its answer. */
  isSent: boolean
}

/**
 * One life of a process, as far as others can tell: once it is over nothing goes out any more, nothing comes in, and every
 * connection breaks in the middle of whatever it was in.
 */
export class Life {
  isOver = false
  #left = Infinity
  #isSent = false
  readonly #sockets = new Set<MortalSocket>()

  doom({ after, isSent }: Death): void {
    this.#left = after
    this.#isSent = isSent
  }

  spare(): void {
    this.#left = Infinity
  }

  /** What a connection of this life is opened with. */
  connect<Config extends PoolConfig>(address: Config): Config & PoolConfig {
    return { ...address, stream: () => new MortalSocket(this) }
  }

  /** `last` is the one that still goes out, `over` all that come too late. */
  step(): 'on' | 'last' | 'over' {
    if (this.isOver) return 'over'
    this.#left -= 1
    if (this.#left > 0) return 'on'
    if (this.#isSent) return 'last'
    this.end()
    return 'over'
  }

  end(): void {
    if (this.isOver) return
    this.isOver = true
    for (const socket of this.#sockets) socket.hearNothing()
    // What was written in this turn of the event loop is on its way.
    setImmediate(() => {
      for (const socket of this.#sockets) socket.destroy()
    })
  }

  keep(socket: MortalSocket): void {
    this.#sockets.add(socket)
    socket.once('close', () => this.#sockets.delete(socket))
  }
}

/** Types of messages in PostgreSQL's protocol: what makes the server do something, and what makes it answer for it. */
const EXECUTE = 0x45
const QUERY = 0x51
const SYNC = 0x53

/** A connection to PostgreSQL that counts the statements which go through it. */
class MortalSocket extends Socket {
  readonly #life: Life
  #isLast = false

  constructor(life: Life) {
    super()
    this.#life = life
    life.keep(this)
  }

  override connect(...args: unknown[]): this {
    if (this.#life.isOver) return this.destroy(new Error('This process is over.'))
    // Node declares several overloads: all are handed on as they came.
    super.connect(...(args as [string]))
    // Node has just given the socket back the method that it replaces here.
    Reflect.deleteProperty(this, 'write')
    return this
  }

  override write(message: unknown, ...rest: unknown[]): boolean {
    if (this.#life.isOver) return true
    const type = Buffer.isBuffer(message) ? message[0] : undefined
    const isStatement = type === EXECUTE || type === QUERY
    const step = isStatement ? this.#life.step() : 'on'
    if (step === 'over') return true
    this.#isLast ||= step === 'last'
    // The same overloads.
    const isWritten = super.write(...([message, ...rest] as [string]))
    if (this.#isLast && (type === QUERY || type === SYNC)) this.#life.end()
    return isWritten
  }

  hearNothing(): void {
    this.removeAllListeners('data').on('data', () => undefined)
  }
}
