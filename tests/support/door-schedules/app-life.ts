import type { DoorDatabase } from '#browser/portal/door/door-database.ts'

/** Lifetime of the door's app on a device: after its end no statement runs and none returns, as when the browser is killed. */
export class AppLife {
  isOver = false
  #left = Infinity
  #isSent = false
  readonly #end = Promise.withResolvers<'killed'>()

  /** The n-th statement is the last. `isSent`: it takes effect; its result is lost. */
  doom({ after, isSent }: { after: number; isSent: boolean }): void {
    this.#left = after
    this.#isSent = isSent
  }

  spare(): void {
    this.#left = Infinity
  }

  /** Resolves when the app is killed. */
  get ended(): Promise<'killed'> {
    return this.#end.promise
  }

  /** Runs a statement, unless the app is dead before it or dies after it: then it never returns. */
  async run<Value>(statement: () => Promise<Value>, undo: () => void = () => undefined): Promise<Value> {
    if (this.isOver) return NEVER
    this.#left -= 1
    if (this.#left > 0) {
      const value = await statement()
      return this.isOver ? NEVER : value
    }
    this.isOver = true
    if (this.#isSent) await statement().catch(() => undefined)
    else undo()
    this.#end.resolve('killed')
    return NEVER
  }
}

const NEVER = new Promise<never>(() => undefined)

const STATEMENTS = new Set(['get', 'getAllFromIndex', 'put'])

/** A database whose statements are counted. A transaction is aborted with its app, unless its commit was the last statement. */
export function mortalDatabase(db: DoorDatabase, life: AppLife): DoorDatabase {
  return new Proxy(db, {
    get: (target, name) => {
      // The database is wrapped as a whole: its methods are those of `idb`.
      const found: unknown = Reflect.get(target, name, target)
      if (typeof found !== 'function') return found
      if (name === 'transaction')
        return (...given: unknown[]) => mortalTransaction(Reflect.apply(found, target, given), life)
      const call = (...given: unknown[]): Promise<unknown> => Reflect.apply(found, target, given)
      return STATEMENTS.has(String(name)) ? (...given: unknown[]) => life.run(() => call(...given)) : call
    },
  })
}

interface Abortable {
  abort: () => void
  done: Promise<void>
}

/** The requests of a transaction take effect together: only its end is a statement. */
function mortalTransaction(trx: Abortable, life: AppLife): Abortable {
  const abort = (): void => {
    // Its own rejection is no failure of the test.
    trx.done.catch(() => undefined)
    trx.abort()
  }
  return new Proxy(trx, {
    get: (target, name) => {
      if (name === 'done') return life.run(() => target.done, abort)
      const found: unknown = Reflect.get(target, name, target)
      return typeof found === 'function' ? found.bind(target) : found
    },
  })
}
