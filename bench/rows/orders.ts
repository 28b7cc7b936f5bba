import { round, judge, milliseconds, perSecond, quantile, median, type Line } from '../support/lines.ts'
import type { Bench } from '../support/bench.ts'
import { expectConsistent } from '../support/consistency.ts'
import { runBuyers, type Bought } from '../support/buyers.ts'
import { countersOf, putOnSale } from '../support/stock.ts'

const TARGET = 400
const DISTANT_TARGET = 150
const ROUND_TRIP_MS = 1
const BUYERS = 32
const RUNS = 3
const RUN_MS = 3000
const SCARCE = 200
const CROWD = 400

/** P11, and load for P13: paid orders over HTTP, each with hold, checkout and payment by the sandbox's valid card. */
export async function orders(bench: Bench): Promise<Line[]> {
  const near = await sell(bench, bench.foyer.origin)
  await rush(bench)
  const distant = await bench.startDistantFoyer(ROUND_TRIP_MS)
  const far = await sell(bench, distant.origin).finally(distant.stop)
  return [
    lineOf(near, TARGET, `paid orders over HTTP, ${BUYERS} at once, one event`),
    lineOf(far, DISTANT_TARGET, `the same with ${ROUND_TRIP_MS} ms to the database, over TCP`),
  ]
}

async function sell(bench: Bench, origin: string): Promise<Bought[]> {
  const runs: Bought[] = []
  for (let run = 0; run < RUNS; run += 1) {
    const ticketTypeId = await putOnSale(bench.db)
    const bought = await runBuyers({ origin, ticketTypeId, buyers: BUYERS, forMs: RUN_MS })
    await expectSold(bench, ticketTypeId, bought)
    runs.push(bought)
  }
  return runs
}

function lineOf(runs: readonly Bought[], target: number, what: string): Line {
  const rate = median(runs.map((run) => run.tookMs.length / run.seconds))
  const p50 = median(runs.map((run) => quantile(run.tookMs, 0.5)))
  const p99 = median(runs.map((run) => quantile(run.tookMs, 0.99)))
  return {
    id: 'P11',
    what,
    peer: `${target}/s; ${round(rate * 60)}/min here`,
    figure: `${perSecond(rate)}, p50 ${milliseconds(p50)}, p99 ${milliseconds(p99)}`,
    ratio: rate / target,
    target: `≥ ${target}/s, p99 ≤ 500 ms`,
    verdict: judge(rate >= target && p99 <= 500),
    note: 'Each time is a complete purchase: hold, checkout and confirm.',
  }
}

/** Runs more concurrent buyers than tickets; exactly all tickets must be sold. */
async function rush(bench: Bench): Promise<void> {
  const ticketTypeId = await putOnSale(bench.db, SCARCE)
  const bought = await runBuyers({ origin: bench.foyer.origin, ticketTypeId, buyers: CROWD, each: 1 })
  if (bought.tookMs.length !== SCARCE || bought.soldOut !== CROWD - SCARCE)
    bench.problems.push(
      `${CROWD} buyers for ${SCARCE}: ${bought.tookMs.length} bought, ${bought.soldOut} sold out`,
    )
  await expectSold(bench, ticketTypeId, bought)
}

async function expectSold(bench: Bench, ticketTypeId: string, bought: Bought): Promise<void> {
  const { sold, held } = await countersOf(bench.db, ticketTypeId)
  if (sold !== bought.tookMs.length || held !== 0)
    bench.problems.push(
      `${bought.tookMs.length} orders were paid, ${sold} admissions sold, ${held} still held`,
    )
  bench.problems.push(...bought.errors.map((code) => `a buyer got ${code}`))
  await expectConsistent(bench, 'paid orders')
}
