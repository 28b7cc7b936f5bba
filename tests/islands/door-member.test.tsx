import { act, createElement, type ReactElement } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { MemberRole } from '#model/members.ts'
import { loadStaffStores, openBrowserShop, type BrowserShop } from '../stores/browser-shop.ts'
import { insertMember, PASSWORD } from '../support/people.ts'

const ADA = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com', password: PASSWORD }
const LINKS = 'GET /api/public/staff/tracking-links'

let shop: BrowserShop
let root: Root | undefined
const page = document.createElement('main')

beforeEach(async () => {
  shop = await openBrowserShop()
  localStorage.clear()
  sessionStorage.clear()
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  document.body.append(page)
})
afterEach(async () => {
  act(() => root?.unmount())
  root = undefined
  vi.unstubAllGlobals()
  await shop.close()
})

/** Ada works for the promoter, and has an island of the portal before her. */
async function open(role: MemberRole, island: () => Promise<ReactElement>): Promise<void> {
  const stores = await loadStaffStores()
  await stores.register(ADA)
  const { id } = await shop.context.db
    .updateTable('accounts')
    .set({ email_verified_at: new Date() })
    .returning('id')
    .executeTakeFirstOrThrow()
  await insertMember(shop.context.db, { promoterId: shop.promoterId, accountId: id, role })
  const shown = await island()
  await act(async () => {
    root = createRoot(page)
    root.render(shown)
  })
}

const shows = (words: string): Promise<void> =>
  vi.waitFor(async () => {
    await act(async () => undefined)
    expect(page.textContent).toContain(words)
  })

const overview = async () => createElement((await import('#islands/staff/Overview.tsx')).Overview)
const links = async () => createElement((await import('#islands/staff/Links.tsx')).Links)
const link = async () => createElement((await import('#islands/staff/LinkPage.tsx')).LinkPage, { id: 'x' })
const entry = async () => {
  const { ForSellers } = await import('#islands/staff/ForSellers.tsx')
  return createElement(ForSellers, undefined, createElement('a', { href: '/account/staff/links' }, 'Links'))
}

it('the overview of a door member is about the door, and asks for no links', async () => {
  await open('door', overview)
  await shows('Nothing is planned.')
  expect(page.textContent).not.toContain('Your best link')
  expect(page.textContent).not.toContain('could not be loaded')
  expect(shop.requests).not.toContain(LINKS)
})

it('the overview of a seller has the best link', async () => {
  await open('sales', overview)
  await shows('You have no link that is on.')
  expect(shop.requests).toContain(LINKS)
})

it.each([
  ['links', links],
  ['a link', link],
])('the page of %s tells a door member that links are for sales, and asks for none', async (_, island) => {
  await open('door', island)
  await shows('Links are for sales')
  expect(shop.requests.filter((each) => each.startsWith(LINKS))).toEqual([])
})

it('the way to the links is a seller’s', async () => {
  await open('sales', entry)
  await shows('Links')
  await vi.waitFor(() => expect(shop.requests).toContain('GET /api/public/staff/profile'))
  await shows('Links')
})

it('the way to the links is taken from a door member', async () => {
  await open('door', entry)
  await vi.waitFor(async () => {
    await act(async () => undefined)
    expect(page.textContent).toBe('')
  })
})
