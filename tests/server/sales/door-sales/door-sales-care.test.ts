import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import type { DoorSalesView } from '#contracts/console/door/door-sales.ts'
import { decideRefund } from '#server/money/refunds/decide-refund.ts'
import { transact } from '#server/platform/db/transact.ts'
import { recordDoorSale } from '#server/sales/door-sales/record-door-sale.ts'
import { openMember } from '#tests/support/domains.ts'
import { pairDevice, sendCode } from '#tests/support/door-pairing.ts'
import { openSeller } from '#tests/support/door-sales.ts'
import { insertTicketType } from '#tests/support/factories.ts'
import { findContradictions } from '#tests/support/invariants.ts'
import { insertLink } from '#tests/support/links.ts'
import { openShop, type Shop } from '#tests/support/shop.ts'

let shop: Shop
let manager: { accountId: string; bearer: string }
let slug: string

beforeAll(async () => {
  shop = await openShop()
  manager = await openMember(shop.context, shop.promoterId, 'manager')
  const { rows } = await sql<{ slug: string }>`select slug from events where id = ${shop.eventId}`.execute(
    shop.context.db,
  )
  slug = rows[0]?.slug ?? ''
})
afterAll(() => shop.close())
afterEach(async () => {
  const wrong = await findContradictions(shop.context.db)
  // Members of the tests have sessions without refresh tokens.
  expect(wrong.filter((each) => !each.startsWith('session '))).toEqual([])
})

const addType = (): Promise<string> =>
  insertTicketType(shop.context.db, { ...shop, capacity: 10, priceCents: 1000, name: 'Floor' })

const soldOf = async (typeId: string) => {
  const { held, sold } = await shop.counters(typeId)
  return { held, sold }
}

const view = async (): Promise<DoorSalesView> =>
  (await shop.ask<DoorSalesView>('GET', `/api/promoter/events/${shop.eventId}/door-sales`, manager)).data

it('the checkout’s URL is the event’s page, by the member’s link to it or to the whole site', async () => {
  const { accountId: memberId, bearer } = await openMember(shop.context, shop.promoterId, 'manager')
  const seller = await openSeller(shop, bearer)
  const page = `http://aurora.localhost/events/${slug}`
  const link = (code: string, more: { eventId?: string; isActive?: boolean } = {}) =>
    insertLink(shop.context.db, { promoterId: shop.promoterId, memberId, code, ...more })
  expect((await seller.refresh()).checkoutUrl).toBe(page)
  await link('off-night', { isActive: false, eventId: shop.eventId })
  expect((await seller.refresh()).checkoutUrl).toBe(page)
  await link('whole-site')
  expect((await seller.refresh()).checkoutUrl).toBe(`${page}?ref=whole-site`)
  await link('this-night', { eventId: shop.eventId })
  expect((await seller.refresh()).checkoutUrl).toBe(`${page}?ref=this-night`)
  const paired = await pairDevice(shop.ask, manager.bearer, { eventId: shop.eventId })
  expect((await openSeller(shop, paired.token)).stock().checkoutUrl, 'without an account').toBe(page)
})

it('a cancelled event has no checkout', async () => {
  const seller = await openSeller(shop, manager.bearer)
  const setStatus = (status: string) =>
    sql`update events set status = ${status} where id = ${shop.eventId}`.execute(shop.context.db)
  await setStatus('cancelled')
  expect((await seller.refresh()).checkoutUrl).toBeUndefined()
  await setStatus('published')
})

it('the console lists sales with their orders, and voided ones with the reason', async () => {
  const typeId = await addType()
  const seller = await openSeller(shop, manager.bearer)
  await seller.ask(typeId, 5)
  await seller.refresh()
  const [kept, voided] = [seller.sell(typeId, 2), seller.sell(typeId, 1, { payment: 'card_terminal' })]
  await seller.sync([kept, voided])
  await seller.voidSale(voided.id, 'Wrong ticket')
  const { sales, devices } = await view()
  const own = sales.filter(({ deviceId }) => deviceId === seller.id)
  expect(own).toHaveLength(2)
  expect(own.find(({ orderId }) => orderId === kept.id)).toMatchObject({
    number: 1,
    payment: 'cash',
    tickets: 2,
    total: 20,
    refunded: 0,
    isVoided: false,
    note: '',
  })
  expect(own.find(({ orderId }) => orderId === voided.id)).toMatchObject({
    payment: 'card_terminal',
    refunded: 10,
    isVoided: true,
    note: 'Wrong ticket',
  })
  expect(devices.find(({ id }) => id === seller.id)).toMatchObject({ voided: 1, refunded: 10, maySell: true })
})

