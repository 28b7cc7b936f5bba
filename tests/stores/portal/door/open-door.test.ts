// @vitest-environment node
import 'fake-indexeddb/auto'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openDoorDatabase } from '#browser/portal/door/door-database.ts'
import type { DoorSnapshot } from '#contracts/portal/door.ts'
import type { Ticket } from '#model/sales/orders.ts'
import { DoorTicketIndex } from '#stores/portal/door/door-ticket-index.ts'
import { openDoor, type Door, type DoorDeps } from '#stores/portal/door/open-door.ts'
import { $verdict, admitGroup, scanCode } from '#stores/portal/door/verdicts-shown.ts'
import type { Synced } from '#tests/support/door.ts'
import { openMember } from '#tests/support/domains.ts'
import { insertTicketType } from '#tests/support/factories.ts'
import { CARDS, newCartId, openShop, type Shop } from '#tests/support/shop.ts'

let shop: Shop
let bearer: string
let typeId: string
let isOnline = true

const OFFLINE = {
  success: false,
  error: { code: 'NETWORK_ERROR', message: 'Network request failed' },
} as const
const AT_NO_GATE = { gateId: null }

beforeAll(async () => {
  shop = await openShop()
  typeId = await insertTicketType(shop.context.db, {
    ...shop,
    capacity: 1000,
    priceCents: 1000,
    name: 'Floor',
  })
})
afterAll(() => shop.close())
beforeEach(async () => {
  isOnline = true
  // Snapshots are limited per member.
  ;({ bearer } = await openMember(shop.context, shop.promoterId, 'manager'))
})

async function buy(firstName = 'Ada', type = typeId): Promise<Ticket> {
  const [ticket] = await buySome(1, { firstName, type })
  if (!ticket) throw new Error('The order has no ticket.')
  return ticket
}

async function buySome(
  quantity: number,
  { firstName = 'Ada', type = typeId } = {},
): Promise<readonly Ticket[]> {
  const cartId = newCartId()
  await shop.hold(cartId, { [type]: quantity })
  const customer = { firstName, lastName: 'Müller', email: 'ada@example.com' }
  const placed = await shop.checkout(cartId, 10 * quantity, { customer })
  if (!placed.success) throw new Error(JSON.stringify(placed.error))
  await shop.pay(placed.data.order.id, CARDS.good)
  const { data } = await shop.ask<{ order: { tickets: Ticket[] } }>(
    'GET',
    `/api/public/orders/${placed.data.order.id}`,
  )
  return data.order.tickets
}

/** A phone whose storage is named; the same name is the same phone after a restart. */
async function openPhone(name: string, more: Partial<DoorDeps> = {}): Promise<Door> {
  const db = await openDoorDatabase(name)
  const ids = phones.get(name) ?? randomUUID()
  phones.set(name, ids)
  const opened = await openDoor(shop.eventId, {
    db,
    now: () => shop.clock.now(),
    device: { id: ids, name },
    gateId: () => null,
    appVersion: 'test',
    fetchSnapshot: async (eventId) =>
      isOnline ? shop.ask<DoorSnapshot>('GET', `/api/door/events/${eventId}/snapshot`, { bearer }) : OFFLINE,
    callSync: async (eventId, body) =>
      isOnline ? shop.ask('POST', `/api/door/events/${eventId}/sync`, { bearer, body }) : OFFLINE,
    ...more,
  })
  if (!opened.success) throw new Error(opened.error.code)
  return opened.data
}
const phones = new Map<string, string>()

const codeOf = async (door: Door, text: string): Promise<string> =>
  (await door.scan(text, AT_NO_GATE)).verdict.code

