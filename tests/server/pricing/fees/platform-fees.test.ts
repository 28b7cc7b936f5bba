import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listPlatformFees } from '#server/pricing/fees/list-platform-fees.ts'
import { insertTerms } from '#tests/support/factories.ts'
import { createTestDatabase } from '#tests/support/database.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const writeTerms = async (
  currency: string,
  [base = 0, points = 0, orderBase = 0, orderPoints = 0]: number[],
) => {
  const rule = {
    ticketBaseCents: base,
    ticketBasisPoints: points,
    orderBaseCents: orderBase,
    orderBasisPoints: orderPoints,
  }
  await insertTerms(database.db, { currency, ...rule })
}

const list = () => listPlatformFees({ db: database.db, clock: { now: Date.now } })

test('platform fees are the default terms in effect, with examples', async () => {
  await sql`truncate platform_terms`.execute(database.db)
  expect(await list()).toEqual([])
  await writeTerms('CHF', [50, 500, 100, 0])
  await writeTerms('EUR', [49, 400, 90, 0])
  await writeTerms('JPY', [80, 400, 110, 100])
  await insertTerms(database.db, { currency: 'EUR', effectiveFrom: new Date(Date.now() + 86_400_000) })
  const [euro, franc, yen] = await list()
  // 0.49 + 4% of 20.00 + 0.90 = 2.19; halves are rounded up: 0.25 + 2% + 0.45.
  expect(euro).toEqual({
    currency: 'EUR',
    fees: { ticketBaseFee: 0.49, ticketPercentageFee: 0.04, orderProcessingFee: 0.9, orderPercentageFee: 0 },
    ticketMinimumCents: 0,
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
