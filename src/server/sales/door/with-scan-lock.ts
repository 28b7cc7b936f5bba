import { setTimeout as rest } from 'node:timers/promises'
import { fail, type ErrorCode } from '#contracts/platform/errors.ts'
import type { Result } from '#model/platform/result.ts'
import type { Context } from '#server/context.ts'
import { transact } from '#server/platform/db/transact.ts'
import { tryLockScans } from './scan-rows.ts'

/** Maximum number of attempts to get the lock. No connection is used between attempts, because buyers need the pool. */
const LOCK_TRIES = 20
const LOCK_WAIT_MS = 75

/** Runs a transaction under the lock of an event's scans. RATE_LIMITED when the lock stays taken. */
export async function withScanLock<Data, Code extends ErrorCode>(
  db: Context['db'],
  eventId: string,
  work: Parameters<typeof transact<Data, Code>>[1],
): Promise<Result<Data, Code | 'RATE_LIMITED'>> {
  for (let left = LOCK_TRIES; ; left -= 1) {
    let isBusy = false
    const done = await transact<Data, Code | 'RATE_LIMITED'>(db, async (trx) => {
      isBusy = !(await tryLockScans(trx, eventId))
      return isBusy ? fail('RATE_LIMITED', { retryAfterSeconds: 2 }) : work(trx)
    })
    if (!isBusy || left === 0) return done
    await rest(LOCK_WAIT_MS)
  }
}
