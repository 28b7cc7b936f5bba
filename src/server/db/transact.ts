import type { Kysely, Transaction } from 'kysely'
import type { ErrorCode } from '#contracts/errors.ts'
import type { Result } from '#model/result.ts'
import type { Database } from './tables.ts'

const TRIES = 3

/**
 * One transaction: committed when the work succeeds, rolled back when it fails or throws, so that a refusal leaves no trace.
 * PostgreSQL may break one of two that block each other; that one is tried again, so the work must touch nothing but `trx`.
 */
export async function transact<Data, Code extends ErrorCode>(
  db: Kysely<Database>,
  work: (trx: Transaction<Database>) => Promise<Result<Data, Code>>,
): Promise<Result<Data, Code>> {
  for (let left = TRIES - 1; ; left -= 1) {
    try {
      return await attempt(db, work)
    } catch (error) {
      if (left === 0 || !isDeadlock(error)) throw error
    }
  }
}

async function attempt<Data, Code extends ErrorCode>(
  db: Kysely<Database>,
  work: (trx: Transaction<Database>) => Promise<Result<Data, Code>>,
): Promise<Result<Data, Code>> {
  const trx = await db.startTransaction().execute()
  try {
    const result = await work(trx)
    await (result.success ? trx.commit() : trx.rollback()).execute()
    return result
  } catch (error) {
    // The connection may be what broke: then there is nothing left to roll back, and the first error is the one to tell.
    await trx
      .rollback()
      .execute()
      .catch(() => undefined)
    throw error
  }
}

/** SQLSTATE of a deadlock and of a serialisation failure. */
const isDeadlock = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === '40P01' || error.code === '40001')
