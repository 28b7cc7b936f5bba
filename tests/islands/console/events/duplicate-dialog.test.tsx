import { act, createElement } from 'react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { fill as write } from '#tests/islands/fill.ts'
import { openPortalPage, type PortalPage } from '#tests/islands/portal-page.tsx'

let page: PortalPage

beforeEach(async () => {
  page = await openPortalPage()
  await page.signIn('owner')
  const { addEvent } = await import('#stores/console/events/events.ts')
  const { loadOwnPromoters } = await import('#stores/console/own-promoters.ts')
  const { DuplicateDialog } = await import('#islands/console/events/DuplicateDialog.tsx')
  await loadOwnPromoters()
  const made = await addEvent({ title: 'Late Show', startsAt: '2026-12-24T20:00', timeZone: 'Europe/Berlin' })
  if (!made.success) throw new Error(made.error.message)
  const { event } = made.data
  await page.show(createElement(DuplicateDialog, { event, isOpen: true, onClose: () => undefined }))
})
afterEach(() => page.close())

const fill = (name: string, value: string): Promise<void> =>
  act(async () => write(page.content, `[name=${name}]`, value))
const send = (): Promise<void> =>
  act(async () => page.content.querySelector<HTMLButtonElement>('button[type=submit]')?.click())
const formErrors = (): string[] =>
  [...page.content.querySelectorAll('.error-list a')].map((each) => each.textContent)
const datesOf = (title: string) =>
  page.shop.context.db.selectFrom('events').select('starts_at').where('title', '=', title).execute()

it.each([
  ['1,000', 'Enter a whole number with digits only, like 1000.'],
  ['2.5', 'Enter a whole number with digits only, like 1000.'],
  ['', 'Enter a whole number with digits only, like 1000.'],
  ['1', 'Enter 2 or more.'],
  ['101', 'Enter 100 or less.'],
])('“%s” as a number of dates is rejected, not reinterpreted', async (typed, problemMessage) => {
  await fill('rhythm', '10080')
  await fill('count', typed)
  await page.shows('Choose a day and the number of dates.')
  await send()
  expect(formErrors()).toEqual([problemMessage])
  expect(await datesOf('Late Show')).toHaveLength(1)
})

it('creates the entered number of dates, after showing them', async () => {
  await fill('rhythm', '10080')
  await fill('count', '3')
  await page.shows('From Thu, 31 Dec 2026, 20:00 to Thu, 14 Jan 2027, 20:00.')
  await page.shows('Create 3 drafts')
  await send()
  await expect.poll(() => datesOf('Late Show')).toHaveLength(4)
})

it('explains invalid dates in a message', async () => {
  await fill('rhythm', '10080')
  await fill('startsAt', '2027-03-28T02:30')
  await send()
  await page.shows('2027-03-28, 02:30 doesn’t exist: the clocks go forward that night.')
  expect(formErrors()).toEqual([])
  expect(await datesOf('Late Show')).toHaveLength(1)
})
