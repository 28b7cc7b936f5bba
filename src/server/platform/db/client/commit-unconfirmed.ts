import type pg from 'pg'

/**
 * Thrown when a commit is in the primary's WAL, but its wait for the synchronous standby was cancelled, so that a
 * failover may lose it. The code is SQL's transaction_resolution_unknown, so that the call is answered with 503 and
 * can be retried.
 */
export class CommitUnconfirmed extends Error {
  override name = 'CommitUnconfirmed'
  readonly code = '08007'
  constructor() {
    super('The wait for the synchronous standby was cancelled.')
  }
}

/**
 * True for the warning with which PostgreSQL reports such a commit, before it reports success. The warning is
 * recognised by the function that sends it, because its text is localised.
 */
export const isWaitCancelled = ({ code, routine }: Pick<pg.DatabaseError, 'code' | 'routine'>): boolean =>
  code === '01000' && routine === 'SyncRepWaitForLSN'