describe('a scan', () => {
  it('admits a ticket once, by its QR code or its typed code', async () => {
    const [one, other] = [await buy(), await buy('Grace')]
    const door = await openPhone('once')
    expect(await door.scan(one.token, AT_NO_GATE)).toMatchObject({
      verdict: { code: 'valid', entryNumber: 1 },
      ticket: { holder: 'Ada Müller', typeName: 'Floor' },
    })
    expect(await codeOf(door, one.token)).toBe('already_used')
    expect(await codeOf(door, ` ${other.code.toLowerCase()} `)).toBe('valid')
    expect(door.$state.get()).toMatchObject({ waiting: 2, counts: { inside: 2 } })
    await door.sync()
    expect(door.$state.get()).toMatchObject({ waiting: 0, syncFailure: undefined })
  })

  it('recognises forged, unknown and unreadable codes', async () => {
    const ticket = await buy()
    const door = await openPhone('wrong')
    const changed =
      ticket.token.slice(0, 60) + (ticket.token[60] === 'A' ? 'B' : 'A') + ticket.token.slice(61)
    expect(await codeOf(door, changed)).toBe('forged')
    expect(await codeOf(door, '00000-00000')).toBe('unknown')
    expect(await codeOf(door, 'https://example.com')).toBe('unreadable')
  })
})

describe('without a network', () => {
  it('a phone goes on with what it has stored, also after a restart', async () => {
    const [one, other] = [await buy(), await buy()]
    const before = await openPhone('restart')
    expect(await codeOf(before, one.token)).toBe('valid')
    isOnline = false
    const after = await openPhone('restart')
    expect(await codeOf(after, one.token)).toBe('already_used')
    expect(await codeOf(after, other.token)).toBe('valid')
    await after.sync()
    expect(after.$state.get()).toMatchObject({ waiting: 2, syncFailure: { code: 'NETWORK_ERROR' } })
    isOnline = true
    await after.sync()
    expect(after.$state.get()).toMatchObject({ waiting: 0, syncFailure: undefined })
  })

  it('a phone admits a ticket that was sold after its last sync', async () => {
    const door = await openPhone('sold since')
    isOnline = false
    const ticket = await buy()
    expect(await door.scan(ticket.token, AT_NO_GATE)).toMatchObject({
      verdict: { code: 'valid' },
      ticket: { typeName: 'Floor', holder: '' },
    })
    isOnline = true
    await door.sync()
    expect(await door.scan(ticket.token, AT_NO_GATE)).toMatchObject({
      verdict: { code: 'already_used' },
      ticket: { holder: 'Ada Müller' },
    })
  })

  it('two phones that admit one ticket both learn of it, with the name of the other', async () => {
    const ticket = await buy()
    const [north, south] = [await openPhone('North'), await openPhone('South')]
    isOnline = false
    expect(await codeOf(north, ticket.token)).toBe('valid')
    shop.clock.advance(60_000)
    expect(await codeOf(south, ticket.token)).toBe('valid')
    isOnline = true
    await south.sync()
    await north.sync()
    await south.sync()
    for (const door of [north, south]) {
      const { conflicts, devices } = door.$state.get()
      const own = conflicts.filter((conflict) => conflict.ticket?.id === ticket.id)
      expect(
        own.map(({ first, second }) => [devices.get(first.deviceId), devices.get(second.deviceId)]),
      ).toEqual([['North', 'South']])
    }
  })

  it('a phone with nothing stored can’t open', async () => {
    isOnline = false
    await expect(openPhone('new')).rejects.toThrow('NETWORK_ERROR')
  })
})

it('a ticket isn’t admitted when the device can’t store the scan', async () => {
  const ticket = await buy()
  const db = await openDoorDatabase('full')
  const door = await openPhone('full', { db })
  db.close()
  await scanCode(door, ticket.token, AT_NO_GATE)
  expect($verdict.get()?.shown).toMatchObject({ verdict: { code: 'not_recorded' }, scan: undefined })
  expect(door.isInside(ticket.id)).toBe(false)
})

it('an undo admits the ticket again, on all phones', async () => {
  const ticket = await buy()
  const [one, other] = [await openPhone('undo'), await openPhone('undo elsewhere')]
  const { scan } = await one.scan(ticket.token, AT_NO_GATE)
  if (!scan) throw new Error('Nothing was recorded.')
  await one.sync()
  await other.sync()
  expect(await codeOf(other, ticket.token)).toBe('already_used')
  await one.undo(scan, 'Wrong queue')
  await one.sync()
  await other.sync()
  expect(await codeOf(other, ticket.token)).toBe('valid')
})

it('a refunded ticket is refused after the next sync', async () => {
  const ticket = await buy()
  const door = await openPhone('refund')
  await sql`update tickets set status = 'void', voided_at = ${new Date(shop.clock.now())} where id = ${ticket.id}`.execute(
    shop.context.db,
  )
  expect(await codeOf(door, ticket.code)).toBe('valid')
  const next = await buy()
  await sql`update tickets set status = 'void' where id = ${next.id}`.execute(shop.context.db)
  await door.sync()
  expect(await codeOf(door, next.code)).toBe('void')
})

