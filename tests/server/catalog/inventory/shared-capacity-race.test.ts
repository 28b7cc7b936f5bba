import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createContext } from '#server/create-context.ts'
import type { Context } from '#server/context.ts'
import { sweepHolds } from '#server/jobs/sweep-holds.ts'
import { createAsk } from '#tests/support/ask.ts'
import { insertPool, insertTicketType } from '#tests/support/factories.ts'
import { findContradictions } from '#tests/support/invariants.ts'
import { silentLog } from '#tests/support/log.ts'
import { newCartId, openShop, type Shop } from '#tests/support/shop.ts'

const CAPACITY = 60
const CARTS = 90

let shop: Shop
let types: string[]
let poolIds: string[]

beforeAll(async () => {
  shop = await openShop()
  const { db } = shop.context
  poolIds = await Promise.all([0, 1].map(() => insertPool(db, { ...shop, capacity: CAPACITY })))
  const plan = [0, 1, 0, 1, 0, undefined]
  types = await Promise.all(
    plan.map((pool) =>
      insertTicketType(db, {
        ...shop,
        priceCents: 0,
        capacity: 1000,
        ...(pool === undefined ? {} : { poolId: poolIds[pool] ?? '' }),
      }),
    ),
  )
})
afterAll(() => shop.close())

/** Seeded pseudo-random numbers, for reproducible runs. */
function chance(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

const pick = (draw: (below: number) => number): Record<string, number> =>
  Object.fromEntries(
    [0, 1, 2].map(() => [types[draw(types.length)] ?? '', 1 + draw(4)]).filter(([id]) => id !== ''),
  )

async function shopper(ask: Shop['ask'], number: number): Promise<string[]> {
  const draw = chance(number + 7)
  const cart = newCartId()
  const codes: string[] = []
  const put = async () => {
    const items = Object.entries(pick(draw)).map(([ticketTypeId, quantity]) => ({ ticketTypeId, quantity }))
    const answer = await ask('PUT', `/api/public/carts/${cart}`, { body: { items } })
    codes.push(answer.success ? 'OK' : answer.error.code)
  }
  for (let turn = 0; turn < 3; turn += 1) await put()
  if (draw(3) === 0) {
    const answer = await ask('DELETE', `/api/public/carts/${cart}`)
    codes.push(answer.success ? 'OK' : answer.error.code)
    return codes
  }
  if (draw(2) === 0) return codes
  const customer = { firstName: 'Ada', lastName: 'Lovelace', email: `buyer${number}@example.com` }
  const body = { cartId: cart, customer, expectedTotal: 0 }
  const placed = await ask('POST', '/api/public/checkout', { body, key: cart })
  codes.push(placed.success ? 'OK' : placed.error.code)
  return codes
}

/** Edits capacities concurrently, under the same lock as the console. */
async function editCapacities(context: Context, rounds: number): Promise<void> {
  const draw = chance(99)
  for (let round = 0; round < rounds; round += 1) {
    const poolId = poolIds[draw(2)]
    const capacity = CAPACITY - draw(20)
    await context.db.transaction().execute(async (trx) => {
      await sql`
        select from inventory where pool_id = ${poolId} order by ticket_type_id for update`.execute(trx)
      await sql`
        update capacity_pools set capacity = greatest(held + sold, ${capacity}::int) where id = ${poolId}`.execute(
        trx,
      )
    })
  }
}

test('two processes, many carts and two shared capacities never oversell or lose a ticket', async () => {
  const second = await createContext({
    config: shop.context.config,
    db: shop.context.db,
    connection: shop.address,
    log: silentLog(),
    clock: shop.clock,
  })
  try {
    await second.sites.whenReady(60_000)
    const asks = [shop.ask, createAsk(second, shop.host)]
    const all = await Promise.all([
      ...Array.from({ length: CARTS }, (_, number) => shopper(asks[number % 2] ?? shop.ask, number)),
      editCapacities(shop.context, 40).then(() => []),
      sweepHolds(second).then(() => []),
    ])
    const answers = new Set(all.flat())
    expect([...answers].toSorted()).toEqual(['CART_EMPTY', 'OK'])
    expect(await findContradictions(shop.context.db)).toEqual([])
    // All holds expire: everything not bought is free again.
    shop.clock.advance(3_600_000)
    await sweepHolds(shop.context)
    const { rows } = await sql<{ held: number; fits: boolean }>`
      select held, sold <= capacity as fits from capacity_pools`.execute(shop.context.db)
    expect(rows).toEqual([
      { held: 0, fits: true },
      { held: 0, fits: true },
    ])
    expect(await findContradictions(shop.context.db)).toEqual([])
  } finally {
    await second.close()
  }
})
