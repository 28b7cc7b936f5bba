import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Order } from '#model/sales/orders.ts'
import { openConsoleFixture, type ConsoleFixture } from '#tests/support/console.ts'
import { insertTicketType } from '#tests/support/factories.ts'
import { buyTickets, pathOf, replaceCode } from '#tests/support/transfers.ts'

let fixture: ConsoleFixture
let ticketTypeId: string
beforeEach(async () => {
  fixture = await openConsoleFixture()
  ticketTypeId = await insertTicketType(fixture.context.db, { ...fixture, priceCents: 1000 })
})
afterEach(() => fixture.close())

const buy = (): Promise<Order> => buyTickets(fixture, { ticketTypeId, quantity: 1 })

it('a correction of the email address that is sent twice at once is made once', async () => {
  const order = await buy()
  const key = randomUUID()
  const correct = () =>
    fixture.ask<{ order: Order }>('PUT', `/api/public/orders/${order.id}/email`, {
      key,
      body: { email: 'right@example.com' },
    })
  const answers = await Promise.all([correct(), correct(), correct()])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(new Set(answers.map(({ data }) => data.order.id)).size).toBe(1)
})

/** Requests with a limit. Each returns its status. */
const LIMITED: readonly [what: string, most: number, send: (order: Order, key: string) => Promise<number>][] =
  [
    [
      'a new code',
      5,
      async (order, key) => {
        const [ticket] = order.tickets
        return ticket ? (await replaceCode(fixture, pathOf(order, ticket), key)).status : 0
      },
    ],
    [
      'a buyer’s resend',
      3,
      async (order, key) =>
        (await fixture.ask('POST', `/api/public/orders/${order.id}/resends`, { key })).status,
    ],
    [
      'a promoter’s resend',
      10,
      async (order, key) =>
        (await fixture.owner.ask('POST', `/api/promoter/orders/${order.id}/resends`, { key })).status,
    ],
  ]

it.each(LIMITED)(
  'the last allowed request for %s can be repeated, another is refused',
  async (_, most, send) => {
    const order = await buy()
    let key = ''
    for (let request = 0; request < most; request += 1) {
      key = randomUUID()
      expect(await send(order, key)).toBeLessThan(300)
    }
    expect(await send(order, key)).toBeLessThan(300)
    expect(await send(order, randomUUID())).toBeGreaterThan(400)
  },
)

it('a manual order that is sent five times at once counts once towards the limit of emails', async () => {
  const create = (key: string) =>
    fixture.owner.ask('POST', '/api/promoter/orders', {
      key,
      body: {
        items: [{ ticketTypeId, quantity: 1 }],
        customer: { firstName: 'Ada', lastName: 'Lovelace', email: 'guest@example.com' },
        takenOutside: 'complimentary',
      },
    })
  for (let order = 0; order < 10; order += 1) {
    const key = randomUUID()
    const answers = await Promise.all(Array.from({ length: 5 }, () => create(key)))
    expect(answers.map(({ status }) => status).filter((status) => status === 201)).not.toEqual([])
    expect((await create(key)).status).toBe(201)
  }
  expect((await create(randomUUID())).error.code).toBe('RECIPIENT_LIMIT')
})