it('tickets keep their type when another one is added after the snapshot', async () => {
  const door = await openPhone('types')
  const added = await Promise.all(
    Array.from({ length: 4 }, (_, at) =>
      insertTicketType(shop.context.db, { ...shop, capacity: 10, priceCents: 1000, name: `Late ${at}` }),
    ),
  )
  const [floor, ...late] = await Promise.all([buy('Floor'), ...added.map((id) => buy('Late', id))])
  await door.sync()
  expect(await door.scan(floor.code, AT_NO_GATE)).toMatchObject({ ticket: { ticketTypeId: typeId } })
  for (const [at, ticket] of late.entries())
    expect(await door.scan(ticket.code, AT_NO_GATE)).toMatchObject({
      verdict: { code: 'valid' },
      ticket: { ticketTypeId: added[at], typeName: `Late ${at}` },
    })
})

it('a ticket without a known type has no other type’s window', async () => {
  const { data } = await shop.ask<DoorSnapshot>('GET', `/api/door/events/${shop.eventId}/snapshot`, {
    bearer,
  })
  const book = new DoorTicketIndex({
    ...data,
    ticketTypes: data.ticketTypes.map((type) => ({ ...type, window: { fromMs: null, untilMs: 1 } })),
  })
  expect(book.typeOf('')).toBeUndefined()
  expect(book.windowOf('')).toEqual({ fromMs: null, untilMs: null })
  expect(book.windowOf(typeId)).toEqual({ fromMs: null, untilMs: 1 })
})

it('a device fetches a new snapshot when more tickets have changed than a sync brings', async () => {
  let canFetch = true
  const door = await openPhone('many changes', {
    fetchSnapshot: async (eventId) =>
      canFetch ? shop.ask('GET', `/api/door/events/${eventId}/snapshot`, { bearer }) : OFFLINE,
    callSync: async (eventId, body) => {
      const answer = await shop.ask<Synced>('POST', `/api/door/events/${eventId}/sync`, { bearer, body })
      if (!answer.success) return answer
      return { ...answer, data: { ...answer.data, tickets: [], needsSnapshot: true } }
    },
  })
  shop.clock.advance(600_000)
  const ticket = await buy()
  shop.clock.advance(600_000)
  canFetch = false
  await door.sync()
  expect(await codeOf(door, ticket.code)).toBe('unknown')
  expect(await codeOf(door, ticket.token)).toBe('valid')
  canFetch = true
  await door.sync()
  expect(await door.scan(ticket.code, AT_NO_GATE)).toMatchObject({
    verdict: { code: 'already_used' },
    ticket: { holder: 'Ada Müller' },
  })
})

it('a device that syncs too often keeps its scans', async () => {
  const ticket = await buy()
  let isLimited = true
  const limited = { success: false, error: { code: 'RATE_LIMITED', message: 'Too many requests.' } } as const
  const door = await openPhone('limited', {
    callSync: async (eventId, body) =>
      isLimited ? limited : shop.ask('POST', `/api/door/events/${eventId}/sync`, { bearer, body }),
  })
  await door.scan(ticket.token, AT_NO_GATE)
  await door.sync()
  expect(door.$state.get()).toMatchObject({ waiting: 1, syncFailure: { code: 'RATE_LIMITED' } })
  isLimited = false
  await door.sync()
  expect(door.$state.get()).toMatchObject({ waiting: 0, syncFailure: undefined })
})

it('names are found from three letters on, without accents', async () => {
  await buy('Žofia')
  const door = await openPhone('search')
  expect(door.search('zo')).toEqual([])
  expect(door.search('zofia mul').map(({ holder }) => holder)).toEqual(['Žofia Müller'])
})

