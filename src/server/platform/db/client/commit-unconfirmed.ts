import type pg from 'pg'

/**
 * A commit is in the primary's WAL, but its wait for the synchronous standby was cancelled: a failover may lose it. The
 * code is SQL's transaction_resolution_unknown, so that a call is answered 503 and repeated.
 */
export class CommitUnconfirmed extends Error {
  override name = 'CommitUnconfirmed'
  readonly code = '08007'
  constructor() {
    super('The wait for the synchronous standby was cancelled.')
  }
}

/**
 * True for the warning with which PostgreSQL reports such a commit, before it reports success. Its text is localised; the name
 * of the function that sends it isn't.
 */
export const isWaitCancelled = ({ code, routine }: Pick<pg.DatabaseError, 'code' | 'routine'>): boolean =>
  code === '01000' && routine === 'SyncRepWaitForLSN'
