import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { findContradictions } from '#tests/support/invariants.ts'
import type { Bench } from '../support/bench.ts'
import { runBuyers, type Bought } from '../support/buyers.ts'
import { round } from '../support/lines.ts'
import { countersOf, putOnSale } from '../support/stock.ts'

const BUYERS = 20_000
const TICKETS = 5_000
const AT_ONCE = 200
/** Number of sold tickets at which the node is killed. */
const KILL_AT = 2_000

/** 20,000 buyers for 5,000 tickets, with one node, with two nodes, and with two nodes of which one is killed. */
export async function soakBuyers(bench: Bench): Promise<string[]> {
  const { origin: first } = bench.foyer
  const alone = await soak(bench, { name: 'one node', origin: [first] })
  const second = await bench.startAnotherFoyer()
  const origin = [first, second.origin]
  try {
    const together = await soak(bench, { name: 'two nodes', origin })
    const killed = await soak(bench, {
      name: `two nodes, one killed at ${round(KILL_AT)} sold`,
      origin,
      disturb: async (soldSoFar) => {
        while ((await soldSoFar()) < KILL_AT) await pause(20)
        await second.kill()
      },
    })
    return [...alone, ...together, ...killed]
  } finally {
    await second.stop()
  }
}

interface Part {
  name: string
  origin: string[]
  /** Runs in parallel with the buyers. */
  disturb?: (soldSoFar: () => Promise<number>) => Promise<void>
}

async function soak(bench: Bench, part: Part): Promise<string[]> {
  const ticketTypeId = await putOnSale(bench.db, TICKETS)
  const soldSoFar = async (): Promise<number> => (await countersOf(bench.db, ticketTypeId)).sold
  const startedAt = performance.now()
  const over = new AbortController()
  const [bought, saleSeconds] = await Promise.all([
    runBuyers({ origin: part.origin, ticketTypeId, buyers: AT_ONCE, each: BUYERS / AT_ONCE }).finally(() =>
      over.abort(),
    ),
    timeSale(soldSoFar, { startedAt, over: over.signal }),
    part.disturb?.(soldSoFar),
  ])
  const problems = await findProblems(bench, ticketTypeId, bought)
  const orders = bought.tookMs.length
  process.stdout.write(
    `${part.name}: ${round(orders)} bought, ${round(bought.soldOut)} answered "sold out", ${bought.errors.length} errors, ` +
      `${problems.length} inconsistencies; the sale took ${saleSeconds.toFixed(1)} s (${round(orders / saleSeconds)} orders/s), ` +
      `all ${round(BUYERS)} buyers ${bought.seconds.toFixed(1)} s\n`,
  )
  return problems
}

/** Seconds until the last ticket was sold, or until all buyers finished. */
async function timeSale(
  soldSoFar: () => Promise<number>,
  { startedAt, over }: { startedAt: number; over: AbortSignal },
): Promise<number> {
  while (!over.aborted && (await soldSoFar()) < TICKETS) await pause(50)
  return (performance.now() - startedAt) / 1000
}

async function findProblems(bench: Bench, ticketTypeId: string, bought: Bought): Promise<string[]> {
  const { held, sold } = await countersOf(bench.db, ticketTypeId)
  const { rows } = await sql<{ paid: number }>`
    select count(distinct o.id)::int as paid from orders o join tickets t on t.order_id = o.id
    where t.ticket_type_id = ${ticketTypeId} and o.status = 'paid'`.execute(bench.db)
  const paid = rows[0]?.paid ?? 0
  const soldOut = BUYERS - TICKETS
  const claims: [holds: boolean, otherwise: string][] = [
    [sold === TICKETS, `${sold} tickets are sold, of ${TICKETS}`],
    [held === 0, `${held} tickets are still held`],
    [paid === TICKETS, `${paid} orders are paid, of ${TICKETS}`],
    [bought.tookMs.length === TICKETS, `${bought.tookMs.length} buyers got a confirmation`],
    [bought.soldOut === soldOut, `${bought.soldOut} buyers got "sold out", of ${soldOut}`],
  ]
  return [
    ...claims.flatMap(([holds, otherwise]) => (holds ? [] : [otherwise])),
    ...bought.errors.map((code) => `a buyer got ${code}`),
    ...(await findContradictions(bench.db)),
  ]
}
