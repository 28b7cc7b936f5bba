import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openConsoleFixture, type ConsoleFixture } from '#tests/support/console.ts'

let fixture: ConsoleFixture
beforeAll(async () => {
  fixture = await openConsoleFixture()
})
afterAll(() => fixture.close())

const TERMS = {
  discountType: 'percentage',
  discountValue: 10,
  maxDiscountAmount: null,
  currency: null,
  startsAt: null,
  endsAt: null,
  maxUses: null,
  maxUsesPerCustomer: null,
  eventId: null,
  ticketTypeIds: [],
  reveals: false,
  active: true,
}

const make = (id: string, count: number) =>
  fixture.owner.ask('POST', '/api/promoter/promo-codes/bulk', {
    body: { ...TERMS, id, name: 'Many', prefix: '', count, length: 12 },
  })

test('a promoter has a daily limit of created and imported codes, in any batches', async () => {
  const limit = { name: 'make promo codes', points: 200_000, seconds: 86_400 }
  await fixture.context.limits.consume(limit, fixture.promoterId, 199_990)
  expect((await make(randomUUID(), 5)).status).toBe(201)
  expect(await make(randomUUID(), 6)).toMatchObject({ status: 429, error: { code: 'RATE_LIMITED' } })
  const lines = ['code,discount', ...Array.from({ length: 6 }, (_, index) => `CODE${index},5%`)]
  const file = await fixture.owner.ask(
    'POST',
    `/api/promoter/promo-codes/import?id=${randomUUID()}&name=File&mode=none`,
    { bytes: new TextEncoder().encode(lines.join('\n')) },
  )
  expect(file).toMatchObject({ status: 429, error: { code: 'RATE_LIMITED' } })
  const made = await fixture.context.db.selectFrom('promo_codes').select('code').execute()
  expect(made).toHaveLength(5)
})
