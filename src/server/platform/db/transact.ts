import pg from 'pg'
import { fail, type ErrorCode } from '#contracts/platform/errors.ts'
import type { Result } from '#model/platform/result.ts'
import { PipelinedTransaction } from './pipelined.ts'
import type { Db } from './query.ts'

const TRIES = 3

type Work<Data, Code extends ErrorCode> = (trx: PipelinedTransaction) => Promise<Result<Data, Code>>

/**
 * Runs `work` in a transaction, which is rolled back when `work` fails or throws. Retries after a deadlock or a
 * concurrent insert of the same id, so `work` must have no effects outside `trx`. `rules`: error code to return when a
 * constraint is violated, by constraint name.
 */
export async function transact<Data, Code extends ErrorCode>(
  db: Db,
  work: Work<Data, Code>,
  rules: Readonly<Record<string, Code>> = {},
): Promise<Result<Data, Code>> {
  for (let left = TRIES - 1; ; left -= 1) {
    try {
      return await attempt(db, work)
    } catch (error) {
      const code = error instanceof pg.DatabaseError ? rules[error.constraint ?? ''] : undefined
      if (code) return fail(code)
      if (left === 0 || !(isDeadlock(error) || isSameIdInserted(error))) throw error
    }
  }
}

const attempt = <Data, Code extends ErrorCode>(db: Db, work: Work<Data, Code>): Promise<Result<Data, Code>> =>
  db.getExecutor().provideConnection(async (connection) => {
    const trx = new PipelinedTransaction(db, connection)
    try {
      const result = await work(trx)
      await (result.success ? trx.finish() : trx.undo())
      return result
    } catch (error) {
      // If the connection has failed, the rollback fails too. The first error is reported.
      await trx.undo().catch(() => undefined)
      const cause = trx.failure ?? error
      throw isAborted(cause) ? trx.firstError : cause
    }
  })

/**
 * Runs `work` within a transaction. If `isKept` is false for its result, only what `work` wrote is rolled back. `work` must
 * await its statements.
 */
export async function rollBackUnless<Outcome>(
  trx: PipelinedTransaction,
  work: () => Promise<Outcome>,
  isKept: (outcome: Outcome) => boolean,
): Promise<Outcome> {
  trx.send(trx.command('savepoint work'))
  const outcome = await work()
  if (!isKept(outcome)) await trx.command('rollback to savepoint work')
  return outcome
}

/** True for the error of a statement that follows a failed one (SQLSTATE 25P02). */
const isAborted = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '25P02'

/** True for a deadlock or serialisation failure (SQLSTATE 40P01, 40001). */
export const isDeadlock = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === '40P01' || error.code === '40001')

/**
 * True if a concurrent transaction inserted the same id. `on conflict (id)` handles a conflict in the primary key only, and
 * then the insert may still violate the key that foreign keys of the same promoter refer to.
 */
const isSameIdInserted = (error: unknown): boolean =>
  error instanceof pg.DatabaseError &&
  error.code === '23505' &&
  error.constraint?.endsWith('_promoter_id_id_key') === true
