import { urls } from '#contracts/platform/urls.ts'
import { buy } from '#tests/support/buyer.ts'
import type { Bench } from '../support/bench.ts'
import { judge, median, milliseconds, quantile, type Line } from '../support/lines.ts'
import { priceOf, putOnSale } from '../support/stock.ts'

const TICKETS = 4
const RUNS = 20
const MAX_MS = 300

/** P25: an order's tickets as a PDF, from the request to its last byte. */
export async function ticketPdfs({ db, foyer }: Bench): Promise<Line[]> {
  const ticketTypeId = await putOnSale(db)
  const bought = await buy(foyer.origin, { ticketTypeId, quantity: TICKETS, priceOf })
  if (bought.kind !== 'bought') throw new Error(`The order was not paid: ${JSON.stringify(bought)}.`)
  const address = new URL(urls.orderTickets(bought.orderId), foyer.origin)
  const first = await download(address)
  const times: number[] = []
  for (let run = 0; run < RUNS; run += 1) times.push(await download(address))
  const p95 = quantile(times, 0.95)
  return [
    {
      id: 'P25',
      what: `${TICKETS} tickets as a PDF`,
      peer: '–',
      figure: `median ${milliseconds(median(times))}, p95 ${milliseconds(p95)}`,
      target: `≤ ${MAX_MS} ms`,
      verdict: judge(p95 <= MAX_MS),
      note: `The first PDF took ${milliseconds(first)}: it starts the thread that draws, which ends after a minute without requests.`,
    },
  ]
}

async function download(address: URL): Promise<number> {
  const startedAt = performance.now()
  const answer = await fetch(address)
  const bytes = await answer.arrayBuffer()
  if (answer.headers.get('content-type') !== 'application/pdf' || bytes.byteLength === 0)
    throw new Error(`${address.pathname} answers ${answer.status} without a PDF.`)
  return performance.now() - startedAt
}
