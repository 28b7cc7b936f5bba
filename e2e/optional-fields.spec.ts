import type { Locator } from 'playwright/test'
import { consoleUrls } from '#contracts/platform/console-urls.ts'
import { portalUrls } from '#contracts/platform/portal-urls.ts'
import { openAsOwner } from './support/console.ts'
import { openPortal } from './support/staff.ts'
import { expect, test } from './support/test.ts'

/** Labels of text fields that are neither required nor marked as optional, or both. */
const mislabelled = (form: Locator): Promise<string[]> =>
  form
    .locator('textarea, input:not([type=radio], [type=checkbox], [type=file], [type=color], [type=hidden])')
    .evaluateAll((fields) =>
      fields.flatMap((field) => {
        if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return []
        const label = field.labels?.[0]?.textContent ?? ''
        return field.required === label.endsWith('(optional)') ? [label || field.id] : []
      }),
    )

/** Expects text fields in a form, all of them required or labelled as optional. */
async function expectLabelled(form: Locator): Promise<void> {
  await expect(form.getByLabel(/\(optional\)$/).first()).toBeAttached()
  expect(await mislabelled(form)).toEqual([])
}

test('fields of the console that may stay empty are labelled as optional @full', async ({ page, foyer }) => {
  // Tests before may have filled the first page of the list.
  await openAsOwner(page, foyer, `${consoleUrls.events()}?q=Aurora+Weekender`)
  await page.locator('main').getByRole('link').filter({ hasText: 'Aurora Weekender' }).first().click()
  await expect(page.getByRole('group', { name: 'Act 1', exact: true })).toBeVisible()
  await expectLabelled(page.locator('.event-form'))

  await page.getByRole('link', { name: 'Tickets', exact: true }).first().click()
  await page.getByRole('button', { name: 'Add a ticket' }).click()
  await expectLabelled(page.getByRole('dialog'))

  await page.goto(foyer.url('aurora', consoleUrls.promoCodes()))
  await page.getByRole('button', { name: 'Create many' }).click()
  await expectLabelled(page.getByRole('dialog'))

  await page.goto(foyer.url('aurora', consoleUrls.emailTemplates()))
  await expectLabelled(page.locator('form').filter({ hasText: 'Reply-to address' }))

  await page.goto(foyer.url('aurora', consoleUrls.settings()))
  await expectLabelled(page.locator('form').filter({ hasText: 'Tax number' }))
})

test('fields of the portal that may stay empty are labelled as optional @full', async ({ page, foyer }) => {
  await openPortal(page, foyer, portalUrls.profile())
  await expectLabelled(page.locator('main form'))
  await page.goto(foyer.url('aurora', portalUrls.links()))
  await page.getByRole('button', { name: 'Create a link' }).click()
  await expectLabelled(page.getByRole('dialog'))
})
