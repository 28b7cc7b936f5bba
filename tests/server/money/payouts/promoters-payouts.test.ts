import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AuditEntry } from '#contracts/console/audit.ts'
import type { ConsoleEarning, ConsolePayout, PayoutSettings } from '#contracts/console/staff/payouts.ts'
import type { FormerMember } from '#contracts/console/staff/staff.ts'
import { insertEvent, insertTicketType } from '#tests/support/factories.ts'
import {
  askForMoney,
  endEvents,
  insertLink,
  insertRule,
  openPayee,
  openSeller,
  sell,
  type Seller,
} from '#tests/support/sellers.ts'
import { openShop, type Shop } from '#tests/support/shop.ts'

let shop: Shop
let owner: Seller
let seller: Seller
let ticketTypeId: string

/** A seller with €20.00 waiting for approval and €40.00 earned, and a former one with €20.00. */
beforeAll(async () => {
  shop = await openShop()
  owner = await openSeller(shop, 'owner')
  seller = await openSeller(shop)
  const { promoterId, eventId } = shop
  ticketTypeId = await insertTicketType(shop.context.db, {
    promoterId,
    eventId,
    name: 'Entry',
    priceCents: 20_000,
  })
  const linkId = await insertLink(shop, seller.id)
  await insertRule(shop, { memberId: seller.id, basisPoints: 1000 })
  await sell(shop, { linkId, wishes: { [ticketTypeId]: 2 }, total: 400 })
  await shop.context.db.updateTable('commission_rules').set({ approval: 'manual' }).execute()
  await sell(shop, { linkId, wishes: { [ticketTypeId]: 1 }, total: 200 })
})
afterAll(() => shop.close())

const payouts = (query = '') =>
  owner.ask<{ payouts: ConsolePayout[]; nextCursor: string | null }>('GET', `/api/promoter/payouts${query}`)
const earnings = (query = '') =>
  owner.ask<{ earnings: ConsoleEarning[]; nextCursor: string | null }>(
    'GET',
    `/api/promoter/earnings${query}`,
  )
const latest = async (action: string) => {
  const answer = await owner.ask<{ entries: AuditEntry[] }>('GET', `/api/promoter/audit-log?action=${action}`)
  return answer.data.entries[0]
}

describe('earnings and payouts of all members', () => {
  test('that wait for approval show member and source', async () => {
    const { data } = await earnings('?status=waiting')
    expect(data).toMatchObject({
      earnings: [
        { memberId: seller.id, memberName: 'Ada Lovelace', amount: 20, revenue: 200, ticketName: 'Entry' },
      ],
      nextCursor: null,
    })
    const ids = data.earnings.map(({ id }) => id)
    const answer = await owner.ask('POST', '/api/promoter/earnings/decide', { body: { ids, approve: true } })
    expect(answer).toMatchObject({ data: { decided: 1 } })
    expect((await earnings('?status=waiting')).data.earnings).toEqual([])
    expect((await earnings(`?status=earned&memberId=${seller.id}`)).data.earnings).toHaveLength(2)
    expect(await latest('earning.approved')).toMatchObject({
      actor: { kind: 'member', id: owner.id },
      after: { memberId: seller.id, amount: { cents: 2000, currency: 'EUR' } },
    })
  })

  test('a payout is approved, and the audit log shows by whom', async () => {
    await openPayee(shop, seller)
    await endEvents(shop, [owner, seller])
    const { data } = await askForMoney(seller, 40)
    expect(await payouts('?status=requested')).toMatchObject({
      data: {
        payouts: [{ id: data.payout.id, memberName: 'Ada Lovelace', amount: 40, isFormerMember: false }],
      },
    })
    await owner.ask('POST', `/api/promoter/payouts/${data.payout.id}/decide`, { body: { approve: true } })
    expect((await payouts('?status=requested')).data.payouts).toEqual([])
    expect((await payouts()).data.payouts[0]).toMatchObject({ status: 'approved', decidedBy: 'Ada Lovelace' })
    expect(await latest('payout')).toMatchObject({ action: 'payout.approved', subjectId: data.payout.id })
  })

  test('are paginated, and for owners only', async () => {
    expect(await payouts('?cursor=made-up')).toMatchObject({ status: 422 })
    expect(await payouts('?status=lost')).toMatchObject({ status: 422 })
    expect(await earnings('?memberId=nobody')).toMatchObject({ status: 404 })
    const manager = await openSeller(shop, 'manager')
    for (const path of ['payouts', 'earnings', 'payout-settings'])
      expect(await manager.ask('GET', `/api/promoter/${path}`)).toMatchObject({ status: 403 })
  })
})

