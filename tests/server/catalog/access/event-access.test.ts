import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { CartHold } from '#contracts/shop/carts.ts'
import type { EventDetail, TicketOffer } from '#model/catalog/catalog.ts'
import { unlockEvent } from '#server/catalog/access/event-access.ts'
import { findEvent } from '#server/catalog/listings/find-event.ts'
import { listSitemapEvents } from '#server/catalog/listings/list-sitemap-events.ts'
import { listFilterOptions } from '#server/catalog/search/list-filter-options.ts'
import type { Answer } from '#tests/support/ask.ts'
import { insertEvent, insertTicketType } from '#tests/support/factories.ts'
import { newCartId, openShop, type Shop } from '#tests/support/shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())
afterEach(async () => {
  await shop.context.db.deleteFrom('rate_limits').execute()
})

/** Ticket type by event. */
const types = new Map<string, string>()

async function insert(slug: string, visibility: 'unlisted' | 'code'): Promise<string> {
  const { context, promoterId } = shop
  const startsAt = new Date('2026-12-03T20:00:00Z')
  const eventId = await insertEvent(context.db, { promoterId, startsAt, slug, city: `City of ${slug}` })
  types.set(eventId, await insertTicketType(context.db, { promoterId, eventId }))
  await sql`
    update events set visibility = ${visibility}, access_code = 'Sesame' where id = ${eventId}`.execute(
    context.db,
  )
  return eventId
}

const site = () => shop.context.sites.resolve(shop.host)
const tickets = (id: string, query = '') =>
  shop.ask<TicketOffer[]>('GET', `/api/public/events/${id}/tickets${query}`)

const hold = (cart: string, wishes: Record<string, number>, cookies: Record<string, string> = {}) =>
  shop.ask<CartHold>('PUT', `/api/public/carts/${cart}`, {
    body: { items: Object.entries(wishes).map(([ticketTypeId, quantity]) => ({ ticketTypeId, quantity })) },
    cookies,
  })
const cookiesOf = ({ cookies }: Answer<unknown>): Record<string, string> =>
  Object.fromEntries(Object.entries(cookies).map(([name, value]) => [name, value ?? '']))

