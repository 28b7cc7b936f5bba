import fc from 'fast-check'
import { readConfig } from '#server/config.ts'
import { createContext } from '#server/create-context.ts'
import { createFakeClock } from '#tests/support/clock.ts'
import { findContradictions } from '#tests/support/invariants.ts'
import { silentLog } from '#tests/support/log.ts'
import { clicksOf, compareSums, visitor, walk } from '#tests/support/simulated-visits.ts'
import { setVisitStage } from '#tests/support/visit-stage.ts'
import { open, type Bench, type PostgresAddress } from '../support/bench.ts'
import { round } from '../support/lines.ts'

const VISITS = 10_000
/** Each on a database of its own: visitors take weeks, and cards run out. */
const STAGES = 8

/** 10,000 visits through links, by everybody that chance can think of, are attributed and counted as plain rules say. */
export async function soakVisits(bench: Bench): Promise<string[]> {
  const startedAt = performance.now()
  const troubles: string[] = []
  let visits = 0
  let visitors = 0
  for (let stage = 0; stage < STAGES; stage += 1) {
    const walked = await walkAll(await bench.createEmptyDatabase(`visits_${stage}`), VISITS / STAGES)
    troubles.push(...walked.troubles)
    visits += walked.visits
    visitors += walked.visitors
  }
  const seconds = (performance.now() - startedAt) / 1000
  process.stdout.write(
    `${round(visits)} visits of ${round(visitors)} visitors in ${seconds.toFixed(1)} s, ${troubles.length} differences\n`,
  )
  return troubles
}

async function walkAll(
  address: PostgresAddress,
  wanted: number,
): Promise<{ visits: number; visitors: number; troubles: string[] }> {
  const db = open(address)
  const clock = createFakeClock(Date.parse('2026-11-21T12:00:00Z'))
  const context = await createContext({
    config: readConfig({}),
    db,
    connection: address,
    log: silentLog(),
    clock,
  })
  try {
    await context.sites.whenReady(60_000)
    const stage = await setVisitStage(context, clock)
    const troubles: string[] = []
    let visits = 0
    let visitors = 0
    while (visits < wanted) {
      for (const each of fc.sample(visitor, 50)) {
        troubles.push(...(await walk(stage, each)))
        visits += clicksOf(each)
        visitors += 1
      }
    }
    troubles.push(...(await compareSums(stage)), ...(await findContradictions(db)))
    return { visits, visitors, troubles }
  } finally {
    await context.close()
    await db.destroy()
  }
}
