import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listPlatformFees } from '#server/pricing/fees/list-platform-fees.ts'
import { createTestDatabase } from '#tests/support/database.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const writeFees = async (currency: string, [base, points, orderBase, orderPoints]: number[]) => {
  await sql`
    insert into fee_configurations (currency, ticket_base_cents, ticket_basis_points, order_base_cents, order_basis_points)
    values (${currency}, ${base}, ${points}, ${orderBase}, ${orderPoints})`.execute(database.db)
}

test('platform fees match the settings, with examples', async () => {
  await sql`delete from fee_configurations`.execute(database.db)
  expect(await listPlatformFees(database)).toEqual([])
  await writeFees('CHF', [50, 500, 100, 0])
  await writeFees('EUR', [49, 400, 90, 0])
  await writeFees('JPY', [80, 400, 110, 100])
  const [euro, franc, yen] = await listPlatformFees(database)
  // 0.49 + 4% of 20.00 + 0.90 = 2.19; halves are rounded up: 0.25 + 2% + 0.45.
  expect(euro).toEqual({
    currency: 'EUR',
    fees: { ticketBaseFee: 0.49, ticketPercentageFee: 0.04, orderProcessingFee: 0.9, orderPercentageFee: 0 },
    ticketCents: 2000,
    examples: [
      { paidBy: 'buyer', totalCents: 2219, promoterCents: 2000 },
      { paidBy: 'promoter', totalCents: 2000, promoterCents: 1781 },
      { paidBy: 'split', totalCents: 2110, promoterCents: 1891 },
    ],
  })
  expect(franc).toMatchObject({ currency: 'CHF', examples: [{ totalCents: 2250 }, {}, {}] })
  // ¥80 + 4% of ¥2,000 + ¥110 + 1% of ¥2,000 = ¥290.
  expect(yen).toMatchObject({
    currency: 'JPY',
    ticketCents: 2000,
    examples: [{ totalCents: 2290, promoterCents: 2000 }, { promoterCents: 1710 }, {}],
  })
})
