import { expectWritable } from './expect-writable.ts'
import { isDatabaseDown, isDatabaseFull, isReadOnlyRefusal } from '#server/platform/db/is-database-down.ts'
import type { Db } from '#server/platform/db/query.ts'
import { expectDatabaseNotFull } from './expect-database-not-full.ts'
import type { Standby } from './standby.ts'

/**
 * `read-only`: the server refuses writes, or only a standby answers. `full`: its disk has no room for new rows. `down`: nothing can
 * be read either.
 */
export type DatabaseState = 'writable' | 'read-only' | 'full' | 'down'

/** Tracks whether the database accepts writes, as far as this process knows. */
export interface WriteAccess {
  /**
   * Returns true from the check that finds the database read-only or full until a check that doesn't. Meanwhile, the
   * database is checked every second.
   */
  isReadOnly: () => boolean
  /**
   * Starts a check after a database error, without delaying the caller. Only an error can reveal that the disk may be
   * full.
   */
  notice: (error: unknown) => void
  /** Asks the database. Concurrent calls share one check. */
  check: () => Promise<DatabaseState>
  /** Checks like `check`, but returns `down` when the database doesn't answer within this time. */
  checkWithin: (milliseconds: number) => Promise<DatabaseState>
  /**
   * Returns the standby to read from while the database is read-only. Undefined when the usual connections are to be
   * used.
   */
  standby: () => Promise<Db | undefined>
  close: () => Promise<void>
}

const RECHECK_MS = 1000

export function createWriteAccess(db: Db, standby?: Standby): WriteAccess {
  let isReadOnly = false
  let mayBeFull = false
  let checking: Promise<DatabaseState> | undefined
  let timer: NodeJS.Timeout | undefined
  const ask = async (): Promise<DatabaseState> => {
    try {
      await expectWritable(db)
      if (mayBeFull) await expectDatabaseNotFull(db)
      mayBeFull = false
      return 'writable'
    } catch (error) {
      if (isDatabaseFull(error)) return 'full'
      if (!isDatabaseDown(error)) throw error
      return isReadOnlyRefusal(error) || (await standby?.choose()) !== undefined ? 'read-only' : 'down'
    }
  }
  const check = (): Promise<DatabaseState> => {
    checking ??= ask()
      .then((state) => {
        isReadOnly = state === 'read-only' || state === 'full'
        return state
      })
      .finally(() => {
        checking = undefined
        if (isReadOnly) checkLater()
      })
    return checking
  }
  const checkLater = (): void => {
    clearTimeout(timer)
    timer = setTimeout(() => void check().catch(() => undefined), RECHECK_MS)
    timer.unref()
  }
  return {
    isReadOnly: () => isReadOnly,
    notice: (error) => {
      mayBeFull ||= isDatabaseFull(error)
      check().catch(() => undefined)
    },
    check,
    checkWithin: (milliseconds) => {
      const late = Promise.withResolvers<DatabaseState>()
      const waiting = setTimeout(late.resolve, milliseconds, 'down')
      return Promise.race([check(), late.promise]).finally(() => clearTimeout(waiting))
    },
    standby: async () => standby?.reads(),
    close: async () => {
      isReadOnly = false
      await checking?.catch(() => undefined)
      clearTimeout(timer)
      await standby?.close()
    },
  }
}
