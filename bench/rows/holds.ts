import { randomUUID } from 'node:crypto'
import { putCart } from '#server/sales/cart/put-cart.ts'
import type { Context } from '#server/context.ts'
import { environmentOf, type Bench } from '../support/bench.ts'
import { expectConsistent } from '../support/consistency.ts'
import { openContext } from '../support/context.ts'
import { judge, median, milliseconds, perSecond, quantile, type Line } from '../support/lines.ts'
import { measure, measureSideBySide, type Load } from '../support/load.ts'
import { oneRowLimit } from '../support/one-row-limit.ts'
import { countersOf, putOnSale, sellSetBased } from '../support/stock.ts'

const CONCURRENCY = 256
const CONNECTIONS = 128
const RUNS = 3
const RUN_MS = 1500
const SOLD = 100_000

/** P9, P10 and P12: holds of one hot ticket type, in process, over HTTP, and after 100,000 sales. */
export async function holds(bench: Bench): Promise<Line[]> {
  const limits: number[] = []
  const inProcess: { rate: number; p99Ms: number }[] = []
  for (let run = 0; run < RUNS; run += 1) {
    limits.push(await oneRowLimit(bench.address))
    inProcess.push(await holdInProcess(bench))
  }
  const limit = median(limits)
  const rate = median(inProcess.map((each) => each.rate))
  const p99 = median(inProcess.map((each) => each.p99Ms))
  const line: Line = {
    id: 'P9',
    what: `holds in process, ${CONCURRENCY} at once, one hot type`,
    peer: `one statement per transaction: ${perSecond(limit)}`,
    figure: `${perSecond(rate)}, p99 ${milliseconds(p99)}`,
    ratio: rate / limit,
    target: '≥ 8',
    verdict: judge(rate / limit >= 8),
  }
  return [line, await overHttp(bench), await withManySold(bench)]
}

/** Creates carts with one ticket each, calling the use case in this process. */
async function holdInProcess(bench: Bench): Promise<{ rate: number; p99Ms: number }> {
  const ticketTypeId = await putOnSale(bench.db)
  const { context, close } = await openContext(environmentOf(bench.address))
  const startedAt = performance.now()
  const tookMs: number[] = []
  const work = async (): Promise<void> => {
    while (performance.now() - startedAt < RUN_MS) {
      const sentAt = performance.now()
      await holdOne(bench, context, ticketTypeId)
      tookMs.push(performance.now() - sentAt)
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, work))
  const rate = (tookMs.length / (performance.now() - startedAt)) * 1000
  await close()
  const { held } = await countersOf(bench.db, ticketTypeId)
  if (held !== tookMs.length)
    bench.problems.push(`${tookMs.length} holds in process, ${held} in the database`)
  await expectConsistent(bench, 'holds in process')
  return { rate, p99Ms: quantile(tookMs, 0.99) }
}

async function holdOne(bench: Bench, context: Context, ticketTypeId: string): Promise<void> {
  const result = await putCart(context, {
    site: context.sites.resolve('localhost'),
    params: { cartId: randomUUID() },
    body: { items: [{ ticketTypeId, quantity: 1 }] },
    idempotencyKey: undefined,
  })
  if (!result.success) bench.problems.push(`a hold in process was refused: ${result.error.code}`)
}

async function overHttp(bench: Bench): Promise<Line> {
  const ticketTypeId = await putOnSale(bench.db)
  const limits = [await oneRowLimit(bench.address)]
  const measured = await measure(holdLoad(bench, ticketTypeId))
  limits.push(await oneRowLimit(bench.address))
  const limit = median(limits)
  await expectHeld(bench, ticketTypeId, measured)
  const ratio = measured.perSecond / limit
  return {
    id: 'P10',
    what: `holds over HTTP, ${CONNECTIONS} at once, one hot type`,
    peer: `one statement per transaction: ${perSecond(limit)}`,
    figure: `${perSecond(measured.perSecond)}, p99 ${milliseconds(measured.p99Ms)}`,
    ratio,
    target: '≥ 2.5, p99 ≤ 100 ms',
    verdict: judge(ratio >= 2.5 && measured.p99Ms <= 100),
  }
}

async function withManySold(bench: Bench): Promise<Line> {
  const [fresh, sold] = [await putOnSale(bench.db), await putOnSale(bench.db)]
  await sellSetBased(bench.db, sold, SOLD)
  const { ours, peers, ratio } = await measureSideBySide(holdLoad(bench, sold), holdLoad(bench, fresh))
  await expectHeld(bench, sold, ours)
  await expectHeld(bench, fresh, peers)
  return {
    id: 'P12',
    what: `holds over HTTP with ${SOLD.toLocaleString('en-GB')} sold`,
    peer: `with 0 sold: ${perSecond(peers.perSecond)}`,
    figure: perSecond(ours.perSecond),
    ratio,
    target: '≥ 0.90',
    verdict: judge(ratio >= 0.9),
  }
}

const holdLoad = (bench: Bench, ticketTypeId: string): Load => ({
  origin: bench.foyer.origin,
  path: '/api/public/carts/{uuid}',
  connections: CONNECTIONS,
  method: 'PUT',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify({ items: [{ ticketTypeId, quantity: 1 }] }),
})

/** Checks that every confirmed hold is stored. Requests in progress at the end of a run may have added more. */
async function expectHeld(
  bench: Bench,
  ticketTypeId: string,
  measured: { answers: number; failures: number },
): Promise<void> {
  const { held } = await countersOf(bench.db, ticketTypeId)
  if (measured.failures > 0) bench.problems.push(`${measured.failures} holds over HTTP failed`)
  if (held < measured.answers - measured.failures)
    bench.problems.push(`${measured.answers} holds over HTTP were confirmed, ${held} are in the database`)
  await expectConsistent(bench, 'holds over HTTP')
}
