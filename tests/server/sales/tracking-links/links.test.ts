import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { StaffProfile, TrackingLink } from '#contracts/portal/staff.ts'
import type { MemberRole } from '#model/people/members.ts'
import { openShortLink } from '#server/sales/tracking-links/open-short-link.ts'
import { drawShortLinkQrCode } from '#server/sales/tracking-links/draw-short-link.ts'
import { insertEvent, insertPromoter, insertTicketType } from '#tests/support/factories.ts'
import { FIREFOX } from '#tests/support/links.ts'
import {
  insertMember,
  newAddress,
  openBrowser,
  openCustomer,
  signInOn,
  type Browser,
} from '#tests/support/people.ts'
import { CARDS, CUSTOMER, newCartId, openShop, type Shop } from '#tests/support/shop.ts'

const LINKS = '/api/public/staff/tracking-links'
type Listed = { trackingLinks: TrackingLink[]; events: { id: string }[] }
type One = {
  trackingLink: TrackingLink
  days: { day: string; clicks: number; orders: number; revenue: number }[]
}

let shop: Shop
let seller: Browser & { id: string }
let otherPromoter: string

beforeAll(async () => {
  shop = await openShop()
  seller = await openMember('sales')
  otherPromoter = await insertPromoter(shop.context.db, 'Brickworks')
  await shop.context.sites.reload()
})
afterAll(() => shop.close())

async function openMember(
  role: MemberRole,
  promoterId = shop.promoterId,
): Promise<Browser & { id: string; email: string }> {
  const member = await openCustomer(shop)
  await insertMember(shop.context.db, { promoterId, accountId: member.id, role })
  return member
}

const create = (who: Browser, body: Record<string, unknown>, more = {}) =>
  who.ask<One>('POST', LINKS, { body, ...more })

describe('a member’s links', () => {
  test('are made with a code that is easy to read, or one of their own', async () => {
    const made = await create(seller, { name: ' Poster ' })
    expect(made.status).toBe(201)
    const { trackingLink } = made.data
    expect(trackingLink).toMatchObject({ name: 'Poster', isActive: true, eventId: null, eventTitle: null })
    expect(trackingLink.code).toMatch(/^[a-hj-kmnp-z2-9]{7}$/)
    expect(trackingLink.url).toBe(`http://aurora.localhost/?ref=${trackingLink.code}`)
    expect(trackingLink.shortUrl).toBe(`http://aurora.localhost/t/${trackingLink.code}`)
    const event = await insertEvent(shop.context.db, {
      ...shop,
      startsAt: new Date('2026-12-05T20:00:00Z'),
      slug: 'gala',
    })
    const own = await create(seller, {
      name: 'Newsletter',
      code: 'Spring-26',
      eventId: event,
      utmSource: 'mail',
      utmCampaign: 'a b',
    })
    expect(own.data.trackingLink).toMatchObject({
      url: 'http://aurora.localhost/events/gala?ref=Spring-26&utm_source=mail&utm_campaign=a+b',
      eventTitle: 'Night Shift',
    })
    const listed = await seller.ask<Listed>('GET', LINKS)
    expect(listed.data.trackingLinks.map(({ name }) => name).toSorted()).toEqual(['Newsletter', 'Poster'])
    expect(listed.data.events.map(({ id }) => id)).toContain(event)
  })

  test('have unique codes, case-insensitively, under concurrency', async () => {
    const answers = await Promise.all(
      ['twice', 'TWICE', 'Twice', 'tWice'].map((code) => create(seller, { name: code, code })),
    )
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      201, 409, 409, 409,
    ])
    expect(answers.find(({ success }) => !success)?.error.code).toBe('LINK_CODE_TAKEN')
  })

  test.each([
    ['a code that looks like an id', { name: 'x', code: randomUUID() }, 'VALIDATION_ERROR'],
    ['a code of other letters', { name: 'x', code: 'a b' }, 'VALIDATION_ERROR'],
    ['no name', { name: ' ' }, 'VALIDATION_ERROR'],
    ['an event that is none', { name: 'x', eventId: 'x' }, 'NOT_FOUND'],
    ['an event that nobody has', { name: 'x', eventId: randomUUID() }, 'NOT_FOUND'],
  ])('refuse %s', async (_, body, code) => {
    expect((await create(seller, body)).error.code).toBe(code)
  })

  test('refuse another promoter’s event and drafts', async () => {
    const { db } = shop.context
    const startsAt = new Date('2026-12-05T20:00:00Z')
    const foreign = await insertEvent(db, { promoterId: otherPromoter, startsAt })
    const draft = await insertEvent(db, { ...shop, startsAt, status: 'draft' })
    for (const eventId of [foreign, draft])
      expect((await create(seller, { name: 'x', eventId })).error.code).toBe('NOT_FOUND')
  })

  test('are limited to 500, under concurrency', async () => {
    const member = await openMember('sales')
    const { db } = shop.context
    await db
      .insertInto('tracking_links')
      .values(
        Array.from({ length: 498 }, (_, index) => ({
          promoter_id: shop.promoterId,
          member_id: member.id,
          code: `full-${index}`,
          name: 'x',
          created_at: new Date(),
        })),
      )
      .execute()
    const answers = await Promise.all(Array.from({ length: 5 }, () => create(member, { name: 'x' })))
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      201, 201, 409, 409, 409,
    ])
    expect(answers.find(({ success }) => !success)?.error.code).toBe('LINKS_FULL')
  })

  test('can be renamed and turned off', async () => {
    const { id } = (await create(seller, { name: 'Old' })).data.trackingLink
    const body = { name: 'New', isActive: false }
    const put = await seller.ask<One>('PUT', `${LINKS}/${id}`, { body })
    expect(put.data.trackingLink).toMatchObject({ id, name: 'New', isActive: false })
  })
})