describe('an event with restricted visibility', () => {
  test('is in no list, search, sitemap or filter', async () => {
    await insert('hidden-a', 'unlisted')
    await insert('hidden-b', 'code')
    for (const query of ['', '?q=hidden', '?place=hidden', '?when=upcoming']) {
      const { data } = await shop.ask<{ events: EventDetail[] }>('GET', `/api/public/events${query}`)
      expect(data.events.filter(({ slug }) => slug.startsWith('hidden'))).toEqual([])
    }
    const addresses = await listSitemapEvents(shop.context, { site: site() })
    expect(addresses.some(({ slug }) => slug.startsWith('hidden'))).toBe(false)
    expect((await listFilterOptions(shop.context, { site: site() })).cities).toEqual(['Berlin'])
  })

  test('opens by its link when unlisted', async () => {
    const id = await insert('by-link', 'unlisted')
    expect((await tickets(id)).data).toHaveLength(1)
    expect(await findEvent(shop.context, { site: site(), idOrSlug: 'by-link' })).toMatchObject({
      visibility: 'unlisted',
      isLocked: false,
    })
  })

  test('shows neither tickets nor prices without its code', async () => {
    const id = await insert('closed', 'code')
    expect((await tickets(id)).error.code).toBe('EVENT_CODE_REQUIRED')
    const { data } = await shop.ask<EventDetail>('GET', '/api/public/events/closed')
    expect(data).toMatchObject({ priceFrom: null, priceTo: null })
    expect(JSON.stringify(data)).not.toContain('Sesame')
    expect(await findEvent(shop.context, { site: site(), idOrSlug: 'closed' })).toMatchObject({
      isLocked: true,
      offers: [],
    })
  })

  test('opens with its code, and stays open in that browser until the code changes', async () => {
    const id = await insert('opened', 'code')
    expect((await tickets(id, '?code=%20sesame')).data).toHaveLength(1)
    const ask = { site: site(), idOrSlug: 'opened', address: '192.0.2.7' }
    expect(await unlockEvent(shop.context, { ...ask, code: 'simsim' })).toMatchObject({
      error: { code: 'EVENT_CODE_WRONG' },
    })
    const opened = await unlockEvent(shop.context, { ...ask, code: 'SESAME' })
    if (!opened.success) throw new Error('The code did not open the event.')
    const cookies = { [opened.data.name]: opened.data.value ?? '' }
    const again = await shop.ask<TicketOffer[]>('GET', `/api/public/events/${id}/tickets`, { cookies })
    expect(again.data).toHaveLength(1)
    const other = await insert('opened-other', 'code')
    const elsewhere = { [`event_code_${other}`]: opened.data.value ?? '' }
    const foreign = await shop.ask('GET', `/api/public/events/${other}/tickets`, { cookies: elsewhere })
    expect(foreign.error.code).toBe('EVENT_CODE_REQUIRED')
    await sql`update events set access_code = 'new' where id = ${id}`.execute(shop.context.db)
    const closed = await shop.ask('GET', `/api/public/events/${id}/tickets`, { cookies })
    expect(closed.error.code).toBe('EVENT_CODE_REQUIRED')
  })

  test('limits guesses', async () => {
    const id = await insert('guessed', 'code')
    for (let tries = 0; tries < 20; tries += 1)
      expect((await tickets(id, `?code=guess${tries}`)).error.code).toBe('EVENT_CODE_WRONG')
    expect((await tickets(id, '?code=Sesame')).error.code).toBe('RATE_LIMITED')
  })

  test('limits guesses from one customer’s many addresses', async () => {
    const id = await insert('guessed-by-many', 'code')
    const guess = async (address: string, code = 'guess') =>
      (await shop.ask('GET', `/api/public/events/${id}/tickets?code=${code}`, { address })).error.code
    for (let tries = 1; tries <= 20; tries += 1)
      expect(await guess(`2001:db8:1:2::${tries}`)).toBe('EVENT_CODE_WRONG')
    expect(await guess('2001:db8:1:2:ffff::1', 'Sesame')).toBe('RATE_LIMITED')
    expect(await guess('2001:db8:1:3::1')).toBe('EVENT_CODE_WRONG')
  })
  test('can’t be bought without its code, like unknown tickets', async () => {
    const id = await insert('sold-by-code', 'code')
    const [type, open] = [types.get(id) ?? '', await insertTicketType(shop.context.db, shop)]
    const { data } = await hold(newCartId(), { [type]: 1, [open]: 1 })
    expect(data.items).toEqual([
      expect.objectContaining({ ticketTypeId: type, eventId: null, held: 0, price: 0, reason: 'UNKNOWN' }),
      expect.objectContaining({ ticketTypeId: open, held: 1 }),
    ])
    expect(await shop.counters(type)).toMatchObject({ held: 0 })
    const wrong = { [`event_code_${id}`]: 'guessed' }
    expect((await hold(newCartId(), { [type]: 1 }, wrong)).data.items).toMatchObject([{ reason: 'UNKNOWN' }])
  })

  test('is sold to the cart that sent the code, also for a repeated request', async () => {
    const id = await insert('sold-with-code', 'code')
    const [type, open] = [types.get(id) ?? '', await insertTicketType(shop.context.db, shop)]
    const [cart, wishes] = [newCartId(), { [type]: 1, [open]: 1 }]
    await hold(cart, wishes)
    const cookies = cookiesOf(await tickets(id, '?code=sesame'))
    expect((await hold(cart, wishes, cookies)).data.items).toMatchObject([{ held: 1 }, { held: 1 }])
    // Existing holds stay valid after a change of the code; more tickets need the new one.
    await sql`update events set access_code = 'new' where id = ${id}`.execute(shop.context.db)
    expect((await hold(cart, wishes, cookies)).data.items).toMatchObject([{ held: 1 }, { held: 1 }])
    expect((await hold(newCartId(), wishes, cookies)).data.items).toMatchObject([
      { reason: 'UNKNOWN' },
      { held: 1 },
    ])
  })
})
