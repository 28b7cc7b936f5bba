import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findEvent } from '#server/catalog/listings/find-event.ts'
import { listRelatedEvents } from '#server/catalog/listings/list-related-events.ts'
import { insertEvent, insertPromoter, insertTicketType, type EventOptions } from '#tests/support/factories.ts'
import { openShop, type Shop } from '#tests/support/shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
  const { promoterId } = shop
  const nordlys = await insertPromoter(shop.context.db, 'Nordlys')
  await shop.context.sites.reload()
  await putOn('own-4', { promoterId, startsAt: day(14) })
  await putOn('own-1', { promoterId, startsAt: day(11) })
  await putOn('own-3', { promoterId, startsAt: day(13) })
  await putOn('own-2', { promoterId, startsAt: day(12) })
  await putOn('own-draft', { promoterId, startsAt: day(10), status: 'draft' })
  await putOn('own-cancelled', { promoterId, startsAt: day(10), status: 'cancelled' })
  await putOn('own-past', { promoterId, startsAt: day(-10) })
  await putOn('own-sold-out', { promoterId, startsAt: day(10) }, 0)
  const unlisted = await putOn('own-unlisted', { promoterId, startsAt: day(10) })
  await sql`update events set visibility = 'unlisted' where id = ${unlisted}`.execute(shop.context.db)
  await putOn('far-soon', { promoterId: nordlys, startsAt: day(11), city: 'Oslo' })
  await putOn('near-late', { promoterId: nordlys, startsAt: day(40), city: 'Berlin' })
  await putOn('far-draft', { promoterId: nordlys, startsAt: day(10), city: 'Berlin', status: 'draft' })
  await sql`update events set city = 'Berlin' where id = ${shop.eventId}`.execute(shop.context.db)
})
afterAll(() => shop.close())

const day = (days: number): Date => new Date(shop.clock.now() + days * 86_400_000)

async function putOn(slug: string, options: EventOptions, capacity = 9): Promise<string> {
  const eventId = await insertEvent(shop.context.db, { ...options, slug })
  await insertTicketType(shop.context.db, { promoterId: options.promoterId, eventId, capacity })
  return eventId
}

async function relatedTo(idOrSlug: string, host: string): Promise<string[][]> {
  const site = shop.context.sites.resolve(host)
  const found = await findEvent(shop.context, { site, idOrSlug })
  if (!found) throw new Error(`${idOrSlug} is not on ${host}.`)
  const { more, others } = await listRelatedEvents(shop.context, { site, event: found.event })
  return [more, others].map((events) => events.map(({ slug }) => slug))
}

test('on a storefront, lists the promoter’s next events on sale', async () => {
  expect(await relatedTo(shop.eventId, shop.host)).toEqual([['own-1', 'own-2', 'own-3'], []])
})

test('on the main site, adds others’, same city first', async () => {
  expect(await relatedTo(shop.eventId, 'localhost')).toEqual([
    ['own-1', 'own-2', 'own-3'],
    ['near-late', 'far-soon'],
  ])
})

test('excludes the event itself', async () => {
  expect(await relatedTo('own-2', shop.host)).toEqual([['own-1', 'own-3', 'own-4'], []])
})

test('is empty without other events', async () => {
  const promoterId = await insertPromoter(shop.context.db, 'Lonely')
  await shop.context.sites.reload()
  await putOn('alone', { promoterId, startsAt: day(10) })
  expect(await relatedTo('alone', 'lonely.localhost')).toEqual([[], []])
})
