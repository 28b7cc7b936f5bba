import { Socket } from 'node:net'
import type { PoolConfig } from 'pg'

export interface Death {
  /** The n-th call is the last. */
  after: number
  /** True when the last call is sent; its response is lost. */
  isSent: boolean
}

/** Lifetime of a simulated process: after its end nothing is sent or received, and all connections break. */
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

  connect<Config extends PoolConfig>(address: Config): Config & PoolConfig {
    return { ...address, stream: () => new MortalSocket(this) }
  }

  /** `last`: still sent; `over`: too late. */
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
    // Data written in this turn of the event loop is sent.
    setImmediate(() => {
      for (const socket of this.#sockets) socket.destroy()
    })
  }

  keep(socket: MortalSocket): void {
    this.#sockets.add(socket)
    socket.once('close', () => this.#sockets.delete(socket))
  }
}

/** PostgreSQL message types that execute or synchronise. */
const EXECUTE = 0x45
const QUERY = 0x51
const SYNC = 0x53

/** Connection to PostgreSQL that counts statements. */
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
    // Node declares several overloads; arguments are passed on.
    super.connect(...(args as [string]))
    // Node has just restored the method that is replaced here.
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