describe('links are their member’s alone', () => {
  /** Adds a membership at another promoter, a minute later. */
  const joinOther = (accountId: string): Promise<void> =>
    insertMember(shop.context.db, {
      promoterId: otherPromoter,
      accountId,
      role: 'sales',
      createdAt: new Date(Date.now() + 60_000),
    })

  test('every call says NOT_FOUND of another’s, FORBIDDEN to who sells for nobody', async () => {
    const { id } = (await create(seller, { name: 'Mine' })).data.trackingLink
    const put = { name: 'Stolen', isActive: false }
    const calls = (who: Browser, more = {}) =>
      Promise.all([
        who.ask('GET', LINKS, more),
        who.ask('GET', `${LINKS}/${id}`, more),
        who.ask('PUT', `${LINKS}/${id}`, { body: put, ...more }),
        who.ask('POST', LINKS, { body: { name: 'x' }, ...more }),
      ])
    const codes = async (who: Browser, more = {}): Promise<string[]> =>
      (await calls(who, more)).map(({ success, error }) => (success ? 'ok' : error.code))
    const nobody = openBrowser(shop)
    expect(await codes(nobody)).toEqual(Array(4).fill('UNAUTHENTICATED'))
    expect(await codes(await openCustomer(shop))).toEqual(Array(4).fill('FORBIDDEN'))
    expect(await codes(await openMember('door'))).toEqual(Array(4).fill('FORBIDDEN'))
    for (const role of ['sales', 'manager', 'owner'] as const)
      expect(await codes(await openMember(role))).toEqual(['ok', 'NOT_FOUND', 'NOT_FOUND', 'ok'])
    const foreign = await openMember('owner', otherPromoter)
    expect(await codes(foreign), 'on this promoter’s host').toEqual(Array(4).fill('NOT_FOUND'))
    const onMain = await signInOn(shop, 'localhost', foreign.email)
    expect(await codes(onMain, { promoter: shop.promoterId })).toEqual(Array(4).fill('NOT_FOUND'))
    expect(await codes(onMain)).toEqual(['ok', 'NOT_FOUND', 'NOT_FOUND', 'ok'])
    const { data } = await seller.ask<One>('GET', `${LINKS}/${id}`)
    expect(data.trackingLink.name).toBe('Mine')
  })

  test('a member of two promoters sells for the one shown in the portal, unless specified', async () => {
    const both = await openMember('sales')
    await joinOther(both.id)
    const onMain = await signInOn(shop, 'localhost', both.email)
    const profile = await onMain.ask<{ staffProfile: StaffProfile }>('GET', '/api/public/staff/profile')
    expect(profile.data.staffProfile.promoterName).toBe('Aurora')
    const first = await create(onMain, { name: 'x' })
    expect(first.data.trackingLink.shortUrl).toContain('http://aurora.localhost/t/')
    const second = await create(onMain, { name: 'y' }, { promoter: otherPromoter })
    expect(second.data.trackingLink.shortUrl).toContain('http://brickworks.localhost/t/')
    const listed = await onMain.ask<Listed>('GET', LINKS)
    expect(listed.data.trackingLinks.map(({ name }) => name)).toEqual(['x'])
  })

  test('a door member of the shown promoter doesn’t sell for another unless specified', async () => {
    const member = await openMember('door')
    await joinOther(member.id)
    const onMain = await signInOn(shop, 'localhost', member.email)
    expect((await create(onMain, { name: 'x' })).error.code).toBe('FORBIDDEN')
    const made = await create(onMain, { name: 'x' }, { promoter: otherPromoter })
    expect(made.data.trackingLink.shortUrl).toContain('http://brickworks.localhost/t/')
  })
})

