// @vitest-environment node
import 'fake-indexeddb/auto'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDoorDatabase, type DoorDatabase } from '#browser/portal/door/door-database.ts'
import type { DoorSnapshot } from '#contracts/portal/door.ts'
import { LIVE_STEP_MS } from '#model/sales/door/live-codes.ts'
import type { Order, Ticket } from '#model/sales/orders.ts'
import { openDoor, type Door } from '#stores/portal/door/open-door.ts'
import { liveCodeAt, setLiveCodes } from '#tests/support/codes.ts'
import { openMember } from '#tests/support/domains.ts'
import { insertTicketType } from '#tests/support/factories.ts'
import { CARDS, newCartId, openShop, type Shop } from '#tests/support/shop.ts'

let shop: Shop
let bearer: string
let typeId: string
let isOnline = true
/** How much the phone's clock is ahead of the server's. */
const CLOCK_ERROR_MS = 300_000
const OFFLINE = {
  success: false,
  error: { code: 'NETWORK_ERROR', message: 'Network request failed' },
} as const
const AT_NO_GATE = { gateId: null }

beforeAll(async () => {
  shop = await openShop()
  typeId = await insertTicketType(shop.context.db, { ...shop, priceCents: 1000, name: 'Floor' })
  ;({ bearer } = await openMember(shop.context, shop.promoterId, 'manager'))
})
afterAll(() => shop.close())

async function buy(): Promise<Ticket> {
  const cartId = newCartId()
  await shop.hold(cartId, { [typeId]: 1 })
  const placed = await shop.checkout(cartId, 10)
  await shop.pay(placed.data.order.id, CARDS.good)
  const { data } = await shop.ask<{ order: Order }>('GET', `/api/public/orders/${placed.data.order.id}`)
  const [ticket] = data.order.tickets
  if (!ticket) throw new Error('The order has no ticket.')
  return ticket
}

async function openPhone(db?: DoorDatabase): Promise<Door> {
  const opened = await openDoor(shop.eventId, {
    db: db ?? (await openDoorDatabase(randomUUID())),
    now: () => shop.clock.now() + CLOCK_ERROR_MS,
    device: { id: randomUUID(), name: 'Phone' },
    gateId: () => null,
    appVersion: 'test',
    fetchSnapshot: async (eventId) =>
      isOnline ? shop.ask<DoorSnapshot>('GET', `/api/door/events/${eventId}/snapshot`, { bearer }) : OFFLINE,
    callSync: async (eventId, body) =>
      isOnline ? shop.ask('POST', `/api/door/events/${eventId}/sync`, { bearer, body }) : OFFLINE,
  })
  if (!opened.success) throw new Error(opened.error.code)
  return opened.data
}

it('a phone without a network tells live codes from copies, also of tickets sold since', async () => {
  const printed = await buy()
  const door = await openPhone()
  const verdict = async (text: string): Promise<string> => (await door.scan(text, AT_NO_GATE)).verdict.code
  await setLiveCodes(shop)
  // It learns of the change with the next sync.
  await door.sync()
  expect(await verdict(printed.token)).toBe('not_live')
  expect(await verdict(printed.code)).toBe('not_live')

  isOnline = false
  const since = await buy()
  const copied = await liveCodeAt(since, shop.clock.now())
  shop.clock.advance(3 * LIVE_STEP_MS)
  expect(await verdict(copied)).toBe('not_live')
  expect(await verdict(await liveCodeAt(since, shop.clock.now()))).toBe('valid')
  expect(await verdict(await liveCodeAt(since, shop.clock.now()))).toBe('already_used')

  // Without a phone, the guest is found by name.
  const [found] = door.search('Lovelace')
  expect(found?.id).toBe(printed.id)
  expect((await door.admit(printed.id, AT_NO_GATE)).verdict.code).toBe('valid')
})

it('a page that is opened again without a network knows how wrong the phone’s clock is', async () => {
  isOnline = true
  const db = await openDoorDatabase(randomUUID())
  await openPhone(db)
  const ticket = await buy()
  isOnline = false
  shop.clock.advance(10 * 60_000)
  const door = await openPhone(db)
  const code = await liveCodeAt(ticket, shop.clock.now())
  expect((await door.scan(code, AT_NO_GATE)).verdict.code).toBe('valid')
})
