import { parseArgs } from 'node:util'
import { soakDay } from './day/soak-day.ts'
import { soakBackup } from './soak/backup.ts'
import { soakBuyers } from './soak/buyers.ts'
import { soakCarts } from './soak/carts.ts'
import { soakDomains } from './soak/domains.ts'
import { soakDoor } from './soak/door.ts'
import { soakFailover } from './soak/failover.ts'
import { soakFrames } from './soak/frames.ts'
import { soakHostileLoad } from './soak/hostile-load.ts'
import { soakHostile } from './soak/hostile.ts'
import { soakKills } from './soak/kills.ts'
import { soakSchedules } from './soak/schedules.ts'
import { soakTickets } from './soak/tickets.ts'
import { soakUpgrade } from './soak/upgrade.ts'
import { soakVisits } from './soak/visits.ts'
import { soakWebhooks } from './soak/webhooks.ts'
import { readSoakOptions, type SoakOptions } from './soak/soak-options.ts'
import { openBench, type Bench } from './support/bench.ts'

/** Runs a part; returns a message per unexpected result. */
type Part = (bench: Bench, options: SoakOptions) => Promise<string[]>

/** Parts that need a bench: a PostgreSQL with production durability, and a Foyer. */
const ON_A_BENCH: Readonly<Record<string, Part>> = {
  domains: soakDomains,
  buyers: soakBuyers,
  kills: soakKills,
  webhooks: soakWebhooks,
  visits: soakVisits,
  'hostile-load': soakHostileLoad,
}
const ALONE: Readonly<Record<string, (options: SoakOptions) => Promise<string[]>>> = {
  schedules: soakSchedules,
  carts: soakCarts,
  hostile: soakHostile,
  door: soakDoor,
  frames: soakFrames,
  tickets: soakTickets,
  failover: soakFailover,
  backup: soakBackup,
  day: soakDay,
  upgrade: soakUpgrade,
}

/**
 * `npm run soak`: runs the load and fault tests in full. Fails on any unexpected result.
 * `--only=domains,buyers` runs these parts only; `--count` and `--seed` are for random tests,
 * `--minutes` and `--rate` (visits per second) for the day.
 * `--from` is the version that `upgrade` starts with.
 */
async function main(): Promise<void> {
  // Nodes that wait for each other's locks log warnings.
  process.env['LOG_LEVEL'] ||= 'error'
  const { only, ...given } = parseArgs({
    options: {
      only: { type: 'string' },
      count: { type: 'string' },
      seed: { type: 'string' },
      minutes: { type: 'string' },
      rate: { type: 'string' },
      from: { type: 'string' },
    },
  }).values
  const names = [...Object.keys(ON_A_BENCH), ...Object.keys(ALONE)]
  const chosen = only?.split(',') ?? names
  const unknown = chosen.find((name) => !names.includes(name))
  if (unknown !== undefined) throw new Error(`There is no part "${unknown}": ${names.join(', ')}.`)
  const options = readSoakOptions(given)
  for (const name of chosen) report(await ALONE[name]?.(options))
  const parts = chosen.flatMap((name) => ON_A_BENCH[name] ?? [])
  if (parts.length > 0) await soakOnBench(parts, options)
}

async function soakOnBench(parts: readonly Part[], options: SoakOptions): Promise<void> {
  const bench = await openBench(undefined)
  const leave = (): void => void bench.close().finally(() => process.exit(130))
  process.once('SIGINT', leave).once('SIGTERM', leave)
  try {
    for (const part of parts) report(await part(bench, options))
  } finally {
    await bench.close()
  }
}

function report(problems: readonly string[] = []): void {
  for (const problem of problems) process.stdout.write(`  ${problem}\n`)
  if (problems.length > 0) process.exitCode = 1
}

await main()
