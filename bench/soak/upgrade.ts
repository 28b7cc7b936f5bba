import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { resolveDataFolder } from '#server/platform/embedded-postgres/data-folder.ts'
import type * as migrating from '#server/platform/db/migrate.ts'
import { supervisePostgres } from '#server/platform/embedded-postgres/supervise.ts'
import type * as factories from '#tests/support/factories.ts'
import { silentLog } from '#tests/support/log.ts'
import { environmentOf, makeHome, open, type PostgresAddress } from '../support/bench.ts'
import { findProblems, startCrowd, type Crowd, type CrowdSale } from '../support/crowd.ts'
import { round } from '../support/lines.ts'
import { openPreviousVersion, type PreviousVersion } from '../support/previous-version.ts'
import { startHelper, type Helper } from '../support/processes.ts'
import type { SoakOptions } from './soak-options.ts'

/** Orders before, between and after the replacements. */
const COUNT = 300
const PRICE = 25
const CHECK_MS = 100

/**
 * Replaces two nodes of the previous version with this one, one after the other, during purchases. The first new node migrates the
 * database. No purchase and no page may fail.
 */
export async function soakUpgrade({ count = COUNT, from }: SoakOptions): Promise<string[]> {
  const previous = openPreviousVersion(from)
  try {
    return await onServer(async (address) => upgrade({ previous, address, count }))
  } finally {
    previous.remove()
  }
}

/** With production durability. */
async function onServer<Done>(work: (address: PostgresAddress) => Promise<Done>): Promise<Done> {
  const home = makeHome()
  const folder = resolveDataFolder(join(home, 'data'))
  const server = await supervisePostgres(folder, silentLog())
  try {
    return await work(server.connection)
  } finally {
    await server.stop({ leaveRunning: false })
    for (const each of [home, folder]) rmSync(each, { recursive: true, force: true })
  }
}

async function upgrade({
  previous,
  address,
  count,
}: {
  previous: PreviousVersion
  address: PostgresAddress
  count: number
}): Promise<string[]> {
  const db = open(address)
  const environment = environmentOf(address)
  const sale = await putOnSale(previous, address)
  const migrations = async (): Promise<number> =>
    (await sql`select from kysely_migration`.execute(db)).rows.length
  const migrationsBefore = await migrations()
  const nodes = await startNodes({ environment, previous })
  const crowd = startCrowd(nodes.healthy, sale)
  const orders: number[] = []
  const sellMore = async (): Promise<void> => {
    const before = crowd.paid.size
    while (crowd.paid.size < before + count && crowd.failures.length === 0) await pause(CHECK_MS)
    orders.push(crowd.paid.size - before)
  }
  try {
    await sellMore()
    await nodes.replace(0)
    await sellMore()
    await nodes.replace(1)
    await sellMore()
    await crowd.stop()
    await nodes.stop()
    const problems = [
      ...crowd.failures.map((code) => `a purchase failed with ${code}`),
      ...(await findProblems(db, { environment, crowd })),
    ]
    const migrated = (await migrations()) - migrationsBefore
    process.stdout.write(lineOf({ previous, migrated, crowd, orders, problems }))
    return problems
  } finally {
    await crowd.stop()
    await nodes.stop()
    await db.destroy()
  }
}

function lineOf({
  previous,
  migrated,
  crowd,
  orders,
  problems,
}: {
  previous: PreviousVersion
  migrated: number
  crowd: Crowd
  orders: readonly number[]
  problems: readonly string[]
}): string {
  const [before = 0, together = 0, after = 0] = orders
  return (
    `upgrade from ${previous.name}, ${migrated} migrations: ${round(crowd.paid.size)} orders ` +
    `(${round(before)} on the previous version, ${round(together)} with one node of each, ${round(after)} afterwards, the others during replacements), ` +
    `${crowd.failures.length} failed, ${round(crowd.pages.read)} pages, ${crowd.pages.failures.length} failed, ${problems.length} inconsistencies\n`
  )
}

/** With the previous version's migrations and statements: its schema may lack columns that this version inserts. */
async function putOnSale(previous: PreviousVersion, address: PostgresAddress): Promise<CrowdSale> {
  const db = open(address)
  try {
    const { migrateToLatest } = await previous.load<typeof migrating>('src/server/platform/db/migrate.ts')
    await migrateToLatest(db)
    const { insertEvent, insertFees, insertPromoter, insertTicketType } = await previous.load<
      typeof factories
    >('tests/support/factories.ts')
    const promoterId = await insertPromoter(db, 'Aurora')
    const startsAt = new Date(Date.now() + 300 * 86_400_000)
    const eventId = await insertEvent(db, { promoterId, startsAt, slug: 'upgrade', attendeeNames: 'none' })
    await insertFees(db, { promoterId, eventId })
    const priceCents = PRICE * 100
    const ticketTypeId = await insertTicketType(db, { promoterId, eventId, capacity: 1_000_000, priceCents })
    return { ticketTypeId, price: PRICE, paths: ['/', '/events/upgrade'] }
  } finally {
    await db.destroy()
  }
}

interface Nodes {
  /** Origins that a load balancer would use: those whose last health check succeeded. */
  healthy: () => readonly string[]
  /** Stops a node, and starts this version on its port. Returns when it is healthy. */
  replace: (place: number) => Promise<void>
  stop: () => Promise<void>
}

async function startNodes({
  environment,
  previous,
}: {
  environment: NodeJS.ProcessEnv
  previous: PreviousVersion
}): Promise<Nodes> {
  const startOld = (): Promise<Helper> =>
    startHelper('server', 'serve.ts', { env: environment, folder: join(previous.root, 'bench') })
  const running = [await startOld(), await startOld()]
  const origins = running.map(({ origin }) => origin)
  const checks = startHealthChecks(origins)
  await checks.whenHealthy(origins)
  return {
    healthy: checks.healthy,
    replace: async (place) => {
      const { origin = '', stop } = running[place] ?? {}
      await stop?.()
      const port = new URL(origin).port
      running[place] = await startHelper('server', 'serve.ts', { env: { ...environment, PORT: port } })
      await checks.whenHealthy([origin])
    },
    stop: async () => {
      await checks.stop()
      await Promise.all(running.map((node) => node.stop()))
    },
  }
}

/** Asks each node for `/readyz`, as load balancers do. */
function startHealthChecks(origins: readonly string[]) {
  const stopped = new AbortController()
  let healthy: readonly string[] = []
  const isHealthy = (origin: string): Promise<boolean> =>
    fetch(`${origin}/readyz`).then(
      async (response) => (await response.text(), response.ok),
      () => false,
    )
  const checked = (async () => {
    while (!stopped.signal.aborted) {
      const found = await Promise.all(origins.map(isHealthy))
      healthy = origins.filter((_, place) => found[place])
      await pause(CHECK_MS)
    }
  })()
  return {
    healthy: () => healthy,
    whenHealthy: async (wanted: readonly string[]): Promise<void> => {
      while (!wanted.every((each) => healthy.includes(each))) await pause(CHECK_MS)
    },
    stop: async () => {
      stopped.abort()
      await checked
    },
  }
}