it('the others of an order are admitted at once, each by its own rules', async () => {
  const [one, two, three, used] = await buySome(4)
  if (!one || !two || !three || !used) throw new Error('The order has too few tickets.')
  const door = await openPhone('group')
  await door.scan(used.token, AT_NO_GATE)
  await door.scan(one.token, AT_NO_GATE)
  const others = door.othersOfOrder(one.id).map(({ id }) => id)
  expect(others.toSorted()).toEqual([two.id, three.id].toSorted())
  await door.scan(three.token, AT_NO_GATE)
  const { admitted, refused } = await admitGroup(door, others, AT_NO_GATE)
  expect([admitted.map(({ id }) => id), refused.map(({ id }) => id)]).toEqual([[two.id], [three.id]])
  expect(door.othersOfOrder(one.id)).toEqual([])
})

it('the guest list has the names of a ticket type, and who has been admitted', async () => {
  const vip = await insertTicketType(shop.context.db, {
    ...shop,
    capacity: 10,
    priceCents: 1000,
    name: 'VIP',
  })
  const [, ada] = [await buy('Zoe', vip), await buy('Ada', vip)]
  const door = await openPhone('guests')
  await door.scan(ada.token, AT_NO_GATE)
  const names = (presence: 'all' | 'admitted' | 'not admitted'): string[] =>
    door.listGuests({ ticketTypeId: vip, presence }).map(({ holder }) => holder)
  expect(names('all')).toEqual(['Ada Müller', 'Zoe Müller'])
  expect(names('admitted')).toEqual(['Ada Müller'])
  expect(names('not admitted')).toEqual(['Zoe Müller'])
})

it('counts follow exits, undos and tickets that arrive after their scan, as counting anew after a restart does', async () => {
  const type = await insertTicketType(shop.context.db, {
    ...shop,
    capacity: 10,
    priceCents: 1000,
    name: 'Balcony',
  })
  const [one, two] = [await buy('One', type), await buy('Two', type)]
  const door = await openPhone('counts')
  const late = await buy('Late', type)
  const counted = ({ $state }: Door) => {
    const { inside, byType } = $state.get().counts
    return { inside, type: byType.find(({ id }) => id === type) }
  }
  const before = counted(door).inside
  const entered = await Promise.all([one, two].map(({ token }) => door.scan(token, AT_NO_GATE)))
  await door.scan(late.token, AT_NO_GATE)
  expect(counted(door)).toMatchObject({ inside: before + 3, type: { tickets: 2, admitted: 2 } })
  await door.sync()
  expect(counted(door)).toMatchObject({ inside: before + 3, type: { tickets: 3, admitted: 3 } })
  const [scan] = entered.map((shown) => shown.scan)
  if (!scan) throw new Error('The scan was not recorded.')
  await door.undo(scan, 'Test')
  const expected = { inside: before + 2, type: { tickets: 3, admitted: 2 } }
  expect(counted(door)).toMatchObject(expected)
  await door.sync()
  isOnline = false
  expect(counted(await openPhone('counts'))).toMatchObject(expected)
})

it('after a restart, a device keeps the server’s time of a scan', async () => {
  const ticket = await buy()
  const clock = { errorMs: 0 }
  const now = () => shop.clock.now() + clock.errorMs
  const before = await openPhone('times', { now })
  await before.scan(ticket.token, AT_NO_GATE)
  // The clock is set between the scan and its sync.
  clock.errorMs = -5000
  await before.sync()
  const stored = before.entriesOf(ticket.id)
  const after = await openPhone('times', { now })
  expect(after.entriesOf(ticket.id)).toEqual(stored)
})

it('a device is at a gate that was added while its door was open', async () => {
  // Snapshots are limited per account.
  const other = (await openMember(shop.context, shop.promoterId, 'manager')).bearer
  const sent: (string | null)[] = []
  const door = await openPhone('new gate', {
    gateId: ({ gates }) => gates.find(({ name }) => name === 'West')?.id ?? null,
    fetchSnapshot: (eventId) => shop.ask('GET', `/api/door/events/${eventId}/snapshot`, { bearer: other }),
    callSync: (eventId, body) => {
      sent.push(body.device.gateId)
      return shop.ask('POST', `/api/door/events/${eventId}/sync`, { bearer: other, body })
    },
  })
  const id = randomUUID()
  const { promoterId, eventId } = shop
  await shop.context.db
    .insertInto('gates')
    .values({ id, promoter_id: promoterId, event_id: eventId, name: 'West', position: 0 })
    .execute()
  await door.sync()
  await door.sync()
  expect(sent).toEqual([null, id])
})
