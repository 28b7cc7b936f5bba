import { afterAll, beforeAll, expect, it } from 'vitest'
import type { countAttendees } from '#contracts/console/orders/attendees.ts'
import type { ConsoleEvent, EventListRow } from '#contracts/console/events.ts'
import type { listOrderOptions } from '#contracts/console/orders/orders.ts'
import type { Overview } from '#contracts/console/reports.ts'
import type { DataOf } from '#contracts/platform/endpoint.ts'
import { openConsoleFixture, type ConsoleFixture } from '#tests/support/console.ts'
import { insertPool, insertTicketType } from '#tests/support/factories.ts'

let fixture: ConsoleFixture
beforeAll(async () => {
  fixture = await openConsoleFixture()
  const { db } = fixture.context
  const poolId = await insertPool(db, { ...fixture, capacity: 60 })
  for (const [name, capacity] of [
    ['Stalls', 60],
    ['Circle', 40],
  ] as const)
    await insertTicketType(db, { ...fixture, name, capacity, poolId })
  const small = await insertPool(db, { ...fixture, capacity: 500 })
  await insertTicketType(db, { ...fixture, name: 'Balcony', capacity: 30, poolId: small })
  await insertTicketType(db, { ...fixture, name: 'Box', capacity: 12 })
})
afterAll(() => fixture.close())

const read = async <Data>(path: string): Promise<Data> =>
  (await fixture.owner.ask<Data>('GET', `/api/promoter/${path}`)).data

/** 60 of the room, 30 of a pool larger than its only type, and 12 unshared. */
const ROOM = 60 + 30 + 12

it('counts a shared capacity once in every total of an event', async () => {
  const { events } = await read<{ events: EventListRow[] }>('events?when=upcoming')
  expect(events.find(({ id }) => id === fixture.eventId)?.capacity).toBe(ROOM)
  const { event } = await read<{ event: ConsoleEvent }>(`events/${fixture.eventId}`)
  expect(event.capacity).toBe(ROOM)
  const { overview } = await read<{ overview: Overview }>('overview')
  expect(overview.nextEvents[0]?.capacity).toBe(ROOM)
})

it('shows at most the shared capacity’s remainder for a ticket type', async () => {
  const counts = await read<DataOf<typeof countAttendees>>(`attendees/counts?eventId=${fixture.eventId}`)
  expect(counts.ticketTypes.map(({ name, capacity }) => [name, capacity])).toEqual([
    ['Balcony', 30],
    ['Box', 12],
    ['Circle', 40],
    ['Stalls', 60],
  ])
  const stalls = (await read<DataOf<typeof listOrderOptions>>('order-choices')).events[0]?.ticketTypes.find(
    ({ name }) => name === 'Stalls',
  )
  const items = [{ ticketTypeId: stalls?.id, quantity: 50 }]
  const customer = { firstName: 'Ada', lastName: 'Lovelace' }
  const taken = await fixture.owner.ask('POST', '/api/promoter/orders', {
    body: { items, customer, takenOutside: 'cash' },
  })
  expect(taken.status).toBe(201)
  const { events } = await read<DataOf<typeof listOrderOptions>>('order-choices')
  const left = Object.fromEntries(events[0]?.ticketTypes.map((type) => [type.name, type.left]) ?? [])
  expect(left).toEqual({ Balcony: 30, Box: 12, Circle: 10, Stalls: 10 })
})
