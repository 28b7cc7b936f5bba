import { parseArgs } from 'node:util'
import { soakBuyers } from './soak/buyers.ts'
import { soakCarts } from './soak/carts.ts'
import { soakDomains } from './soak/domains.ts'
import { soakHostileLoad } from './soak/hostile-load.ts'
import { soakHostile } from './soak/hostile.ts'
import { soakKills } from './soak/kills.ts'
import { soakSchedules } from './soak/schedules.ts'
import { soakVisits } from './soak/visits.ts'
import { soakWebhooks } from './soak/webhooks.ts'
import { readWish, type Wish } from './soak/wish.ts'
import { openBench, type Bench } from './support/bench.ts'

/** What a part found that must not be, in sentences. */
type Part = (bench: Bench, wish: Wish) => Promise<string[]>

/** On a bench of their own: a PostgreSQL as durable as a shop's, and a Foyer. */
const ON_A_BENCH: Readonly<Record<string, Part>> = {
  domains: soakDomains,
  buyers: soakBuyers,
  kills: soakKills,
  webhooks: soakWebhooks,
  visits: soakVisits,
  'hostile-load': soakHostileLoad,
}
const ALONE: Readonly<Record<string, (wish: Wish) => Promise<string[]>>> = {
  schedules: soakSchedules,
  carts: soakCarts,
  hostile: soakHostile,
}

/**
 * `npm run soak`: what a rush and a thousand accidents do to Foyer, in full numbers. Fails when one thing is unexplained.
 * `--only=domains,buyers` runs these parts alone; `--count` and `--seed` are for parts that make things up.
 */
async function main(): Promise<void> {
  // Two nodes that wait for each other's locks say so in warnings.
  process.env['LOG_LEVEL'] ??= 'error'
  const options = { only: { type: 'string' }, count: { type: 'string' }, seed: { type: 'string' } } as const
  const { only, count, seed } = parseArgs({ options }).values
  const names = [...Object.keys(ON_A_BENCH), ...Object.keys(ALONE)]
  const chosen = only?.split(',') ?? names
  const unknown = chosen.find((name) => !names.includes(name))
  if (unknown !== undefined) throw new Error(`There is no part "${unknown}": ${names.join(', ')}.`)
  const wish = readWish({ count, seed })
  for (const name of chosen) report(await ALONE[name]?.(wish))
  const parts = chosen.flatMap((name) => ON_A_BENCH[name] ?? [])
  if (parts.length > 0) await soakOnBench(parts, wish)
}

async function soakOnBench(parts: readonly Part[], wish: Wish): Promise<void> {
  const bench = await openBench(undefined)
  const leave = (): void => void bench.close().finally(() => process.exit(130))
  process.once('SIGINT', leave).once('SIGTERM', leave)
  try {
    for (const part of parts) report(await part(bench, wish))
  } finally {
    await bench.close()
  }
}

function report(troubles: readonly string[] = []): void {
  for (const trouble of troubles) process.stdout.write(`  ${trouble}\n`)
  if (troubles.length > 0) process.exitCode = 1
}

await main()
