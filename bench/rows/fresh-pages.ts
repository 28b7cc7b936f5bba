import { setTimeout as pause } from 'node:timers/promises'
import { buy } from '#tests/support/buyer.ts'
import { insertEvent, insertFees, insertTicketType } from '#tests/support/factories.ts'
import type { Bench, MeasuredFoyer } from '../support/bench.ts'
import { readPage } from '../support/event-page.ts'
import { judge, milliseconds, type Line } from '../support/lines.ts'
import { findPromoter, PRICE_CENTS, priceOf } from '../support/stock.ts'

const POLL_MS = 5
const PATIENCE_MS = 10_000
const SLUG = 'a-page-that-changes'

/** P4: time until two nodes show a promoter's change and a sale. */
export async function freshPages(bench: Bench): Promise<Line[]> {
  const promoterId = await findPromoter(bench.db)
  const startsAt = new Date(Date.now() + 40 * 86_400_000)
  const eventId = await insertEvent(bench.db, { promoterId, startsAt, slug: SLUG })
  await insertFees(bench.db, { promoterId, eventId })
  const ticketTypeId = await insertTicketType(bench.db, {
    promoterId,
    eventId,
    capacity: 5,
    priceCents: PRICE_CENTS,
  })
  const other = await bench.startAnotherFoyer()
  try {
    const nodes = [bench.foyer, other]
    const afterChange = await ageOn(nodes, () =>
      bench.db.updateTable('events').set({ title: 'Another title' }).where('id', '=', eventId).execute(),
    )
    const afterSale = await ageOn(nodes, () =>
      buy(bench.foyer.origin, { ticketTypeId, quantity: 3, priceOf }),
    )
    const what = 'page on 2 nodes after'
    const peer = '–'
    return [
      {
        id: 'P4',
        what: `${what} a change`,
        peer,
        figure: milliseconds(afterChange),
        target: '≤ 1 s',
        verdict: judge(afterChange <= 1000),
        note: 'The change is made in the database, like the promoter console does.',
      },
      {
        id: 'P4',
        what: `${what} a sale (availability)`,
        peer,
        figure: milliseconds(afterSale),
        target: '≤ 2 s',
        verdict: judge(afterSale <= 2000),
      },
    ]
  } finally {
    await other.stop()
  }
}

/** Milliseconds from the change until all nodes show it. */
async function ageOn(nodes: readonly MeasuredFoyer[], change: () => Promise<unknown>): Promise<number> {
  const before = await Promise.all(nodes.map((node) => readText(node)))
  await change()
  const changedAt = performance.now()
  const ages = nodes.map(async (node, index) => {
    while ((await readText(node)) === before[index]) {
      if (performance.now() - changedAt > PATIENCE_MS) throw new Error('The page never showed the change.')
      await pause(POLL_MS)
    }
    return performance.now() - changedAt
  })
  return Math.max(...(await Promise.all(ages)))
}

const readText = async (node: MeasuredFoyer): Promise<string> => {
  const { status, body } = await readPage(node.origin, `/events/${SLUG}`)
  if (status !== 200) throw new Error(`The page returned ${status}.`)
  return body.toString()
}
