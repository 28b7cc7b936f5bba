import { parseArgs } from 'node:util'
import { soakBuyers } from './soak/buyers.ts'
import { soakDomains } from './soak/domains.ts'
import { soakVisits } from './soak/visits.ts'
import { openBench, type Bench } from './support/bench.ts'

/** What a part found that must not be, in sentences. */
type Part = (bench: Bench) => Promise<string[]>

const PARTS: Readonly<Record<string, Part>> = {
  domains: soakDomains,
  buyers: soakBuyers,
  visits: soakVisits,
}

/**
 * `npm run soak`: what a rush does to Foyer, in full numbers. Fails when one thing is unexplained. `--only=domains,visits`
 * runs these parts alone.
 */
async function main(): Promise<void> {
  // Two nodes that wait for each other's locks say so in warnings.
  process.env['LOG_LEVEL'] ??= 'error'
  const { only } = parseArgs({ options: { only: { type: 'string' } } }).values
  const chosen = only?.split(',') ?? Object.keys(PARTS)
  const bench = await openBench(undefined)
  const leave = (): void => void bench.close().finally(() => process.exit(130))
  process.once('SIGINT', leave).once('SIGTERM', leave)
  try {
    for (const name of chosen) {
      const part = PARTS[name]
      if (!part) throw new Error(`There is no part "${name}": ${Object.keys(PARTS).join(', ')}.`)
      const troubles = await part(bench)
      for (const trouble of troubles) process.stdout.write(`  ${trouble}\n`)
      if (troubles.length > 0) process.exitCode = 1
    }
  } finally {
    await bench.close()
  }
}

await main()
