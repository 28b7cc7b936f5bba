import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { legalTextUrl } from '#contracts/platform/legal-urls.ts'
import type { BuyerLegalText } from '#model/sites/buyer-legal-texts.ts'
import { getLegalPage } from '#server/sites/legal/get-legal-page.ts'
import { createAsk } from '#tests/support/ask.ts'
import { insertEvent, insertLegalText, insertPromoter } from '#tests/support/factories.ts'
import { openShop, type Shop } from '#tests/support/shop.ts'

let shop: Shop
let nordlys = { promoterId: '', eventId: '' }

beforeAll(async () => {
  shop = await openShop()
  const { db } = shop.context
  const promoterId = await insertPromoter(db, 'Nordlys')
  nordlys = {
    promoterId,
    eventId: await insertEvent(db, { promoterId, startsAt: new Date('2026-12-02T20:00Z') }),
  }
  const aurora = shop.promoterId
  await insertLegalText(db, { promoterId: aurora, kind: 'terms' })
  await insertLegalText(db, { promoterId: aurora, kind: 'terms', version: 2 })
  await insertLegalText(db, { promoterId: aurora, kind: 'privacy' })
  await insertLegalText(db, { promoterId: aurora, kind: 'refunds' })
  await insertLegalText(db, { promoterId: aurora, kind: 'refunds', version: 2, text: null })
  await insertLegalText(db, { promoterId: aurora, kind: 'imprint' })
  await shop.context.sites.reload()
})
afterAll(() => shop.close())

async function textsOf(eventId: string, host = shop.host): Promise<BuyerLegalText[] | string | undefined> {
  const path = `/api/public/events/${eventId}/legal-texts`
  const answer = await createAsk(shop.context, host)<{ texts: BuyerLegalText[] }>('GET', path)
  return answer.success ? answer.data.texts : answer.error?.code
}

describe('legal texts for buyers of an event', () => {
  test('are its promoter’s in force, on its storefront and the main site', async () => {
    const { promoterId } = shop
    const texts = [
      { kind: 'terms', promoterId, version: 2, by: 'Aurora' },
      { kind: 'privacy', promoterId, version: 1, by: 'Aurora' },
    ]
    expect(await textsOf(shop.eventId)).toEqual(texts)
    expect(await textsOf(shop.eventId, 'localhost')).toEqual(texts)
  })

  test('are none without any, and the main site’s terms otherwise', async () => {
    expect(await textsOf(nordlys.eventId, 'nordlys.localhost')).toEqual([])
    await insertLegalText(shop.context.db, { promoterId: null, kind: 'terms' })
    await insertLegalText(shop.context.db, { promoterId: null, kind: 'privacy' })
    const terms = { kind: 'terms', promoterId: null, version: 1, by: 'Foyer' }
    expect(await textsOf(nordlys.eventId, 'nordlys.localhost')).toEqual([terms])
    expect(await textsOf(shop.eventId)).toMatchObject([{ promoterId: shop.promoterId }, { kind: 'privacy' }])
  })

  test('are refused for other events', async () => {
    const draft = { promoterId: shop.promoterId, startsAt: new Date('2026-12-02T20:00Z') }
    const draftId = await insertEvent(shop.context.db, { ...draft, status: 'draft' })
    expect(await textsOf(nordlys.eventId)).toBe('NOT_FOUND')
    expect(await textsOf(shop.eventId, 'unknown.example')).toBe('NOT_FOUND')
    expect(await textsOf(draftId)).toBe('NOT_FOUND')
    expect(await textsOf('nothing')).toBe('NOT_FOUND')
  })
})

describe('the page of a text by its link', () => {
  const open = (host: string, of: { promoterId: string | null; version?: number }) => {
    const { pathname, searchParams } = new URL(legalTextUrl({ kind: 'terms', ...of }), 'http://localhost')
    return getLegalPage(shop.context, {
      site: shop.context.sites.resolve(host),
      kind: pathname.split('/').at(-1) ?? '',
      by: searchParams.get('by'),
      version: searchParams.get('version'),
    })
  }

  test('is on the promoter’s storefront and the main site, in every version', async () => {
    const { promoterId } = shop
    for (const host of [shop.host, 'localhost']) {
      expect(await open(host, { promoterId })).toMatchObject({ text: 'terms 2', by: 'Aurora', isPast: false })
      expect(await open(host, { promoterId, version: 1 })).toMatchObject({ text: 'terms 1', isPast: true })
    }
    for (const host of ['nordlys.localhost', 'unknown.example'])
      expect(await open(host, { promoterId })).toBeUndefined()
  })

  test('of the main site is on every storefront', async () => {
    await insertLegalText(shop.context.db, { promoterId: null, kind: 'terms', version: 2, text: 'Ours' })
    for (const host of [shop.host, 'nordlys.localhost', 'localhost'])
      expect(await open(host, { promoterId: null })).toMatchObject({ text: 'Ours', by: 'Foyer' })
    expect(await open('unknown.example', { promoterId: null })).toBeUndefined()
  })

  test('of an unknown promoter doesn’t exist', async () => {
    for (const promoterId of ['', 'x', "' or true --", crypto.randomUUID()])
      expect(await open('localhost', { promoterId })).toBeUndefined()
  })
})
