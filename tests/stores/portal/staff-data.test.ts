import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { insertPromoter, insertTicketType } from '#tests/support/factories.ts'
import { insertMember, PASSWORD } from '#tests/support/people.ts'
import { insertRule } from '#tests/support/sellers.ts'
import { CARDS } from '#tests/support/shop.ts'
import { waitFor } from '#tests/support/wait-for.ts'
import { loadStaffStores, openBrowserShop, type BrowserShop } from '#tests/stores/browser-shop.ts'

const ADA = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com', password: PASSWORD }

let shop: BrowserShop
let stores: Awaited<ReturnType<typeof loadStaffStores>>
let memberId: string

beforeEach(async () => {
  shop = await openBrowserShop()
  localStorage.clear()
  sessionStorage.clear()
  window.history.replaceState(null, '', '/account/staff/earnings')
  vi.spyOn(window.location, 'reload').mockImplementation(() => undefined)
  stores = await loadStaffStores()
  await stores.register(ADA)
  await shop.context.db.updateTable('accounts').set({ email_verified_at: new Date() }).execute()
  memberId = stores.$customer.get()?.id ?? ''
})
afterEach(async () => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  delete document.documentElement.dataset['promoter']
  await shop.close()
})

const join = (promoterId = shop.promoterId): Promise<void> =>
  insertMember(shop.context.db, { promoterId, accountId: memberId, role: 'sales' })

async function sellThroughLink(): Promise<string> {
  const { db } = shop.context
  await insertRule(shop, { basisPoints: 2000 })
  const ticketTypeId = await insertTicketType(db, { promoterId: shop.promoterId, eventId: shop.eventId })
  const created = await stores.createLink({ name: 'Flyer' })
  const linkId = created.success ? created.data.trackingLink.id : ''
  await buy(ticketTypeId, linkId)
  return linkId
}

async function openReadyPayee(): Promise<void> {
  const created = await stores.api.post(`/api/staff/${memberId}/sandbox-connect/account`)
  expect(created.success).toBe(true)
  await shop.context.db.updateTable('payee_accounts').set({ status: 'ready', missing: '[]' }).execute()
}

async function buy(ticketTypeId: string, linkId: string): Promise<void> {
  const { api } = stores
  const cartId = randomUUID()
  await api.put(`/api/public/carts/${cartId}`, { items: [{ ticketTypeId, quantity: 2 }] })
  const customer = { firstName: 'Bo', lastName: 'Ek', email: 'bo@example.com' }
  const headers = { 'idempotency-key': cartId }
  await api.post('/api/public/checkout', { cartId, customer, expectedTotal: 50 }, { headers })
  const { id: orderId } = await shop.context.db
    .updateTable('orders')
    .set({ tracking_link_id: linkId })
    .where('paid_at', 'is', null)
    .returning('id')
    .executeTakeFirstOrThrow()
  const paymentMethod = { number: CARDS.good, expiry: '12/30', cvc: '123' }
  await api.post('/api/payments/confirm', { orderId, paymentMethod })
}

const error = (message: string): string => JSON.stringify({ success: false, error: { code: 'X', message } })

describe('§8 stored messages', () => {
  const path = (name: string): string => `/api/public/staff/${name}`
  const parts = () =>
    [
      ['profile', stores.$staffProfile, stores.loadStaffProfile, 'Failed to load data'],
      ['assignments', stores.$assignments, stores.loadAssignments, 'Failed to load staff assignments'],
      ['tracking-links', stores.$trackingLinks, stores.loadTrackingLinks, 'Failed to load tracking links'],
      ['earnings', stores.$earnings, stores.loadEarnings, 'Failed to load earnings data'],
    ] as const

  it('§3 each part begins with loading, and then has what the server knows', async () => {
    await join()
    for (const [, $store, load] of parts()) {
      expect($store.value).toMatchObject({ status: 'loading', data: undefined })
      await load()
      expect($store.value).toMatchObject({ status: 'ready', error: undefined })
    }
    expect(stores.$staffProfile.value?.data).toMatchObject({ id: memberId, role: 'sales' })
    expect(stores.$trackingLinks.value?.data?.events).toHaveLength(1)
  })

  it('what the server says', async () => {
    for (const [, $store, load] of parts()) {
      await load()
      expect($store.value).toMatchObject({
        status: 'error',
        code: 'FORBIDDEN',
        error: 'API Error: You don’t have permission to do this.',
      })
    }
  })

  it('without a word, and without a network', async () => {
    for (const [name, $store, load, message] of parts()) {
      shop.answerOnce(path(name), 500, error(''))
      await load()
      expect($store.value?.error).toBe(message)
      shop.setNetwork('down')
      await load()
      expect($store.value).toMatchObject({ error: message, code: 'NETWORK_ERROR' })
      shop.setNetwork('up')
    }
  })

  it('earnings that are none are an unknown error', async () => {
    shop.answerOnce(path('earnings'), 200, '{"success":true,"data":{"earnings":1}}')
    await stores.loadEarnings()
    expect(stores.$earnings.value?.error).toBe('Unknown error loading earnings')
  })

  it('loaded data stays when a later request fails', async () => {
    await join()
    await stores.loadEarnings()
    shop.setNetwork('down')
    await stores.loadEarnings()
    expect(stores.$earnings.value).toMatchObject({ status: 'error', data: { payouts: [] } })
  })
})

