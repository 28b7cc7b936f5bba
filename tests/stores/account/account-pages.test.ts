import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { insertSession } from '#tests/support/accounts.ts'
import { insertTicketType } from '#tests/support/factories.ts'
import { insertPaidOrder, PASSWORD } from '#tests/support/people.ts'
import {
  loadAccountStores,
  loadStores,
  openBrowserShop,
  type BrowserShop,
} from '#tests/stores/browser-shop.ts'

const ADA = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com', password: PASSWORD }

let shop: BrowserShop
let stores: Awaited<ReturnType<typeof loadAccountStores>>
let left: string[] = []

beforeEach(async () => {
  shop = await openBrowserShop()
  localStorage.clear()
  sessionStorage.clear()
  left = []
  vi.spyOn(window.location, 'assign').mockImplementation(
    (address) => void left.push(new URL(address).pathname),
  )
  stores = await loadAccountStores()
  await stores.register(ADA)
  await shop.context.db.updateTable('accounts').set({ email_verified_at: new Date() }).execute()
})
afterEach(async () => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  await shop.close()
})

describe('own orders', () => {
  it('are loaded page by page without duplicates, and a failure keeps the loaded ones', async () => {
    const { db } = shop.context
    const { promoterId, eventId } = shop
    const ticketTypeId = await insertTicketType(db, { promoterId, eventId })
    for (let day = 1; day <= 25; day++) {
      const createdAt = new Date(Date.UTC(2026, 9, day))
      await insertPaidOrder(db, { promoterId, eventId, ticketTypeId, email: ADA.email, createdAt })
    }
    await stores.loadOwnOrders()
    expect(stores.$ownOrders.get()).toMatchObject({ status: 'ready', nextCursor: expect.any(String) })
    expect(stores.$ownOrders.get().orders[0]?.createdAt).toBe('2026-10-25T00:00:00.000Z')
    const shown = stores.$ownOrders.get().orders.length
    shop.setNetwork('down')
    await stores.loadOwnOrders()
    expect(stores.$ownOrders.get()).toMatchObject({ status: 'error', failure: 'Failed to fetch' })
    expect(stores.$ownOrders.get().orders).toHaveLength(shown)
    shop.setNetwork('up')
    await stores.loadOwnOrders()
    const { orders, nextCursor } = stores.$ownOrders.get()
    expect([orders.length, new Set(orders.map(({ id }) => id)).size, nextCursor]).toEqual([25, 25, null])
  })
})

describe('the profile', () => {
  it('is stored as saved', async () => {
    await stores.updateProfile({ firstName: ' Augusta ', lastName: 'King', phone: '+44 20 1234' })
    expect(stores.$customer.get()).toMatchObject({ firstName: 'Augusta', phone: '+44 20 1234' })
    expect(localStorage.getItem('customer_data')).toContain('Augusta')
  })

  it('continues with a new token after a password change', async () => {
    const before = localStorage.getItem('customer_access_token')
    shop.clock.advance(1000)
    const wrong = await stores.changePassword({ currentPassword: 'no', newPassword: 'a stable of horses' })
    expect(wrong).toMatchObject({ error: { code: 'PASSWORD_WRONG' } })
    await stores.changePassword({ currentPassword: PASSWORD, newPassword: 'a stable of horses' })
    expect(localStorage.getItem('customer_access_token')).not.toBe(before)
    await stores.refreshAuth()
    expect(stores.$authStatus.get()).toBe('signed in')
  })

  it('deleting the account signs out and goes to /', async () => {
    expect(await stores.deleteAccount('not this one')).toMatchObject({ error: { code: 'PASSWORD_WRONG' } })
    expect(left).toEqual([])
    await stores.deleteAccount(PASSWORD)
    expect(left).toEqual(['/'])
    expect(localStorage.getItem('customer_data')).toBeNull()
    expect((await stores.login(ADA)).success).toBe(false)
  })

  it('a picture is sent unchanged', async () => {
    const sent = vi.spyOn(globalThis, 'fetch')
    const file = new Blob(['not a picture'], { type: 'image/png' })
    const answer = await stores.uploadAvatar(file)
    const init = sent.mock.calls[0]?.[1]
    expect(init?.body).toBe(file)
    expect(new Headers(init?.headers).get('content-type')).toBe('image/png')
    expect(answer.success).toBe(false)
  })
})

describe('sessions', () => {
  it('of others can be ended; an ended one counts as ended', async () => {
    await insertSession(shop.context, stores.$customer.get()?.id ?? '')
    await stores.loadSessions()
    expect(stores.$sessions.get().data).toHaveLength(2)
    const other = stores.$sessions.get().data?.find(({ isCurrent }) => !isCurrent)
    await stores.endSession(other?.id ?? '')
    expect(stores.$sessions.get().data).toHaveLength(1)
    expect((await stores.endSession(randomUUID())).success).toBe(false)
  })

  it('ended everywhere include this one', async () => {
    await stores.endEverySession()
    expect(left).toEqual(['/'])
    expect(stores.$authStatus.get()).toBe('signed out')
  })
})

describe('at checkout', () => {
  it('signing in fills empty fields and keeps typed ones', async () => {
    const customer = stores.$customer.get()
    const page = await loadStores()
    page.$checkoutDraft.listen(() => undefined)
    page.writeDraftField('customer.firstName', 'Countess')
    page.writeDraftField('customer.lastName', '  ')
    if (customer) page.fillContact(customer)
    expect(page.$checkoutDraft.get()).toEqual({
      'customer.firstName': 'Countess',
      'customer.lastName': 'Lovelace',
      'customer.email': 'ada@example.com',
    })
  })
})
