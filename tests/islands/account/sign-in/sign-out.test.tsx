import 'fake-indexeddb/auto'
import { fireEvent } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { doorDatabaseOf } from '#browser/account/door-data.ts'
import { $hasDoorData } from '#browser/account/door-marker.ts'
import { openDoorDatabase, type LoggedScan } from '#browser/portal/door/door-database.ts'
import { loadAccountStores } from '#tests/stores/browser-shop.ts'
import { PASSWORD } from '#tests/support/people.ts'
import { waitFor } from '#tests/support/wait-for.ts'
import { openShopPage, type ShopPage } from '#tests/islands/shop-page.tsx'
import { screen } from '#tests/support/screen.ts'

const LOGOUT = 'POST /api/auth/customer/logout'

let page: ShopPage
let accountId: string

beforeEach(async () => {
  page = await openShopPage()
  const { register } = await loadAccountStores()
  const registered = await register({
    firstName: 'Ada',
    lastName: 'Lovelace',
    email: 'ada@example.com',
    password: PASSWORD,
  })
  if (!registered.success) throw new Error(registered.error.message)
  accountId = registered.data.id
  $hasDoorData.set(true)
})
afterEach(() => page.close())

async function storeScans(...states: LoggedScan['state'][]): Promise<void> {
  const db = await openDoorDatabase(doorDatabaseOf(accountId))
  for (const [index, state] of states.entries()) {
    const seq = index + 1
    const scan = { deviceId: 'd', seq, ticketId: 't', kind: 'entry', atMs: 1, gateId: null } as const
    await db.put('log', { eventId: 'e', seq, scan, state, why: '' })
  }
  db.close()
}

const showButton = (): Promise<void> =>
  page.show(async () => (await import('#islands/account/sign-in/SignOutButton.tsx')).SignOutButton, {})

const press = (name: string): boolean => fireEvent.click(screen.getByRole('button', { name }))

const doorDatabases = async () => (await indexedDB.databases()).map(({ name }) => name)

it('signing out while scans wait says how many, and signs out only when it is confirmed', async () => {
  await storeScans('stored', 'waiting', 'waiting')
  await showButton()
  press('Sign out')
  const warning = await screen.findByRole('alert')
  expect(warning.textContent).toContain('2 scans and sales from the door not sent yet')
  expect(page.shop.requests).not.toContain(LOGOUT)
  expect(localStorage.getItem('customer_access_token')).not.toBeNull()
  press('Sign out anyway')
  await waitFor(() => expect(page.left).toEqual(['/']))
  expect(page.shop.requests).toContain(LOGOUT)
  expect(localStorage.getItem('customer_access_token')).toBeNull()
  expect(await doorDatabases(), 'the scans').toContain(doorDatabaseOf(accountId))
})

it('signing out once all scans are sent asks nothing, and deletes what the door stored', async () => {
  await storeScans('stored')
  await showButton()
  press('Sign out')
  await waitFor(() => expect(page.left).toEqual(['/']))
  expect(screen.queryByRole('alert')).toBeNull()
  expect(await doorDatabases()).not.toContain(doorDatabaseOf(accountId))
})
