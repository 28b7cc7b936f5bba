import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Assignment, StaffProfile } from '#contracts/portal/staff.ts'
import { createApi } from '#server/http/api.ts'
import { insertEvent, insertPromoter, insertTicketType } from '#tests/support/factories.ts'
import { insertMember, openCustomer, signInOn, type Browser } from '#tests/support/people.ts'
import { readPdfText } from '#tests/support/pdf-text.ts'
import {
  insertLink,
  insertRule,
  openSeller,
  readEarnings,
  sell,
  type Seller,
} from '#tests/support/sellers.ts'
import { openShop, type Shop } from '#tests/support/shop.ts'

let shop: Shop
let seller: Seller
beforeEach(async () => {
  shop = await openShop()
  seller = await openSeller(shop)
})
afterEach(() => shop.close())

describe('a staff profile', () => {
  const read = (request = {}, browser: Browser = seller) =>
    browser.ask<{ staffProfile: StaffProfile }>('GET', '/api/public/staff/profile', request)

  it('is the account’s until the member says otherwise, for one promoter each', async () => {
    expect((await read()).data.staffProfile).toMatchObject({
      id: seller.id,
      promoterName: 'Aurora',
      role: 'sales',
      displayName: 'Ada Lovelace',
      email: seller.email,
    })
    const body = { displayName: ' DJ Ada ', phone: '+49 30 123456', bio: 'Berlin' }
    const put = await seller.ask<{ staffProfile: StaffProfile }>('PUT', '/api/staff/profile', { body })
    expect(put.data.staffProfile).toMatchObject({
      displayName: 'DJ Ada',
      phone: '+49 30 123456',
      bio: 'Berlin',
    })
    const other = await insertPromoter(shop.context.db, 'Nordlys')
    await insertMember(shop.context.db, { promoterId: other, accountId: seller.id, role: 'door' })
    const onMain = await signInOn(shop, 'localhost', seller.email)
    const elsewhere = await read({ promoter: other }, onMain)
    expect(elsewhere.data.staffProfile).toMatchObject({ displayName: 'Ada Lovelace', role: 'door' })
    expect(elsewhere.data.staffProfile.memberships.map(({ promoterName }) => promoterName)).toEqual([
      'Aurora',
      'Nordlys',
    ])
  })

  it('follows the account where the member said nothing', async () => {
    const put = (body: unknown) =>
      seller.ask<{ staffProfile: StaffProfile }>('PUT', '/api/staff/profile', { body })
    const saved = await put({ displayName: '', phone: '', bio: 'Berlin' })
    expect(saved.data.staffProfile).toMatchObject({ displayName: 'Ada Lovelace', ownName: '', bio: 'Berlin' })
    const name = { firstName: 'Augusta', lastName: 'King', phone: '+49 30 999999' }
    expect((await seller.ask('PUT', '/api/auth/customer/profile', { body: name })).success).toBe(true)
    expect((await read()).data.staffProfile).toMatchObject({ displayName: 'Augusta King', ownName: '' })
    await put({ displayName: 'DJ Ada', phone: '+49 30 123456', bio: '' })
    expect((await read()).data.staffProfile).toMatchObject({ displayName: 'DJ Ada', ownName: 'DJ Ada' })
  })

  it('has the phone number given to the team, and none once cleared', async () => {
    await sql`update accounts set phone = '+49 30 999999'`.execute(shop.context.db)
    expect((await read()).data.staffProfile.phone).toBe('')
    for (const phone of ['+49 30 123456', '']) {
      await seller.ask('PUT', '/api/staff/profile', { body: { displayName: '', phone, bio: '' } })
      expect((await read()).data.staffProfile.phone).toBe(phone)
    }
  })

  it('requires the promoter’s second factor', async () => {
    await sql`update promoters set requires_second_factor = true`.execute(shop.context.db)
    expect((await read()).error.code).toBe('FORBIDDEN')
  })
})

it('assignments to come stand first, the next one leading, then past ones', async () => {
  const DAY_MS = 86_400_000
  const assign = async (title: string, days: number, accountId = seller.id): Promise<void> => {
    const startsAt = new Date(shop.clock.now() + days * DAY_MS)
    const eventId = await insertEvent(shop.context.db, { promoterId: shop.promoterId, startsAt, title })
    await sql`
      insert into assignments (id, promoter_id, account_id, event_id, role, starts_at, ends_at)
      values (${randomUUID()}, ${shop.promoterId}, ${accountId}, ${eventId}, 'sales', ${startsAt},
        ${new Date(startsAt.getTime() + DAY_MS / 4)})`.execute(shop.context.db)
  }
  const other = await openCustomer(shop)
  await insertMember(shop.context.db, { promoterId: shop.promoterId, accountId: other.id, role: 'sales' })
  for (const [title, days] of [
    ['later', 9],
    ['long ago', -9],
    ['next', 2],
    ['now', -0.1],
    ['lately', -1],
  ] as const)
    await assign(title, days)
  await assign('another’s', 1, other.id)
  const { data } = await seller.ask<{ assignments: Assignment[] }>('GET', '/api/public/staff/assignments')
  expect(data.assignments.map(({ eventTitle }) => eventTitle)).toEqual([
    'now',
    'next',
    'later',
    'lately',
    'long ago',
  ])
  expect(data.assignments[0]).toMatchObject({
    role: 'sales',
    venueName: 'Kraftwerk',
    timeZone: 'Europe/Berlin',
  })
})

