import fc from 'fast-check'
import { readConfig } from '#server/platform/config.ts'
import { createContext } from '#server/create-context.ts'
import { createFakeClock } from '#tests/support/clock.ts'
import { findContradictions } from '#tests/support/invariants.ts'
import { silentLog } from '#tests/support/log.ts'
import { clicksOf, compareSums, visitor, walk } from '#tests/support/simulated-visits.ts'
import { setVisitStage } from '#tests/support/visit-stage.ts'
import { open, type Bench, type PostgresAddress } from '../support/bench.ts'
import { round } from '../support/lines.ts'
import type { SoakOptions } from './soak-options.ts'
import { TEST_ENCRYPTION_KEY } from '#tests/support/encryption.ts'

const COUNT = 10_000
/** Number of databases: simulated visits span weeks, and cards expire. */
const STAGES = 8
/** More batches than a stage uses, so that no two stages have the same seeds. */
const BATCHES = 10_000

/**
 * Compares attribution and counts of 10,000 random visits through links with an independent implementation. The same seed
 * and count give the same visits.
 */
export async function soakVisits(bench: Bench, options: SoakOptions): Promise<string[]> {
  const { count = COUNT, seed = Date.now() % 1_000_000 } = options
  const startedAt = performance.now()
  const problems: string[] = []
  let visits = 0
  let visitors = 0
  for (let stage = 0; stage < STAGES; stage += 1) {
    const address = await bench.createEmptyDatabase(`visits_${stage}`)
    const walked = await walkAll(address, { wanted: count / STAGES, seed: seed + stage * BATCHES })
    problems.push(...walked.problems)
    visits += walked.visits
    visitors += walked.visitors
  }
  const seconds = (performance.now() - startedAt) / 1000
  process.stdout.write(
    `${round(visits)} visits of ${round(visitors)} visitors with seed ${seed} in ${seconds.toFixed(1)} s, ${problems.length} differences\n`,
  )
  return problems
}

async function walkAll(
  address: PostgresAddress,
  { wanted, seed }: { wanted: number; seed: number },
): Promise<{ visits: number; visitors: number; problems: string[] }> {
  const db = open(address)
  const clock = createFakeClock(Date.parse('2026-11-21T12:00:00Z'))
  const context = await createContext({
    config: readConfig({ FOYER_ENCRYPTION_KEY: TEST_ENCRYPTION_KEY }),
    db,
    connection: address,
    log: silentLog(),
    clock,
  })
  try {
    await context.sites.whenReady(60_000)
    const stage = await setVisitStage(context, clock)
    const problems: string[] = []
    let visits = 0
    let visitors = 0
    for (let batch = 0; visits < wanted; batch += 1) {
      for (const each of fc.sample(visitor, { numRuns: 50, seed: seed + batch })) {
        problems.push(...(await walk(stage, each)))
        visits += clicksOf(each)
        visitors += 1
      }
    }
    problems.push(...(await compareSums(stage)), ...(await findContradictions(db)))
    return { visits, visitors, problems }
  } finally {
    await context.close()
    await db.destroy()
  }
}
