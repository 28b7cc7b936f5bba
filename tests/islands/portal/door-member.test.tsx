import { act, createElement, type ReactElement } from 'react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { MemberRole } from '#model/people/members.ts'
import { waitFor } from '#tests/support/wait-for.ts'
import { openPortalPage, type PortalPage } from '#tests/islands/portal-page.tsx'

const LINKS = 'GET /api/public/staff/tracking-links'

let page: PortalPage
beforeEach(async () => {
  page = await openPortalPage()
})
afterEach(() => page.close())

async function open(role: MemberRole, island: () => Promise<ReactElement>): Promise<void> {
  await page.signIn(role)
  await page.show(await island())
}

const overview = async () => createElement((await import('#islands/portal/Overview.tsx')).Overview)
const links = async () => createElement((await import('#islands/portal/links/Links.tsx')).Links)
const link = async () =>
  createElement((await import('#islands/portal/links/LinkPage.tsx')).LinkPage, { id: 'x' })
const entry = async () => {
  const { PermissionGate } = await import('#islands/portal/PermissionGate.tsx')
  return createElement(
    PermissionGate,
    { permission: 'sales:track' },
    createElement('a', { href: '/account/staff/links' }, 'Links'),
  )
}

it('the overview of a door member shows the door and requests no links', async () => {
  await open('door', overview)
  await page.shows('No upcoming assignments.')
  expect(page.content.textContent).not.toContain('Your top link')
  expect(page.content.textContent).not.toContain('could not be loaded')
  expect(page.shop.requests).not.toContain(LINKS)
})

it('the overview of a seller shows the top link', async () => {
  await open('sales', overview)
  await page.shows('You have no active links.')
  expect(page.shop.requests).toContain(LINKS)
})

it.each([
  ['links', links],
  ['a link', link],
])(
  'the page of %s explains to a door member that links are for sales, and requests none',
  async (_, island) => {
    await open('door', island)
    await page.shows('Links are for members who sell')
    expect(page.shop.requests.filter((each) => each.startsWith(LINKS))).toEqual([])
  },
)

it('a seller’s navigation contains the links', async () => {
  await open('sales', entry)
  await page.shows('Links')
  // Waits for the page's stores.
  const { $staffProfile } = await import('#stores/portal/staff-data.ts')
  await waitFor(() => expect($staffProfile.get().data?.role).toBe('sales'))
  await act(async () => undefined)
  expect(page.content.textContent).toBe('Links')
})

it('a door member’s navigation doesn’t contain the links', async () => {
  await open('door', entry)
  await waitFor(async () => {
    await act(async () => undefined)
    expect(page.content.textContent).toBe('')
  })
})
