import type { Logger } from 'pino'
import { queryHost } from '#server/platform/db/find-primary.ts'
import { createDatabase, createPool } from '#server/platform/db/pool.ts'
import type { Db } from '#server/platform/db/query.ts'

/** Reads from a standby while no primary can be reached. */
export interface Standby {
  /**
   * Chooses the standby with the newest data. Undefined when none answers, when all are too far behind this node's
   * last heartbeat, or when a primary answers, because this node is then only too busy to reach it.
   */
  choose: () => Promise<Db | undefined>
  /** Returns the database of the chosen standby. */
  reads: () => Promise<Db | undefined>
  close: () => Promise<void>
}

/** Last heartbeat that this node wrote; `at` is undefined until there is one. */
export type LastWrite = () => { nodeId: string; at: number | undefined }

/**
 * A standby isn't used when its copy of this node's heartbeat is this many milliseconds older than the last one,
 * because it lost its primary long ago.
 */
const MAX_BEHIND_MS = 60_000
const MAX_CONNECTIONS = 4

/** Creates the reader of standbys. `urls` has one URL per host. */
export function createStandby(urls: readonly string[], log: Logger, lastWrite: LastWrite): Standby {
  let open: { url: string; db: Db } | undefined
  const retired = new Set<Db>()
  let chosen: Promise<Db | undefined> | undefined
  const askAll = async (): Promise<Db | undefined> => {
    const url = await findNewest(urls, lastWrite())
    if (url === undefined) return undefined
    if (open?.url !== url) {
      // The previous standby stays open, because pages that are being rendered read from it. Its idle connections
      // close by themselves.
      if (open) retired.add(open.db)
      open = { url, db: openReads(url, log) }
    }
    return open.db
  }
  const choose = (): Promise<Db | undefined> => (chosen = askAll())
  return {
    choose,
    reads: () => chosen ?? choose(),
    close: async () => {
      await chosen
      await Promise.all([...retired, ...(open ? [open.db] : [])].map((db) => db.destroy()))
    },
  }
}

const openReads = (connectionString: string, log: Logger): Db =>
  createDatabase(
    createPool({ connectionString, max: MAX_CONNECTIONS, application_name: 'foyer standby' }, log),
  )

/**
 * Returns the WAL position that the standby has replayed (null for a primary), and its copy of this node's heartbeat.
 */
const ASK = `select case when pg_is_in_recovery() then (pg_last_wal_replay_lsn() - '0/0')::float8 end as position,
  (select seen_at from nodes where id = $1) as "seenAt"`

interface Answer {
  position: number | null
  seenAt: Date | null
}

async function findNewest(
  urls: readonly string[],
  { nodeId, at }: ReturnType<LastWrite>,
): Promise<string | undefined> {
  const attempts = urls.map((url) =>
    queryHost(url, async (client) => {
      const { rows } = await client.query<Answer>(ASK, [nodeId])
      return rows.map((row) => ({ ...row, url }))
    }),
  )
  const answers = (await Promise.allSettled(attempts)).flatMap((each) =>
    each.status === 'fulfilled' ? each.value : [],
  )
  if (answers.some(({ position }) => position === null)) return undefined
  const [newest] = answers
    .filter(({ seenAt }) => at === undefined || (seenAt !== null && at - seenAt.getTime() <= MAX_BEHIND_MS))
    .toSorted((one, other) => Number(other.position) - Number(one.position))
  return newest?.url
}
