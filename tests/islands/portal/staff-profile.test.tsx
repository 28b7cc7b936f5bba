import { act, createElement } from 'react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openPortalPage, type PortalPage } from '#tests/islands/portal-page.tsx'

let page: PortalPage
beforeEach(async () => {
  page = await openPortalPage()
})
afterEach(() => page.close())

it('saving a profile sends the entered values only, not the account’s', async () => {
  await page.signIn('sales')
  const { db } = page.shop.context
  await db.updateTable('accounts').set({ phone: '+49 30 999999' }).execute()
  await page.show(createElement((await import('#islands/portal/StaffProfilePage.tsx')).StaffProfilePage))
  await page.shows('Display name')
  const name = page.content.querySelector<HTMLInputElement>('input[name=displayName]')
  expect([name?.value, name?.placeholder]).toEqual(['', 'Ada Lovelace'])
  const bio = page.content.querySelector('textarea')
  if (bio) bio.value = 'Berlin'
  await act(async () => {
    page.content.querySelector<HTMLButtonElement>('button[type=submit]')?.click()
  })
  await expect
    .poll(() => db.selectFrom('staff_profiles').select(['display_name', 'phone', 'bio']).execute())
    .toEqual([{ display_name: '', phone: '', bio: 'Berlin' }])
})
