import { chmodSync, chownSync, cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { findBinaries } from '#server/platform/embedded-postgres/binaries.ts'
import { POSTGRES_USER } from '#server/platform/embedded-postgres/data-folder.ts'
import { isServerOf } from '#server/platform/embedded-postgres/pid-file.ts'
import { ensurePostmaster, stopPostmaster } from '#server/platform/embedded-postgres/postmaster.ts'
import { initialiseDataFolder } from '#server/platform/embedded-postgres/set-up.ts'
import { quickFolder } from './postgres.ts'

/** A PostgreSQL server of its own on a TCP port. */
export interface Cluster {
  folder: string
  /** `host:port` for a DATABASE_URL. */
  host: string
  query: <Row extends pg.QueryResultRow>(statement: string) => Promise<Row[]>
  /** Ends the server and its sessions at once, like a power failure. */
  kill: () => Promise<void>
  /** Starts the server of the same folder again. */
  restart: () => Promise<void>
  stop: () => Promise<void>
}

const POLL_MS = 20
const FLAGS = ['listen_addresses=127.0.0.1', 'fsync=off', 'shared_buffers=32MB', 'wal_keep_size=256MB']

export async function startPrimary(): Promise<Cluster> {
  const folder = makeFolder()
  await initialiseDataFolder(findBinaries(POSTGRES_USER !== undefined).initdb, folder)
  return startCluster(folder)
}

/**
 * A hot standby that follows `primary`, from a base backup made with SQL: npm's binaries have no pg_basebackup. `port`: of a server
 * that it replaces.
 */
export async function startStandby(primary: Cluster, port?: number): Promise<Cluster> {
  const folder = makeFolder()
  const client = new pg.Client(`postgres://foyer@${primary.host}/postgres`)
  await client.connect()
  try {
    await client.query(`select pg_backup_start('standby', true)`)
    cpSync(primary.folder, folder, {
      recursive: true,
      filter: (path) => !/\/(?:postmaster\.\w+|pg_replslot\/.+)$/.test(path),
    })
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
    writeFileSync(join(folder, 'backup_label'), rows[0]?.labelfile ?? '')
  } finally {
    await client.end()
  }
  const [host = '', primaryPort] = primary.host.split(':')
  writeFileSync(
    join(folder, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=${host} port=${primaryPort} user=foyer'\n`,
  )
  writeFileSync(join(folder, 'standby.signal'), '')
  giveToServer(folder)
  return startCluster(folder, port)
}

/** Commits of `primary` are confirmed by its standby from now on. Returns when the standby has everything. */
export async function synchronise(primary: Cluster): Promise<void> {
  await primary.query(`alter system set synchronous_standby_names = '*'`)
  await primary.query('select pg_reload_conf()')
  const isSynchronous = async (): Promise<boolean> => {
    const rows = await primary.query(
      `select from pg_stat_replication where sync_state = 'sync' and flush_lsn >= pg_current_wal_flush_lsn()`,
    )
    return rows.length > 0
  }
  while (!(await isSynchronous())) await pause(POLL_MS)
}

/** Returns when the standby accepts writes. */
export const promote = (standby: Cluster): Promise<unknown> => standby.query('select pg_promote(true, 60)')

function makeFolder(): string {
  const home = mkdtempSync(join(quickFolder(), 'foyer-cluster-'))
  // The server's unprivileged user needs access.
  chmodSync(home, 0o755)
  return join(home, 'data')
}

function giveToServer(folder: string): void {
  chmodSync(folder, 0o700)
  if (!POSTGRES_USER) return
  const { uid, gid } = POSTGRES_USER
  chownSync(folder, uid, gid)
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    chownSync(join(folder, name), uid, gid)
}

async function startCluster(folder: string, givenPort?: number): Promise<Cluster> {
  const binaries = findBinaries(POSTGRES_USER !== undefined)
  const port = givenPort ?? (await freePort())
  const start = () => ensurePostmaster({ binaries, folder, flags: [...FLAGS, `port=${port}`] })
  let server = await start()
  const host = `127.0.0.1:${port}`
  return {
    folder,
    host,
    query: async <Row extends pg.QueryResultRow>(statement: string): Promise<Row[]> => {
      const client = new pg.Client(`postgres://foyer@${host}/postgres`)
      await client.connect()
      try {
        return (await client.query<Row>(statement)).rows
      } finally {
        await client.end()
      }
    },
    kill: async () => {
      // An immediate shutdown: no checkpoint, and sessions end without a goodbye.
      process.kill(server.pid, 'SIGQUIT')
      while (isServerOf(folder, server.pid)) await pause(POLL_MS)
    },
    restart: async () => {
      server = await start()
    },
    stop: async () => {
      await stopPostmaster(folder, server)
      rmSync(join(folder, '..'), { recursive: true, force: true })
    },
  }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A listening TCP server has an address with a port.
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
