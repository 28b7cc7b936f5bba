import { sql } from 'kysely'
import { translatePage } from '#tests/support/translate-page.ts'
import { putOn } from './support/stage.ts'
import { expect, test } from './support/test.ts'
import {
  acceptTerms,
  chooseTickets,
  drawer,
  fillCard,
  fillContact,
  goToCheckout,
  openCart,
  orderHeading,
  payButton,
} from './support/visitor.ts'

/** Browsers translate a page some time after it is loaded. Runs in the browser. */
function whenHydrated(translate: () => void): void {
  const isHydrated = (): boolean =>
    document.readyState === 'complete' && !document.querySelector('astro-island[ssr]')
  const check = (): unknown => (isHydrated() ? translate() : requestAnimationFrame(check))
  check()
}

test('tickets are bought and returned on pages that the browser translates', async ({ page, foyer }) => {
  const show = await putOn(foyer, 'Lost in Translation')
  await sql`
    update events set return_days = 7, return_fee_cents = 200
    where slug = ${show.path.replace('/events/', '')}`.execute(foyer.db)
  await page.addInitScript(`(${whenHydrated.toString()})(${translatePage.toString()})`)
  await page.goto(foyer.url('aurora', show.path))
  await expect(page.locator('h1 font font')).toHaveText('Lost in Translation')
  await chooseTickets(page, { Entry: 1 })
  await openCart(page)
  await drawer(page).getByRole('button', { name: 'Add one Entry' }).click()
  await expect(drawer(page)).toContainText('€40.00')
  await goToCheckout(page)
  await fillContact(page)
  await fillCard(page)
  await acceptTerms(page)
  await payButton(page).click()
  await expect(orderHeading(page)).toBeVisible()

  const section = page.getByRole('region', { name: 'Return tickets' })
  await section.getByRole('checkbox').first().check()
  await expect(section.getByRole('status')).toContainText('You get €18.00 back')
  await section.getByRole('button', { name: /^Return 1 ticket/ }).click()
  await page.getByRole('button', { name: 'Return 1 ticket for €18.00' }).click()
  await expect(section.getByText('Your return is complete')).toBeVisible()
})
