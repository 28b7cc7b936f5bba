import type { PoolConfig } from 'pg'

type TimeLimits = Required<
  Pick<
    PoolConfig,
    | 'connectionTimeoutMillis'
    | 'statement_timeout'
    | 'query_timeout'
    | 'idle_in_transaction_session_timeout'
    | 'keepAlive'
    | 'keepAliveInitialDelayMillis'
  >
>

/** TCP keep-alive, so that firewalls don't drop idle connections. */
const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 }

/**
 * Time limits in milliseconds. The server cancels a statement after `statement_timeout`. `FoyerClient` destroys a
 * connection that hasn't responded for `query_timeout`, which is longer. Connecting and one statement together take
 * less than the 10 s in which every request gets a response. Parameters in DATABASE_URL take precedence.
 */
export const TIME_LIMITS = {
  requests: {
    connectionTimeoutMillis: 3000,
    statement_timeout: 5000,
    query_timeout: 5500,
    idle_in_transaction_session_timeout: 60_000,
    ...KEEP_ALIVE,
  },
  slowReads: {
    connectionTimeoutMillis: 3000,
    statement_timeout: 6000,
    query_timeout: 6500,
    idle_in_transaction_session_timeout: 60_000,
    ...KEEP_ALIVE,
  },
  jobs: {
    connectionTimeoutMillis: 5000,
    statement_timeout: 60_000,
    query_timeout: 65_000,
    // This limit is long, because an email is sent inside the transaction that locks its row.
    idle_in_transaction_session_timeout: 180_000,
    ...KEEP_ALIVE,
  },
  /** Limits for migrations, demo data and rebuilding of reports. */
  maintenance: {
    connectionTimeoutMillis: 5000,
    statement_timeout: 0,
    query_timeout: 3_600_000,
    idle_in_transaction_session_timeout: 0,
    ...KEEP_ALIVE,
  },
} as const satisfies Record<string, TimeLimits>