describe('a removed member', () => {
  test('is paid their earnings by an owner, once', async () => {
    expect(await owner.ask('DELETE', `/api/promoter/members/${seller.id}`)).toMatchObject({ success: true })
    const { data } = await owner.ask<{ former: FormerMember[] }>('GET', '/api/promoter/members')
    expect(data.former).toMatchObject([
      { accountId: seller.id, owed: [{ currency: 'EUR', available: 20, pending: 0 }] },
    ])
    const pay = (key: string) =>
      owner.ask('POST', `/api/promoter/former-members/${seller.id}/payouts`, {
        body: { currency: 'EUR' },
        key,
      })
    const answers = await Promise.all([pay('one'), pay('one')])
    expect(answers.map(({ status }) => status)).toEqual([201, 201])
    const { payouts: all } = (await payouts('?status=approved')).data
    expect(new Set(all.map(({ amount }) => amount))).toEqual(new Set([20, 40]))
    expect(all.every(({ isFormerMember }) => isFormerMember)).toBe(true)
    expect(await pay('two')).toMatchObject({ error: { code: 'PAYOUT_TOO_MUCH' } })
    expect(await askForMoney(seller, 1), 'the portal is closed').toMatchObject({ success: false })
  })

  test('is the only one paid that way', async () => {
    const member = await openSeller(shop)
    const answer = await owner.ask('POST', `/api/promoter/former-members/${member.id}/payouts`, {
      body: { currency: 'EUR' },
    })
    expect(answer).toMatchObject({ status: 404 })
  })
})

describe('payout settings', () => {
  const get = () => owner.ask<{ settings: PayoutSettings }>('GET', '/api/promoter/payout-settings')
  const put = (body: unknown) => owner.ask<never>('PUT', '/api/promoter/payout-settings', { body })

  test('conflict on concurrent changes, and both states are logged', async () => {
    const { settings } = (await get()).data
    const wish = { refundWindowDays: 14, autoLimit: 50.5, version: settings.version }
    const answers = await Promise.all([put(wish), put({ ...wish, refundWindowDays: 7 })])
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409])
    const now = (await get()).data.settings
    expect(now).toMatchObject({ autoLimit: 50.5, version: settings.version + 1 })
    const refused = answers.find(({ status }) => status === 409)
    expect(refused?.error.details).toEqual({ current: now })
    expect(await latest('payout_settings.changed')).toMatchObject({
      before: { refundWindowDays: settings.refundWindowDays },
      after: { refundWindowDays: now.refundWindowDays },
    })
  })

  test('keep the limit’s currency until another is set', async () => {
    const { promoterId, context } = shop
    const before = (await get()).data.settings
    expect(before).toMatchObject({ autoLimit: 50.5, currency: 'EUR', currencies: ['EUR'] })
    const startsAt = new Date('2027-03-01T20:00:00Z')
    await insertEvent(context.db, { promoterId, startsAt, currency: 'JPY' })
    const now = (await get()).data.settings
    expect(now).toEqual({ ...before, currencies: ['EUR', 'JPY'] })
    const { refundWindowDays, version } = now
    const wish = { refundWindowDays, autoLimit: 5000, version }
    expect((await put({ ...wish, currency: 'USD' })).status).toBe(422)
    expect((await put({ ...wish, currency: 'JPY' })).status).toBe(200)
    const changed = (await get()).data.settings
    expect(changed).toMatchObject({ autoLimit: 5000, currency: 'JPY', currencies: ['EUR', 'JPY'] })
    expect(await latest('payout_settings.changed')).toMatchObject({
      after: { autoLimit: { cents: 5000, currency: 'JPY' } },
    })
  })

  test('have bounds', async () => {
    for (const wish of [{ refundWindowDays: 366 }, { refundWindowDays: 1.5 }, { autoLimit: -1 }])
      expect(await put({ refundWindowDays: 3, autoLimit: 0, version: 1, ...wish })).toMatchObject({
        status: 422,
      })
  })
})