describe('earnings in lines', () => {
  interface Page {
    breakdown: { orderNumber: string; amount: number; status: string; linkName: string }[]
    nextCursor: string | null
  }
  let ticketTypeId: string
  let linkId: string
  beforeEach(async () => {
    await sql`update events set title = '=HYPERLINK("evil")'`.execute(shop.context.db)
    ticketTypeId = await insertTicketType(shop.context.db, { ...shop, capacity: 500 })
    linkId = await insertLink(shop, seller.id)
    await insertRule(shop, {})
  })
  const sellOne = () => sell(shop, { linkId, wishes: { [ticketTypeId]: 1 }, total: 25 })
  const read = (query: string) =>
    seller.ask<Page>('GET', `/api/staff/${seller.id}/earnings/breakdown${query}`)

  it('are all there, once each, page by page', async () => {
    const numbers: string[] = []
    for (let count = 0; count < 53; count += 1) numbers.push((await sellOne()).number)
    const first = (await read('')).data
    const second = (await read(`?cursor=${first.nextCursor}`)).data
    expect([first.breakdown.length, second.breakdown.length, second.nextCursor]).toEqual([50, 3, null])
    const seen = [...first.breakdown, ...second.breakdown].map((line) => line.orderNumber)
    expect(seen.toSorted()).toEqual(numbers.toSorted())
  }, 60_000)

  it('are filtered by event, link and day, and refuse invalid days', async () => {
    await sellOne()
    const count = async (query: string): Promise<number | string> => {
      const answer = await read(query)
      return answer.success ? answer.data.breakdown.length : answer.error.code
    }
    expect(await count(`?eventId=${shop.eventId}&linkId=${linkId}&from=2026-11-21&to=2026-11-21`)).toBe(1)
    expect(await count('?from=2026-11-22')).toBe(0)
    expect(await count('?to=2026-11-20')).toBe(0)
    expect(await count(`?linkId=${randomUUID()}`)).toBe(0)
    expect(await count('?from=yesterday')).toBe('VALIDATION_ERROR')
    expect(await count('?cursor=none')).toBe('VALIDATION_ERROR')
    expect(await count('?eventId=none')).toBe('NOT_FOUND')
  })

  it('say which terms are in force, by day and by link', async () => {
    await sellOne()
    const { terms, days, links } = await readEarnings(seller)
    expect(terms).toEqual(['10% of ticket revenue'])
    expect(days).toEqual([{ day: '2026-11-21', amount: 2.5, tickets: 1, revenue: 25, currency: 'EUR' }])
    expect(links).toMatchObject([{ linkId, name: 'Flyer', amount: 2.5 }])
  })

  const statement = async (format: string, query = ''): Promise<Response> =>
    createApi(shop.context).fetch(
      new Request(`http://${shop.host}/api/staff/${seller.id}/earnings/statement.${format}${query}`, {
        headers: { host: shop.host, authorization: `Bearer ${seller.bearer}` },
      }),
    )

  it('are exported as CSV without formulas', async () => {
    const order = await sellOne()
    const response = await statement('csv', '?from=2026-11-01')
    expect(response.headers.get('content-disposition')).toBe(
      'attachment; filename="statement-2026-11-01.csv"',
    )
    const bytes = new Uint8Array(await response.arrayBuffer())
    const [head, line] = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes).split('\r\n')
    expect(head).toMatch(/^\uFEFFKind,Date,Order/)
    expect(line).toBe(
      `Commission,2026-11-21,${order.number},"'=HYPERLINK(""evil"")",General admission,Flyer,1,25.00,2.50,0.00,,EUR,pending`,
    )
  })

  it('are exported as PDF with totals', async () => {
    await sellOne()
    await sellOne()
    const response = await statement('pdf')
    expect(response.headers.get('content-type')).toBe('application/pdf')
    const words = readPdfText(new Uint8Array(await response.arrayBuffer()))
    for (const part of [
      'Statement of earnings',
      'Ada Lovelace',
      'General admission',
      '€50.00',
      '€5.00',
      'Earned, EUR',
    ])
      expect(words).toContain(part)
  })
})
