import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import { expect, test as base } from 'playwright/test'
import type { Database } from '#server/platform/db/tables.ts'
import { buy, type Outcome } from '#tests/support/buyer.ts'
import { findContradictions } from '#tests/support/invariants.ts'
import { openDemo } from './support/foyer.ts'
import { count, countersOf, openSale, priceOf, startNode, type Node } from './support/nodes.ts'

interface Cluster {
  db: Kysely<Database>
  nodes: [Node, Node]
}

const test = base.extend<{ cluster: Cluster }>({
  // Playwright reads the fixture's needs from the pattern: this one needs none.
  // eslint-disable-next-line no-empty-pattern
  cluster: async ({}, use) => {
    const { address, db, drop } = await openDemo()
    const nodes: Cluster['nodes'] = [await startNode(address), await startNode(address)]
    await use({ db, nodes })
    for (const node of nodes) await node.stop()
    await drop()
  },
})

test.setTimeout(90_000)

/** As many as two processes handle within the statement timeout on a busy machine; `npm run soak` uses 20,000. */
const BUYERS = 120

/** Orders of concurrent shoppers are paid in one transaction, so these buy several times before all is sold. */
const SHOPPERS = 24
const CAPACITY = 12 * SHOPPERS

test('buyers on two nodes buy exactly the capacity, and no invariant is violated @full', async ({
  cluster: { db, nodes },
}) => {
  const ticketTypeId = await openSale(db, 30)
  const wish = { ticketTypeId, quantity: 1, priceOf }
  const outcomes = await Promise.all(
    Array.from({ length: BUYERS }, (_, index) => buy(nodes[index % 2 === 0 ? 0 : 1].origin, wish)),
  )
  expect(outcomes.filter((each) => each.kind === 'error')).toEqual([])
  expect([count(outcomes, 'bought'), count(outcomes, 'sold out')]).toEqual([30, BUYERS - 30])
  expect(await countersOf(db, ticketTypeId)).toEqual({ held: 0, sold: 30 })
  expect(await findContradictions(db)).toEqual([])
})

test('after one of two nodes is killed, its buyers continue on the other and no paid order is lost', async ({
  cluster: { db, nodes },
}) => {
  const ticketTypeId = await openSale(db, CAPACITY)
  const wish = { ticketTypeId, quantity: 1, priceOf }
  const origins = nodes.map((node) => node.origin)
  /** Buys one ticket after the other, until none is left. */
  const shop = async (index: number): Promise<Outcome[]> => {
    const done: Outcome[] = []
    do done.push(await buy(index % 2 === 0 ? origins : origins.toReversed(), wish))
    while (done.at(-1)?.kind === 'bought')
    return done
  }
  const rush = Promise.all(Array.from({ length: SHOPPERS }, (_, index) => shop(index)))
  await expect
    .poll(async () => (await countersOf(db, ticketTypeId))?.sold, { intervals: [5], timeout: 30_000 })
    .toBeGreaterThan(SHOPPERS)
  await nodes[0].kill()
  expect((await countersOf(db, ticketTypeId))?.sold, 'killed while they were still buying').toBeLessThan(
    CAPACITY,
  )
  const outcomes = (await rush).flat()
  expect(outcomes.filter((each) => each.kind === 'error')).toEqual([])
  expect([count(outcomes, 'bought'), count(outcomes, 'sold out')]).toEqual([CAPACITY, SHOPPERS])
  const paid = outcomes.flatMap((each) => (each.kind === 'bought' ? [each.orderId] : []))
  const { rows } = await sql<{ orders: number; tickets: number }>`
    select count(distinct o.id)::int as orders, count(*)::int as tickets
    from orders o join tickets t on t.order_id = o.id
    where o.id = any(${paid}) and o.status = 'paid'`.execute(db)
  expect(rows).toEqual([{ orders: CAPACITY, tickets: CAPACITY }])
  expect(await countersOf(db, ticketTypeId)).toEqual({ held: 0, sold: CAPACITY })
  expect(await findContradictions(db)).toEqual([])
})
