import { sql, type Kysely } from 'kysely'
import type { Database } from '#server/platform/db/tables.ts'
import { insertPromoter } from '#tests/support/factories.ts'
import { killOnce, seeded, type MortalNode } from '#tests/support/kills.ts'
import { environmentOf, open, type Bench } from '../support/bench.ts'
import { round } from '../support/lines.ts'
import { startHelper, type Helper } from '../support/processes.ts'
import type { SoakOptions } from './soak-options.ts'

const COUNT = 100

/** Repeatedly kills a node with -9 at a random moment during purchases; a new node then cleans up. */
export async function soakKills(bench: Bench, options: SoakOptions): Promise<string[]> {
  const { count = COUNT, seed = Date.now() % 1_000_000 } = options
  const address = await bench.createEmptyDatabase('kills')
  const db = open(address)
  await insertPromoter(db, 'Aurora')
  const startedAt = performance.now()
  const random = seeded(seed)
  const { node, stop } = await startNodes(environmentOf(address))
  const problems: string[] = []
  let killed = 0
  try {
    for (; killed < count && problems.length === 0; killed += 1)
      problems.push(...(await killOnce({ db, node, random })))
    const { orders, paid } = await countOrders(db)
    process.stdout.write(
      `${killed} of ${count} nodes killed with seed ${seed}: ${round(orders)} orders, ` +
        `${round(paid)} paid, ${problems.length} inconsistencies, ` +
        `${((performance.now() - startedAt) / 1000).toFixed(0)} s\n`,
    )
    return problems
  } finally {
    await stop()
    await db.destroy()
  }
}

async function startNodes(
  environment: NodeJS.ProcessEnv,
): Promise<{ node: MortalNode; stop: () => Promise<void> }> {
  let ahead = 0
  const start = (): Promise<Helper> =>
    startHelper('server', 'serve-ahead.ts', {
      env: { ...environment, SWEEP_INTERVAL_MS: '100', AHEAD_MS: String(ahead) },
    })
  let living = await start()
  return {
    node: {
      origin: () => living.origin,
      kill: () => living.kill(),
      restart: async (aheadMs) => {
        ahead += aheadMs
        living = await start()
      },
    },
    stop: () => living.stop(),
  }
}

async function countOrders(db: Kysely<Database>): Promise<{ orders: number; paid: number }> {
  const { rows } = await sql<{ orders: number; paid: number }>`
    select count(*)::int as orders, count(paid_at)::int as paid from orders`.execute(db)
  return rows[0] ?? { orders: 0, paid: 0 }
}
