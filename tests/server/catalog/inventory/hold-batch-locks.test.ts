import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { countAlone } from '#tests/support/batches.ts'
import { insertTicketType } from '#tests/support/factories.ts'
import { findContradictions } from '#tests/support/invariants.ts'
import { newCartId, openShop, type Shop } from '#tests/support/shop.ts'

let shop: Shop
beforeEach(async () => {
  shop = await openShop()
})
afterEach(async () => {
  expect(await findContradictions(shop.context.db)).toEqual([])
  await shop.close()
})

it('a locked ticket type delays holds of others for one batch only, and its own until it is unlocked', async () => {
  const { db, metrics } = shop.context
  const [locked, free] = await Promise.all([insertTicketType(db, shop), insertTicketType(db, shop)])
  expect(await countAlone(metrics, 'holds')).toBe(0)
  const trx = await db.startTransaction().execute()
  await sql`select from inventory where ticket_type_id = ${locked} for update`.execute(trx)
  const waiting = shop.hold(newCartId(), { [locked]: 1 })
  await shop.hold(newCartId(), { [free]: 1 })
  // The first batch has failed, and its request runs alone; the hold beside it may have been in the same batch.
  expect(await countAlone(metrics, 'holds')).toBeGreaterThan(0)
  expect([await shop.counters(locked), await shop.counters(free)]).toMatchObject([{ held: 0 }, { held: 1 }])
  await trx.commit().execute()
  await waiting
  expect(await shop.counters(locked)).toMatchObject({ held: 1 })
})
