import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { attendeeTables } from '#server/reports/exports/attendee-table.ts'
import { orderTables } from '#server/reports/exports/order-table.ts'
import { createApi } from '#server/http/api.ts'
import { openConsoleFixture, type ConsoleFixture } from '#tests/support/console.ts'
import { insertTicketType } from '#tests/support/factories.ts'
import { insertPaidOrder, newEmail } from '#tests/support/people.ts'

/** Writing a megabyte in one part would block the event loop for hundreds of milliseconds. */
const MAX_PART_LENGTH = 100_000

let fixture: ConsoleFixture

beforeAll(async () => {
  fixture = await openConsoleFixture()
  const { promoterId, eventId, clock } = fixture
  const { db } = fixture.context
  const ticketTypeId = await insertTicketType(db, { promoterId, eventId, priceCents: 0 })
  const createdAt = new Date(clock.now())
  for (let index = 0; index < 40; index += 1)
    await insertPaidOrder(db, { promoterId, eventId, ticketTypeId, email: newEmail(), createdAt })
  const answers = Object.fromEntries(
    Array.from({ length: 20 }, (_, index) => [`question-${index}`, '; =1 '.repeat(200)]),
  )
  await db
    .updateTable('orders')
    .set({ answers: JSON.stringify(answers) })
    .execute()
  const name = 'n'.repeat(98)
  const ticketTypeIds: string[] = []
  for (let index = 0; index < 40; index += 1)
    ticketTypeIds.push(await insertTicketType(db, { promoterId, eventId, name: `${name}${index}` }))
  const made = await fixture.owner.ask('POST', '/api/promoter/promo-codes/bulk', {
    body: {
      id: randomUUID(),
      name: 'Many',
      prefix: '',
      count: 100,
      length: 10,
      discountType: 'percentage',
      discountValue: 10,
      maxDiscountAmount: null,
      currency: null,
      startsAt: null,
      endsAt: null,
      maxUses: null,
      maxUsesPerCustomer: null,
      eventId,
      ticketTypeIds,
      reveals: false,
      active: true,
    },
  })
  if (made.status !== 201) throw new Error(made.error.message)
})
afterAll(() => fixture.close())

async function sizesOfParts(path: string): Promise<number[]> {
  const headers = { host: fixture.host, authorization: `Bearer ${fixture.owner.bearer}` }
  const response = await createApi(fixture.context).fetch(
    new Request(`http://${fixture.host}${path}`, { headers }),
  )
  const sizes: number[] = []
  if (response.body) for await (const part of response.body) sizes.push(part.byteLength)
  return sizes
}

test.each([
  '/api/promoter/orders/export.csv',
  '/api/promoter/attendees/export.csv',
  '/api/promoter/promo-codes/export.csv',
])('a file is written in small parts, whatever the text length: %s', async (path) => {
  const sizes = await sizesOfParts(path)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeGreaterThan(3 * MAX_PART_LENGTH)
  expect(Math.max(...sizes)).toBeLessThan(MAX_PART_LENGTH)
})

test('columns have the names of the screens', async () => {
  const find = { promoterId: fixture.promoterId, filter: {} }
  const [orders, lines] = await orderTables(fixture.context, find)
  const [attendees] = await attendeeTables(fixture.context, find)
  expect(orders.head).toEqual(expect.arrayContaining(['Status', 'Email', 'Tracking link', 'Manual order']))
  expect(lines?.head).toEqual(expect.arrayContaining(['Status', 'Email']))
  expect(attendees.head).toEqual(expect.arrayContaining(['Status', 'Attendee', 'Email', 'Buyer’s email']))
})

test.each([
  ['orders', orderTables],
  ['attendees', attendeeTables],
])('other work runs after each part of %s', async (_name, tablesOf) => {
  const [{ pages }] = await tablesOf(fixture.context, { promoterId: fixture.promoterId, filter: {} })
  const turns: boolean[] = []
  let hadTurn = true
  for await (const page of pages) {
    turns.push(hadTurn)
    hadTurn = false
    void setImmediate().then(() => (hadTurn = true))
    expect(JSON.stringify(page).length).toBeLessThan(MAX_PART_LENGTH)
  }
  expect(turns.length).toBeGreaterThan(10)
  expect(turns).not.toContain(false)
})