describe('a sale', () => {
  const beat = 4000

  it('appears within 4 s; a hidden tab doesn’t poll', async () => {
    await join()
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const stop = stores.$earnings.listen(() => undefined)
    await waitFor(() => expect(stores.$earnings.get().status).toBe('ready'))
    await sellThroughLink()
    vi.advanceTimersByTime(beat)
    await waitFor(() => expect(stores.$earnings.get().data?.totals[0]?.pending).toBe(10))
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    shop.requests.length = 0
    vi.advanceTimersByTime(10 * beat)
    stop()
    expect(shop.requests).toEqual([])
  })

  it('is in the breakdown, filtered by the URL', async () => {
    await join()
    const linkId = await sellThroughLink()
    await stores.filterBreakdown(memberId, { linkId })
    expect(stores.$breakdown.get()).toMatchObject({ status: 'ready', nextCursor: null })
    expect(stores.$breakdown.get().lines).toMatchObject([{ amount: 10, quantity: 2, status: 'pending' }])
    expect(window.location.search).toBe(`?linkId=${linkId}`)
    expect(stores.readBreakdownFilters()).toEqual({ linkId })
    await stores.filterBreakdown(memberId, { linkId: randomUUID() })
    expect(stores.$breakdown.get().lines).toEqual([])
    await stores.filterBreakdown(memberId, {})
    expect(window.location.search).toBe('')
    expect(stores.$breakdown.get().lines).toHaveLength(1)
  })

  it('is added to an open breakdown, with refunds marked', async () => {
    await join()
    const linkId = await sellThroughLink()
    await stores.filterBreakdown(memberId, { linkId })
    const { db } = shop.context
    const { id: first } = await db.selectFrom('orders').select('id').executeTakeFirstOrThrow()
    const line = await db.selectFrom('order_items').select('ticket_type_id').executeTakeFirstOrThrow()
    await db.updateTable('earnings').set({ clawed_back_cents: 500 }).where('order_id', '=', first).execute()
    await buy(line.ticket_type_id, linkId)
    await stores.refreshBreakdown(memberId)
    const { status, filters, lines } = stores.$breakdown.get()
    expect({ status, filters }).toEqual({ status: 'ready', filters: { linkId } })
    expect(new Set(lines.map(({ clawedBack }) => clawedBack))).toEqual(new Set([0, 5]))
    shop.setNetwork('down')
    await stores.refreshBreakdown(memberId)
    expect(stores.$breakdown.get()).toMatchObject({ status: 'ready', lines: { length: 2 } })
  })

  it('is fetched again when a running request may be older', async () => {
    await join()
    await stores.loadEarnings()
    const data = { earnings: stores.$earnings.value?.data }
    await sellThroughLink()
    shop.answerOnce('/api/public/staff/earnings', 200, JSON.stringify({ success: true, data }))
    const stop = stores.$earnings.listen(() => undefined)
    await stores.loadEarnings()
    stop()
    expect(stores.$earnings.value?.data?.totals).toMatchObject([{ pending: 10 }])
  })

  it('a response for outdated filters is ignored', async () => {
    await join()
    const linkId = await sellThroughLink()
    const first = stores.filterBreakdown(memberId, { linkId: randomUUID() })
    await Promise.all([first, stores.filterBreakdown(memberId, { linkId })])
    expect(stores.$breakdown.get()).toMatchObject({ filters: { linkId }, lines: [{ amount: 10 }] })
  })

  it('is paid out once per decision; more than available is refused', async () => {
    await join()
    await sellThroughLink()
    const over = { starts_at: new Date('2026-10-01T20:00:00Z'), ends_at: new Date('2026-10-01T23:00:00Z') }
    await shop.context.db.updateTable('events').set(over).execute()
    // Kept by a trigger, so that an earlier end pays nothing sooner.
    await shop.context.db.updateTable('events').set({ latest_ends_at: null }).execute()
    await openReadyPayee()
    const key = randomUUID()
    const ask = (amount: number) => stores.requestPayout(memberId, { amount, currency: 'EUR' }, key + amount)
    expect(await ask(10.01)).toMatchObject({ error: { code: 'PAYOUT_TOO_MUCH' } })
    const answers = [await ask(7), await ask(7)]
    expect(answers.map(({ success }) => success)).toEqual([true, true])
    expect(stores.$earnings.value?.data).toMatchObject({
      payouts: [{ amount: 7, status: 'requested' }],
      totals: [{ available: 3, requested: 7 }],
    })
  })
})