test('what came of a link: clicks, holds, orders, refunds, by day', async () => {
  const ticketTypeId = await insertTicketType(shop.context.db, shop)
  const member = await openMember('sales')
  const { id, code } = (await create(member, { name: 'Counted' })).data.trackingLink
  const buy = async (quantity: number, isPaid = true) => {
    const visitor = openBrowser(shop, { userAgent: FIREFOX, address: newAddress() })
    await visitor.ask('POST', `/api/tracking-links/${code}/click`, { body: {} })
    const cartId = newCartId()
    const items = [{ ticketTypeId, quantity }]
    await visitor.ask('PUT', `/api/public/carts/${cartId}`, { body: { items } })
    const body = { cartId, customer: CUSTOMER, expectedTotal: 25 * quantity }
    const placed = await visitor.ask<{ order: { id: string } }>('POST', '/api/public/checkout', {
      body,
      key: cartId,
    })
    const orderId = placed.data.order.id
    if (isPaid) await shop.ask('POST', '/api/payments/create-intent', { body: { orderId } })
    if (isPaid) await shop.pay(orderId, CARDS.good)
    return orderId
  }
  const first = await buy(2)
  await buy(1)
  await buy(1, false)
  const owner = await openMember('owner')
  const tickets = await shop.context.db
    .selectFrom('tickets')
    .select('id')
    .where('order_id', '=', first)
    .execute()
  const refund = await owner.ask('POST', `/api/promoter/orders/${first}/refunds`, {
    body: { tickets: tickets.slice(0, 1).map((ticket) => ticket.id) },
    key: 'once',
  })
  expect(refund.error).toBeUndefined()
  const { data } = await member.ask<One>('GET', `${LINKS}/${id}`)
  expect(data.trackingLink.stats).toEqual({
    clicks: 3,
    holds: 3,
    orders: 2,
    tickets: 3,
    refundedTickets: 1,
    revenue: 50,
    commission: 0,
    currency: 'EUR',
  })
  expect(data.days).toHaveLength(30)
  expect(data.days.at(-1)).toEqual({ day: '2026-11-21', clicks: 3, orders: 2, tickets: 3, revenue: 50 })
  expect(data.days.slice(0, -1).every(({ clicks, orders }) => clicks === 0 && orders === 0)).toBe(true)
})

describe('a short link', () => {
  const client = (origin: string) => ({ address: newAddress(), origin, userAgent: FIREFOX, cookies: {} })
  const open = (host: string, code: string) =>
    openShortLink(shop.context, {
      site: shop.context.sites.resolve(host),
      client: client(`http://${host}:4321`),
      code,
    })

  test('redirects to its page on the promoter’s own site, with a cookie', async () => {
    const { code } = (await create(seller, { name: 'Short', utmMedium: 'qr' })).data.trackingLink
    const opened = await open('aurora.localhost', code.toUpperCase())
    expect(opened.location).toBe(`http://aurora.localhost:4321/?ref=${code}&utm_medium=qr`)
    expect(opened.cookie?.value).toBeTruthy()
    const elsewhere = await open('localhost', code)
    expect(elsewhere.location).toMatch(
      new RegExp(String.raw`^http://aurora\.localhost:4321/\?ref=${code}&utm_medium=qr&_t=[\w.-]+$`),
    )
  })

  test('that is unknown redirects home', async () => {
    const { code } = (await create(seller, { name: 'Foreign' })).data.trackingLink
    for (const [host, name] of [
      ['aurora.localhost', 'nobody'],
      ['brickworks.localhost', code],
      ['x.example', code],
    ] as const)
      expect(await open(host, name)).toEqual({ location: '/?link=unknown', cookie: undefined })
  })

  test('has a QR code on the promoter’s own site', async () => {
    const { code } = (await create(seller, { name: 'Drawn' })).data.trackingLink
    const draw = (host: string, format: 'svg' | 'png') =>
      drawShortLinkQrCode(shop.context, {
        site: shop.context.sites.resolve(host),
        origin: `http://${host}`,
        code,
        format,
      })
    const svg = await draw('localhost', 'svg')
    expect(svg).toMatchObject({ type: 'image/svg+xml', body: expect.stringContaining('<svg') })
    expect(await draw('aurora.localhost', 'svg')).toEqual(svg)
    const png = await draw('aurora.localhost', 'png')
    expect(
      Buffer.from(png?.body ?? '')
        .subarray(1, 4)
        .toString(),
    ).toBe('PNG')
    expect(await draw('brickworks.localhost', 'png')).toBeUndefined()
  })
})
