import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql, type Kysely } from 'kysely'
import { findBackupState } from '#server/platform/backups/backup-rows.ts'
import { resolveDataFolder } from '#server/platform/embedded-postgres/data-folder.ts'
import { readPidFile } from '#server/platform/embedded-postgres/pid-file.ts'
import { supervisePostgres } from '#server/platform/embedded-postgres/supervise.ts'
import type { Database } from '#server/platform/db/tables.ts'
import { findContradictions } from '#tests/support/invariants.ts'
import { silentLog } from '#tests/support/log.ts'
import { runFoyer } from '#tests/support/owners.ts'
import { makeHome, open } from '../support/bench.ts'
import { runBuyers, type Bought } from '../support/buyers.ts'
import { milliseconds, quantile, round } from '../support/lines.ts'
import { startHelper, type Helper } from '../support/processes.ts'
import { putOnSale } from '../support/stock.ts'

/** Few are late for the next purchase; the delay counts as its duration. */
const BUYERS = 60
const ORDERS_PER_SECOND = 100
const RUN_MS = 30_000
/** Not measured: a started Foyer compiles its code and runs each job once. */
const WARM_UP_MS = 10_000
/** Seconds after which a started Foyer takes its first base. */
const FIRST_BASE_S = 60
/** Seconds of sales that may be lost with the machine. */
const MAX_LOST_S = 60

interface Shop {
  helper: Helper
  db: Kysely<Database>
  ticketTypeId: string
}

/**
 * Purchases without backups, while the log is stored, and while a base is taken. Then Foyer and PostgreSQL are killed, and what the
 * backup has is restored elsewhere.
 */
export async function soakBackup(): Promise<string[]> {
  const home = makeHome()
  const places = { FOYER_DATA_DIR: join(home, 'data'), UPLOADS_DIR: join(home, 'uploads') }
  const backups = { BACKUP_TO: join(home, 'backups'), BACKUP_KEY: Buffer.alloc(32, 1).toString('base64') }
  const usual = { ...places, DEMO: 'on', HOST: '127.0.0.1', PORT: '0' }
  mkdirSync(places.FOYER_DATA_DIR)
  const folder = resolveDataFolder(places.FOYER_DATA_DIR)
  try {
    const without = await sellWith({ ...usual, BACKUP_TO: 'off' }, folder, (shop) => sell(shop))
    const { log, base, problems } = await sellWith({ ...usual, ...backups }, folder, (shop) =>
      sellAndKill(shop, folder),
    )
    say('without backups', without, without)
    say('while the log is stored', log, without)
    say('while a base is taken', base, without)
    return [...problems, ...(await restoreAndCheck(join(home, 'drill'), { ...usual, ...backups }))]
  } finally {
    rmSync(home, { recursive: true, force: true })
    rmSync(folder, { recursive: true, force: true })
  }
}

const sell = ({ helper, ticketTypeId }: Shop, forMs = RUN_MS): Promise<Bought> =>
  runBuyers({
    origin: helper.origin,
    ticketTypeId,
    buyers: BUYERS,
    perSecond: ORDERS_PER_SECOND,
    forMs,
  })

async function sellWith<Done>(
  env: Record<string, string>,
  folder: string,
  work: (shop: Shop) => Promise<Done>,
): Promise<Done> {
  const helper = await startHelper('installation', 'serve.ts', { env })
  const { socketFolder = '', port = 0 } = readPidFile(folder) ?? {}
  const db = open({ host: socketFolder, port, user: 'foyer', database: 'postgres' })
  try {
    const shop = { helper, db, ticketTypeId: await putOnSale(db) }
    await sell(shop, WARM_UP_MS)
    return await work(shop)
  } finally {
    await db.destroy()
    await helper.stop()
  }
}

/** Sells before and during the first base, then kills everything while it sells. */
async function sellAndKill(
  shop: Shop,
  folder: string,
): Promise<{ log: Bought; base: Bought; problems: string[] }> {
  const startedAt = performance.now()
  const log = await sell(shop)
  await pause(FIRST_BASE_S * 1000 - WARM_UP_MS - (performance.now() - startedAt) - 2000)
  const base = await sell(shop)
  const state = await findBackupState(shop.db)
  const problems = [...log.errors, ...base.errors].map((code) => `a buyer got ${code}`)
  if (!state?.baseAt) problems.push(`no base was taken: ${state?.error ?? 'no state'}`)
  const postmaster = readPidFile(folder)?.pid
  await shop.helper.kill()
  if (postmaster !== undefined) process.kill(postmaster, 'SIGKILL')
  return { log, base, problems }
}

function say(name: string, { tookMs, seconds }: Bought, without: Bought): void {
  const p99 = quantile(tookMs, 0.99)
  const growth = Math.round((p99 / quantile(without.tookMs, 0.99) - 1) * 100)
  process.stdout.write(
    `${name}: ${round(tookMs.length / seconds)} orders/s, p50 ${milliseconds(quantile(tookMs, 0.5))}, ` +
      `p99 ${milliseconds(p99)} (${growth >= 0 ? '+' : ''}${growth}%)\n`,
  )
}

async function restoreAndCheck(into: string, env: Record<string, string>): Promise<string[]> {
  const killedAt = Date.now()
  const { code, err } = await runFoyer(['restore', '--into', into, '--yes'], env)
  if (code !== 0) return [`the restore failed: ${err}`]
  const seconds = (Date.now() - killedAt) / 1000
  const server = await supervisePostgres(resolveDataFolder(into), silentLog())
  const db = open(server.connection)
  try {
    const { rows } = await sql<{ orders: number; last: Date }>`
      select count(*)::int as orders, max(created_at) as last from orders where paid_at is not null`.execute(
      db,
    )
    const lostS = (killedAt - (rows[0]?.last.getTime() ?? 0)) / 1000
    process.stdout.write(
      `restored in ${seconds.toFixed(1)} s: ${round(rows[0]?.orders ?? 0)} paid orders, up to ${lostS.toFixed(1)} s before the kill\n`,
    )
    return [
      ...(lostS > MAX_LOST_S ? [`${lostS} s of sales are lost`] : []),
      ...(await findContradictions(db)),
    ]
  } finally {
    await db.destroy()
    await server.stop({ leaveRunning: false })
  }
}