describe('links', () => {
  it('a new one is listed; renamed or turned off, its page shows it', async () => {
    await join()
    const created = await stores.createLink({ name: 'Poster' })
    const id = created.success ? created.data.trackingLink.id : ''
    await waitFor(() => expect(stores.$trackingLinks.value?.data?.trackingLinks).toHaveLength(1))
    const { $store, load } = stores.linkDetailOf(id)
    await load()
    expect($store.value?.data).toMatchObject({ trackingLink: { isActive: true }, days: { length: 30 } })
    await stores.saveLink(id, { name: 'Poster at the bar', isActive: false })
    await waitFor(() =>
      expect($store.value?.data?.trackingLink).toMatchObject({ name: 'Poster at the bar', isActive: false }),
    )
  })

  it('another’s is NOT_FOUND', async () => {
    await join()
    const { $store, load } = stores.linkDetailOf(randomUUID())
    await load()
    expect($store.value).toMatchObject({ status: 'error', code: 'NOT_FOUND' })
  })
})

describe('§6 X-Promoter-User-Id', () => {
  const sentWith = async (): Promise<string | null> => {
    const sent = vi.spyOn(globalThis, 'fetch')
    await stores.loadAssignments()
    return new Headers(sent.mock.calls.at(-1)?.[1]?.headers).get('x-promoter-user-id')
  }

  it('is not sent before a promoter was chosen, and then remembered', async () => {
    expect(await sentWith()).toBeNull()
    const other = await insertPromoter(shop.context.db, 'Nordlys')
    stores.choosePromoter(other)
    expect(await sentWith()).toBe(other)
    stores = await loadStaffStores()
    expect(await sentWith()).toBe(other)
  })

  it('on a promoter’s own host it is that promoter’s, whatever was chosen', async () => {
    stores.choosePromoter(randomUUID())
    document.documentElement.dataset['promoter'] = shop.promoterId
    expect(await sentWith()).toBe(shop.promoterId)
    expect([stores.canChoosePromoter(), stores.clearChosenPromoter()]).toEqual([false, false])
  })

  it('a former promoter is forgotten, once', async () => {
    stores.choosePromoter(randomUUID())
    expect([stores.clearChosenPromoter(), stores.clearChosenPromoter()]).toEqual([true, false])
    expect(await sentWith()).toBeNull()
  })

  it('an invalid id is ignored', async () => {
    localStorage.setItem('staffPromoterId', '"everybody"')
    expect(await sentWith()).toBeNull()
  })
})

describe('the statement', () => {
  it('is downloaded with the token, renewed if expired', async () => {
    await join()
    const saved: string[] = []
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(this.download)
    })
    const statement = { memberId, format: 'csv', from: '2026-11-01', to: '2026-11-21' } as const
    expect((await stores.downloadStatement(statement)).success).toBe(true)
    localStorage.setItem('customer_access_token', 'an.old.one')
    expect((await stores.downloadStatement(statement)).success).toBe(true)
    expect(saved).toEqual(Array(2).fill('statement-2026-11-01-2026-11-21.csv'))
  })

  it('of another member is refused with a message', async () => {
    await join()
    const days = { from: '2026-11-01', to: '2026-11-21' }
    const answer = await stores.downloadStatement({ memberId: randomUUID(), format: 'pdf', ...days })
    expect(answer).toMatchObject({ success: false, error: { code: 'NOT_FOUND' } })
  })

  it.each([
    ['2026-11-21', '2026-11-01', 'The last day is before the first.'],
    ['', '2026-11-01', 'Enter the day as YYYY-MM-DD.'],
    ['2026-02-31', '2026-03-01', 'Enter the day as YYYY-MM-DD.'],
  ])('from %s to %s is refused with the reason', async (from, to, message) => {
    await join()
    const answer = await stores.downloadStatement({ memberId, format: 'csv', from, to })
    expect(answer).toMatchObject({ success: false, error: { code: 'VALIDATION_ERROR', message } })
  })
})