it('a revoked paired device can’t send its sales, until it is paired again with a new code', async () => {
  const typeId = await addType()
  const { id, token } = await pairDevice(shop.ask, manager.bearer, { eventId: shop.eventId })
  const seller = await openSeller(shop, token)
  await seller.ask(typeId, 5)
  await seller.refresh()
  const sale = seller.sell(typeId, 2)
  const console = (method: string, path: string) =>
    shop.ask<{ code: string }>(method, `/api/promoter/door-pairings/${path}`, { bearer: manager.bearer })
  await console('DELETE', id)
  expect((await seller.sync([sale])).error.code).toBe('DEVICE_REVOKED')
  const device = async () => (await view()).devices.find((each) => each.id === seller.id)
  expect(await device()).toMatchObject({ isRevoked: true, sales: [] })
  const raised = await shop.ask('PUT', `/api/promoter/events/${shop.eventId}/door-shares/${seller.id}`, {
    bearer: manager.bearer,
    body: { ticketTypeId: typeId, quantity: 6 },
  })
  expect(raised.error.code).toBe('DEVICE_REVOKED')
  const { data } = await console('POST', `${id}/code`)
  const { data: again } = await sendCode(shop.ask, data.code)
  expect((await seller.sync([sale], false, again.token)).data.stored).toEqual([sale.id])
  expect(await soldOf(typeId)).toEqual({ held: 3, sold: 2 })
  expect(await device()).toMatchObject({ isRevoked: false, sales: [{ payment: 'cash', total: 20 }] })
})

it('a paired device without the right to sell is not offered for a share', async () => {
  const { token } = await pairDevice(shop.ask, manager.bearer, { eventId: shop.eventId })
  const seller = await openSeller(shop, token)
  await sql`
    update door_pairings set rights = '{}' where id = (select pairing_id from door_devices where id = ${seller.id})`.execute(
    shop.context.db,
  )
  expect((await view()).devices.find(({ id }) => id === seller.id)).toMatchObject({ maySell: false })
  expect((await seller.sync()).error.code).toBe('FORBIDDEN')
})

it('a crash after a sale’s transaction loses nothing: the repeated sync returns the share', async () => {
  const typeId = await addType()
  const seller = await openSeller(shop, manager.bearer)
  await seller.ask(typeId, 5)
  await seller.refresh()
  const [first, second] = [seller.sell(typeId), seller.sell(typeId)]
  await shop.ask('POST', `/api/promoter/events/${shop.eventId}/door-shares/${seller.id}/recalls`, {
    bearer: manager.bearer,
    body: { isLost: false },
  })
  const device = { promoterId: shop.promoterId, eventId: shop.eventId, deviceId: seller.id }
  // As far as a server came that exits before the second sale.
  const soldAt = new Date(shop.clock.now())
  await recordDoorSale(shop.context, { device, accountId: manager.accountId, sale: first, soldAt })
  expect(await soldOf(typeId)).toEqual({ held: 4, sold: 1 })
  const { data } = await seller.sync([first, second], true)
  expect(data).toMatchObject({ stored: [first.id, second.id], refused: [] })
  expect(await soldOf(typeId)).toEqual({ held: 0, sold: 2 })
})

it('a crash between a void’s decision and its refund is made good by the repeated void', async () => {
  const typeId = await addType()
  const seller = await openSeller(shop, manager.bearer)
  await seller.ask(typeId, 5)
  await seller.refresh()
  const sale = seller.sell(typeId, 2)
  await seller.sync([sale])
  await transact(shop.context.db, (trx) =>
    decideRefund(shop.context, trx, {
      orderId: sale.id,
      promoterId: shop.promoterId,
      idempotencyKey: 'void door sale',
      actor: { accountId: manager.accountId, apiKeyId: null },
      returnFees: true,
      note: 'Wrong ticket',
      isLimited: false,
    }),
  )
  expect((await seller.voidSale(sale.id)).success).toBe(true)
  expect(await soldOf(typeId)).toEqual({ held: 3, sold: 0 })
  const { rows } = await sql`select from refunds where order_id = ${sale.id}`.execute(shop.context.db)
  expect(rows).toHaveLength(1)
})
