import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { openMember } from '#tests/support/domains.ts'
import { openDevice, readDoorSnapshot } from '#tests/support/door.ts'
import { whenWaiting } from '#tests/support/locks.ts'
import { insertTicketType } from '#tests/support/factories.ts'
import { CARDS, newCartId, openShop } from '#tests/support/shop.ts'

it('a snapshot whose version is that of changed rules has the changed kind of code', async () => {
  const shop = await openShop()
  const { eventId, promoterId } = shop
  const { db } = shop.context
  const manager = (await openMember(shop.context, promoterId, 'manager')).bearer
  const reading = await db.transaction().execute(async (trx) => {
    // Stops the snapshot after its access check, before it reads the version.
    await sql`lock table scans`.execute(trx)
    const answer = readDoorSnapshot(shop, manager)
    await whenWaiting(db)
    await sql`update events set code_mode = 'live' where id = ${eventId}`.execute(trx)
    return { answer }
  })
  const { data: during } = await reading.answer
  const { data: after } = await readDoorSnapshot(shop, manager)
  expect([during.rulesVersion, during.codes]).toEqual([after.rulesVersion, after.codes])
  expect(during.codes?.mode).toBe('live')
  await shop.close()
})

it('an unpublished event can still be checked at the door, because its tickets stay valid', async () => {
  const shop = await openShop()
  const { eventId, promoterId } = shop
  const { db } = shop.context
  const { bearer } = await openMember(shop.context, promoterId, 'manager')
  const typeId = await insertTicketType(db, { ...shop, capacity: 10, priceCents: 1000, name: 'Floor' })
  const cartId = newCartId()
  await shop.hold(cartId, { [typeId]: 1 })
  const { order } = (await shop.checkout(cartId, 10)).data
  await shop.pay(order.id, CARDS.good)
  const [ticket] = await db.selectFrom('tickets').select(['id', 'code']).execute()
  // Published by the factory, without a time.
  await db
    .updateTable('events')
    .set({ published_at: new Date(shop.clock.now()) })
    .execute()
  const { event } = (
    await shop.ask<{ event: { version: number } }>('GET', `/api/promoter/events/${eventId}`, { bearer })
  ).data
  const body = { version: event.version }
  const unpublished = await shop.ask('POST', `/api/promoter/events/${eventId}/unpublish`, { bearer, body })
  expect(unpublished).toMatchObject({ success: true, data: { event: { status: 'draft' } } })
  const listed = { data: { events: [{ id: eventId }] } }
  expect(await shop.ask('GET', '/api/door/events', { bearer })).toMatchObject(listed)
  expect(await shop.ask('GET', '/api/promoter/check-in-events', { bearer })).toMatchObject(listed)
  expect((await readDoorSnapshot(shop, bearer)).data.tickets).toHaveLength(1)
  const device = openDevice(shop, bearer)
  device.scan(ticket?.id ?? '')
  expect((await device.sync()).data.stored).toEqual([1])
  const checked = await shop.ask('POST', `/api/promoter/events/${eventId}/check-ins`, {
    bearer,
    key: randomUUID(),
    body: { code: ticket?.code },
  })
  expect(checked.status).toBe(200)
  await shop.close()
})
