import { setTimeout as pause } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { readConfig } from '#server/platform/config.ts'
import { migrateToLatest } from '#server/platform/db/migrate.ts'
import { openDatabase } from '#server/platform/db/open-database.ts'
import type { Database } from '#server/platform/db/tables.ts'
import { TEST_ENCRYPTION_KEY } from '#tests/support/encryption.ts'
import { insertEvent, insertFees, insertPromoter, insertTicketType } from '#tests/support/factories.ts'
import { seeded } from '#tests/support/kills.ts'
import { silentLog } from '#tests/support/log.ts'
import { promote, startPrimary, startStandby, synchronise, type Cluster } from '#tests/support/replicas.ts'
import { findProblems, startCrowd, type Crowd, type CrowdSale } from '../support/crowd.ts'
import { median, round } from '../support/lines.ts'
import { startHelper } from '../support/processes.ts'
import type { SoakOptions } from './soak-options.ts'

const COUNT = 50
const PRICE = 25
/** Milliseconds from a promotion to the first sale, at most; on a busy machine, this many times a purchase's median duration. */
const MAX_FIRST_SALE_MS = 2000
const MAX_PURCHASES = 3
/** Milliseconds of purchases before a kill. */
const LOAD_MS = { min: 300, more: 1200 }

/**
 * Repeatedly kills the primary during purchases, promotes its synchronous standby and gives it a standby. Each order that a buyer
 * was told to have paid must exist, and no page may fail.
 */
export async function soakFailover({
  count = COUNT,
  seed = Date.now() % 1_000_000,
}: SoakOptions): Promise<string[]> {
  const random = seeded(seed)
  const startedAt = performance.now()
  const pair = await startPair()
  const environment = environmentOf(pair)
  const database = await openDatabase(readConfig(environment), silentLog(), { exclusive: false })
  const node = await startHelper('server', 'serve.ts', { env: environment })
  const crowd = startCrowd(() => [node.origin], await putOnSale(database.db))
  const firstSales: number[] = []
  try {
    for (let killed = 0; killed < count; killed += 1) {
      await pause(LOAD_MS.min + random() * LOAD_MS.more)
      firstSales.push(await failOver(pair, crowd))
    }
    await crowd.stop()
    await node.stop()
    const problems = [
      ...(await findProblems(database.db, { environment, crowd })),
      ...lateSales(firstSales, crowd),
    ]
    process.stdout.write(
      `${firstSales.length} primaries killed with seed ${seed}: ${round(crowd.paid.size)} orders acknowledged, ` +
        `${problems.length} inconsistencies, first sale after a promotion within ${Math.max(...firstSales).toFixed(0)} ms ` +
        `(median ${median(firstSales).toFixed(0)} ms, of a purchase ${median(crowd.purchaseMs).toFixed(0)} ms), ${round(crowd.pages.read)} pages, ${crowd.pages.failures.length} failed, ` +
        `${((performance.now() - startedAt) / 1000).toFixed(0)} s\n`,
    )
    return problems
  } finally {
    await crowd.stop()
    await node.stop()
    await database.close()
    await Promise.all([pair.primary.stop(), pair.standby.stop()])
  }
}

interface Pair {
  primary: Cluster
  standby: Cluster
}

async function startPair(): Promise<Pair> {
  const primary = await startPrimary()
  const { maintenance, close } = await openDatabase(
    readConfig({ DATABASE_URL: `postgres://foyer@${primary.host}/postgres` }),
    silentLog(),
    { exclusive: false },
  )
  await migrateToLatest(maintenance)
  await close()
  const standby = await startStandby(primary)
  await synchronise(primary)
  return { primary, standby }
}

const environmentOf = ({ primary, standby }: Pair): Record<string, string> => ({
  DATABASE_URL: `postgres://foyer@${primary.host},${standby.host}/postgres`,
  FOYER_ENCRYPTION_KEY: TEST_ENCRYPTION_KEY,
  HOST: '127.0.0.1',
  // Calls fail until the promotion.
  LOG_LEVEL: 'fatal',
  PORT: '0',
})

async function putOnSale(db: Kysely<Database>): Promise<CrowdSale> {
  const promoterId = await insertPromoter(db, 'Aurora')
  const startsAt = new Date(Date.now() + 300 * 86_400_000)
  const eventId = await insertEvent(db, { promoterId, startsAt, slug: 'failover', attendeeNames: 'none' })
  await insertFees(db, { promoterId, eventId })
  const ticketTypeId = await insertTicketType(db, {
    promoterId,
    eventId,
    capacity: 1_000_000,
    priceCents: PRICE * 100,
  })
  return { ticketTypeId, price: PRICE, paths: ['/', '/events/failover'] }
}

/** Returns the milliseconds from the promotion to the first sale. */
async function failOver(pair: Pair, crowd: Crowd): Promise<number> {
  const { primary, standby } = pair
  await primary.kill()
  await promote(standby)
  const promotedAt = performance.now()
  await crowd.nextSale()
  const firstSaleMs = performance.now() - promotedAt
  await primary.stop()
  pair.primary = standby
  pair.standby = await startStandby(standby, Number(primary.host.split(':')[1]))
  await synchronise(standby)
  return firstSaleMs
}

function lateSales(firstSales: readonly number[], { purchaseMs }: Crowd): string[] {
  const most = Math.max(MAX_FIRST_SALE_MS, MAX_PURCHASES * median(purchaseMs))
  return firstSales
    .filter((ms) => ms > most)
    .map((ms) => `the first sale came ${ms.toFixed(0)} ms after a promotion, not ${most.toFixed(0)} ms`)
}
