import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import { expect, test as base } from 'playwright/test'
import type { Database } from '#server/platform/db/tables.ts'
import { buy } from '#tests/support/buyer.ts'
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

test('buyers on two nodes buy exactly the capacity, and no invariant is violated', async ({
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
  const ticketTypeId = await openSale(db, 75)
  const wish = { ticketTypeId, quantity: 1, priceOf }
  const origins = nodes.map((node) => node.origin)
  const rush = Promise.all(
    Array.from({ length: BUYERS }, (_, index) => buy(index % 2 === 0 ? origins : origins.toReversed(), wish)),
  )
  await expect
    .poll(async () => (await countersOf(db, ticketTypeId))?.sold, { intervals: [5], timeout: 30_000 })
    .toBeGreaterThan(10)
  await nodes[0].kill()
  expect((await countersOf(db, ticketTypeId))?.sold, 'killed while they were still buying').toBeLessThan(75)
  const outcomes = await rush
  expect(outcomes.filter((each) => each.kind === 'error')).toEqual([])
  expect([count(outcomes, 'bought'), count(outcomes, 'sold out')]).toEqual([75, BUYERS - 75])
  const paid = outcomes.flatMap((each) => (each.kind === 'bought' ? [each.orderId] : []))
  const { rows } = await sql<{ orders: number; tickets: number }>`
    select count(distinct o.id)::int as orders, count(*)::int as tickets
    from orders o join tickets t on t.order_id = o.id
    where o.id = any(${paid}) and o.status = 'paid'`.execute(db)
  expect(rows).toEqual([{ orders: 75, tickets: 75 }])
  expect(await countersOf(db, ticketTypeId)).toEqual({ held: 0, sold: 75 })
  expect(await findContradictions(db)).toEqual([])
})
