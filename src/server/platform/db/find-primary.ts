import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'

/** Address of one host in the form that pg expects. */
export interface DatabaseHost {
  host: string
  port: number
}

/** Finds the primary among the hosts of a DATABASE_URL, like libpq with `target_session_attrs=read-write`. */
export interface PrimaryFinder {
  /** Returns the last known primary, or else asks all hosts. Throws `NoPrimary`. */
  find: () => Promise<DatabaseHost>
  /** Call when the known primary failed or became a standby; the next `find` then asks all hosts. */
  forget: () => void
}

/**
 * Thrown when no host accepts writes. The code is PostgreSQL's cannot_connect_now, so that the call is answered with
 * 503 and can be retried.
 */
export class NoPrimary extends Error {
  override name = 'NoPrimary'
  readonly code = '57P03'
}

/**
 * Time limit in milliseconds for a host's answer. Less than `connectionTimeoutMillis`, which also includes the
 * connection that follows.
 */
const ANSWER_MS = 1000
/**
 * Milliseconds to wait for other hosts after the first writable one has answered, because a former primary may be
 * running again.
 */
const GRACE_MS = 100

/** Returns one URL per host: `postgres://a:5432,b:5433/foyer` has two. */
export function hostUrls(url: string): string[] {
  const {
    start = '',
    hosts = '',
    rest = '',
  } = /^(?<start>\w+:\/\/(?:[^/?#]*@)?)(?<hosts>[^/?#]*)(?<rest>[^]*)$/.exec(url)?.groups ?? {}
  return hosts.split(',').map((host) => start + host + rest)
}

export function createPrimaryFinder(urls: readonly string[]): PrimaryFinder {
  let known: Promise<DatabaseHost> | undefined
  const forget = (): void => {
    known = undefined
  }
  const findAnew = (): Promise<DatabaseHost> => {
    const found = askAll(urls)
    found.catch(() => {
      if (known === found) forget()
    })
    return found
  }
  return { find: () => (known ??= findAnew()), forget }
}

interface Writable extends DatabaseHost {
  timeline: string
}

/**
 * Asks all hosts for the primary. A promotion starts a new timeline, so the host with the highest timeline is the
 * current primary, even if a former one is running again.
 */
async function askAll(urls: readonly string[]): Promise<DatabaseHost> {
  const found: Writable[] = []
  const attempts = urls.map(async (url) => {
    found.push(await askForTimeline(url))
  })
  try {
    await Promise.any(attempts)
  } catch (error) {
    const reasons = error instanceof AggregateError ? error.errors : [error]
    throw new NoPrimary(
      reasons.map((each) => (each instanceof Error ? each.message : String(each))).join('; '),
    )
  }
  await Promise.race([Promise.allSettled(attempts), pause(GRACE_MS, undefined, { ref: false })])
  const [{ host, port }] = found.toSorted((one, other) => (one.timeline < other.timeline ? 1 : -1)) as [
    Writable,
  ]
  return { host, port }
}

const ASK = `select case when current_setting('transaction_read_only') = 'off'
  then left(pg_walfile_name(pg_current_wal_lsn()), 8) end as timeline`

/** Fails when a host doesn't answer, refuses the connection or is read-only. The message names the host. */
const askForTimeline = (url: string): Promise<Writable> =>
  queryHost(url, async (client) => {
    const { rows } = await client.query<{ timeline: string | null }>(ASK)
    const timeline = rows[0]?.timeline
    if (!timeline) throw new Error('it is a standby or read-only')
    return { host: client.host, port: client.port, timeline }
  })

/**
 * Runs `ask` on a new connection to a host, with a time limit of one second. The message of a failure names the host.
 */
export async function queryHost<Answer>(
  url: string,
  query: (client: pg.Client) => Promise<Answer>,
): Promise<Answer> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: ANSWER_MS,
    query_timeout: ANSWER_MS,
    application_name: 'foyer primary',
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return await query(client)
  } catch (error) {
    throw new Error(`${client.host}:${client.port}: ${connectionErrorMessage(error)}`, { cause: error })
  } finally {
    void client.end().catch(() => undefined)
  }
}

/**
 * Returns the message of an error. An AggregateError, which a name with several addresses causes, has no message of
 * its own.
 */
export function connectionErrorMessage(error: unknown): string {
  const [first] = error instanceof AggregateError ? error.errors : [error]
  return first instanceof Error ? first.message : String(first)
}
