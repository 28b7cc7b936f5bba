import { randomUUID } from 'node:crypto'
import type { CheckIn } from '#contracts/console/door/check-ins.ts'
import type { DoorDashboard } from '#contracts/console/door/dashboard.ts'
import type { EntranceFields, Entrances } from '#contracts/console/door/entrances.ts'
import type { Order } from '#model/sales/orders.ts'
import type { Answer, Ask } from './ask.ts'
import { openConsoleFixture, type ConsoleFixture, type ConsoleMember } from './console.ts'
import { openDevice } from './door.ts'
import { insertEvent, insertTicketType } from './factories.ts'
import { CARDS, newCartId } from './shop.ts'

export type Ticket = Order['tickets'][number]

const PLAIN: EntranceFields = {
  reEntry: 'none',
  maxEntries: null,
  entriesPer: 'event',
  roomCapacity: null,
  gates: [],
  windows: [],
  lists: [],
}

export const newGate = (name: string, ticketTypeIds: string[] = []) => ({ id: null, name, ticketTypeIds })

export interface CheckInFixture {
  fixture: ConsoleFixture
  owner: ConsoleMember
  /** A third-party scanner with a key of the scope `check-ins:write`. */
  scanner: Ask
  openScanner: (name?: string) => Promise<Ask>
  /** Creates an event with the ticket types Floor and VIP, which later calls are about. */
  openEvent: () => Promise<{ eventId: string; typeId: string; vipId: string }>
  pathTo: (name: string, id?: string) => string
  buy: (typeId: string) => Promise<Ticket>
  checkIn: (
    code: string,
    more?: { gateId?: string; direction?: 'exit' },
    how?: { ask?: Ask; key?: string },
  ) => Promise<Answer<CheckIn>>
  putEntrances: (
    fields: Partial<EntranceFields>,
    how?: { version?: number; id?: string },
  ) => Promise<Answer<{ entrances: Entrances }>>
  dashboard: () => Promise<DoorDashboard>
  /** Two offline devices admit the same ticket. */
  admitTwice: (typeId: string) => Promise<Ticket>
}

export async function openCheckInFixture(): Promise<CheckInFixture> {
  const fixture = await openConsoleFixture()
  const { owner } = fixture
  let eventId = fixture.eventId
  const pathTo = (name: string, id = eventId): string => `/api/promoter/events/${id}/${name}`
  const openScanner = async (name = 'Turnstile'): Promise<Ask> => {
    const { data } = await owner.ask<{ key: string }>('POST', '/api/promoter/api-keys', {
      body: { name, scopes: ['check-ins:write'] },
    })
    return (method, path, request) =>
      fixture.ask(method, path, { host: fixture.host, bearer: data.key, key: randomUUID(), ...request })
  }
  const scanner = await openScanner()
  const buy = async (typeId: string): Promise<Ticket> => {
    const cartId = newCartId()
    await fixture.hold(cartId, { [typeId]: 1 })
    const placed = await fixture.checkout(cartId, 10)
    await fixture.pay(placed.data.order.id, CARDS.good)
    const { data } = await fixture.ask<{ order: Order }>('GET', `/api/public/orders/${placed.data.order.id}`)
    const [ticket] = data.order.tickets
    if (!ticket) throw new Error('The order has no ticket.')
    return ticket
  }
  return {
    fixture,
    owner,
    scanner,
    openScanner,
    pathTo,
    buy,
    openEvent: async () => {
      const { context, promoterId, clock } = fixture
      const startsAt = new Date(clock.now() + 3_600_000)
      eventId = await insertEvent(context.db, { promoterId, startsAt })
      const type = { promoterId, eventId, priceCents: 1000, capacity: 100 }
      const typeId = await insertTicketType(context.db, { ...type, name: 'Floor' })
      return { eventId, typeId, vipId: await insertTicketType(context.db, { ...type, name: 'VIP' }) }
    },
    checkIn: (code, more = {}, { ask = scanner, key = randomUUID() } = {}) =>
      ask('POST', pathTo('check-ins'), { key, body: { code, ...more } }),
    putEntrances: (fields, { version = 0, id = eventId } = {}) =>
      owner.ask('PUT', pathTo('entrances', id), { body: { version, fields: { ...PLAIN, ...fields } } }),
    dashboard: async () => (await owner.ask<DoorDashboard>('GET', pathTo('door-dashboard'))).data,
    admitTwice: async (typeId) => {
      const ticket = await buy(typeId)
      const one = openDevice(fixture, owner.bearer, { name: 'North phone' })
      const other = openDevice(fixture, owner.bearer, { name: 'South phone' })
      one.scan(ticket.id)
      fixture.clock.advance(60_000)
      other.scan(ticket.id)
      await one.sync({ eventId })
      await other.sync({ eventId })
      return ticket
    },
  }
}
