import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { addToBalanceTotals } from '#server/money/balances/add-to-balance-totals.ts'
import { addQueuedTransactions, lockBalances } from '#server/money/balances/balance-total-rows.ts'
import { findWrongBalances, findWrongTotals } from '#tests/support/balance-truth.ts'
import { insertEvent, insertTicketType } from '#tests/support/factories.ts'
import { insertLedgerOrders } from '#tests/support/ledger-orders.ts'
import { openShop, type Shop } from '#tests/support/shop.ts'

let shop: Shop
beforeEach(async () => {
  shop = await openShop()
  for (const day of [1, 5, 10, 20, 30]) {
    const startsAt = new Date(Date.UTC(2026, 10, day, 20))
    const event = { promoterId: shop.promoterId, startsAt }
    await insertTicketType(shop.context.db, { ...event, eventId: await insertEvent(shop.context.db, event) })
  }
})
afterEach(() => shop.close())

const at = (day: number, hour = 0): Date => new Date(Date.UTC(2026, 10, day, hour))

const insertOrders = (orders: number): Promise<void> =>
  insertLedgerOrders(shop.context.db, {
    promoterId: shop.promoterId,
    orders,
    from: at(1),
    to: at(21),
    percent: { several: 20, refunded: 20, disputed: 10 },
  })

const putRules = (rules: { reserve: number; reserveDays: number; delayDays: number }) =>
  sql`
  insert into settlement_settings (promoter_id, delay_days, reserve_basis_points, reserve_days, updated_at)
  values (${shop.promoterId}, ${rules.delayDays}, ${rules.reserve}, ${rules.reserveDays}, now())
  on conflict (promoter_id) do update set delay_days = excluded.delay_days, reserve_basis_points = excluded.reserve_basis_points,
    reserve_days = excluded.reserve_days`.execute(shop.context.db)

const leaveRefundsPending = () =>
  sql`
  insert into refunds (promoter_id, order_id, status, reason, amount_cents, promoter_cents, taxes_cents, fees_cents, created_at, updated_at)
  select promoter_id, id, 'pending', 'requested', 1, 1, 0, 0, now(), now() from orders where random() < 0.1`.execute(
    shop.context.db,
  )

const cancelAnEvent = () =>
  sql`
  update events set status = 'cancelled', cancelled_at = ${at(12)}, cancel_refunds = true
  where ends_at = (select min(ends_at) from events)`.execute(shop.context.db)

/** At midnight and within an hour, with different rules. */
async function findWrong(): Promise<string[]> {
  const { promoterId, context } = shop
  const wrong = await findWrongTotals(context.db)
  for (const now of [at(9, 7.3), at(14, 22.9), at(40)])
    for (const [reserve, reserveDays, delayDays] of [
      [0, 30, 3],
      [1000, 5, 0],
      [2500, 30, 7],
    ] as const) {
      await putRules({ reserve, reserveDays, delayDays })
      wrong.push(...(await findWrongBalances(context.db, { promoterId, now })))
    }
  return wrong
}

it('a balance is what the ledger says, folded or not', { timeout: 60_000 }, async () => {
  const { promoterId, context } = shop
  await insertOrders(300)
  expect(await findWrong()).toEqual([])
  await leaveRefundsPending()
  expect(await findWrong()).toEqual([])
  for (const limit of [7, 100]) {
    await context.db.transaction().execute(async (trx) => {
      await lockBalances(trx, promoterId)
      expect(await addQueuedTransactions(trx, { promoterId, limit })).toBe(limit)
    })
    expect(await findWrong()).toEqual([])
  }
  await addToBalanceTotals(context)
  expect(await findWrong()).toEqual([])
  await insertOrders(50)
  await cancelAnEvent()
  expect(await findWrong()).toEqual([])
  await Promise.all([addToBalanceTotals(context), addToBalanceTotals(context), insertOrders(20)])
  expect(await findWrong()).toEqual([])
  await addToBalanceTotals(context)
  expect(await findWrong()).toEqual([])
})

it('the job leaves a promoter to another node that folds or settles it', async () => {
  const { promoterId, context } = shop
  await insertOrders(5)
  const count = async () => (await sql`select from unfolded_transactions`.execute(context.db)).rows.length
  const before = await count()
  expect(before).toBeGreaterThanOrEqual(5)
  await context.db.transaction().execute(async (trx) => {
    await lockBalances(trx, promoterId)
    await addToBalanceTotals(context)
    expect(await count()).toBe(before)
  })
  await addToBalanceTotals(context)
  expect(await count()).toBe(0)
  expect(await findWrongTotals(context.db)).toEqual([])
})
