import { buy } from '#tests/support/buyer.ts'
import { setTimeout as pause } from 'node:timers/promises'
import type { Bought, Crowd } from './support/buyers.ts'
import { priceOf } from './support/stock.ts'

/** Runs the buyers described by the JSON argument; prints their results as JSON. */
const {
  origin,
  ticketTypeId,
  buyers,
  forMs = Infinity,
  each = Infinity,
  perSecond,
}: Crowd = JSON.parse(process.argv[2] ?? '')
const bought: Bought = { seconds: 0, tookMs: [], soldOut: 0, errors: [] }
const startedAt = performance.now()
const origins = [origin].flat()

const startingAt = (index: number): string[] => [...origins.slice(index), ...origins.slice(0, index)]

/** When the purchase is due: buyers take turns, so that a slow response doesn't reduce the load of the others. */
async function waitForTurn(buyer: number, count: number): Promise<number> {
  if (perSecond === undefined) return performance.now()
  const dueAt = startedAt + ((count * buyers + buyer) * 1000) / perSecond
  await pause(Math.max(0, dueAt - performance.now()))
  return dueAt
}

async function shop(_: unknown, buyer: number): Promise<void> {
  for (let count = 0; count < each && performance.now() - startedAt < forMs; count += 1) {
    const dueAt = await waitForTurn(buyer, count)
    const outcome = await buy(startingAt((buyer + count) % origins.length), {
      ticketTypeId,
      quantity: 1,
      priceOf,
    })
    if (outcome.kind === 'bought') bought.tookMs.push(performance.now() - dueAt)
    else if (outcome.kind === 'sold out') bought.soldOut += 1
    else bought.errors.push(outcome.kind === 'error' ? outcome.code : outcome.kind)
  }
}

await Promise.all(Array.from({ length: buyers }, shop))
bought.seconds = (performance.now() - startedAt) / 1000
process.stdout.write(JSON.stringify(bought))
