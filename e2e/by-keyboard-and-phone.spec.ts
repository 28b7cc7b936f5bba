import type { Page } from 'playwright/test'
import { CUSTOMER } from '#tests/support/shop.ts'
import { tabTo } from './support/keyboard.ts'
import { expect, expectAccessible, test } from './support/test.ts'
import { putOn } from './support/stage.ts'
import {
  acceptTerms,
  chooseTickets,
  drawer,
  openCart,
  fillCard,
  fillContact,
  goToCheckout,
  orderHeading,
  payButton,
  tickets,
  panel,
} from './support/visitor.ts'

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })

  test('the purchase fits a phone’s screen from the list to the ticket', async ({ page, foyer }) => {
    const fits = async (): Promise<void> => {
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
      expect(overflow, `${page.url()} is wider than the screen`).toBeLessThanOrEqual(0)
      await expectAccessible(page)
    }
    await page.goto(foyer.url('aurora'))
    await fits()
    await page.goto(foyer.url('aurora', '/events/nachtstrom-all-night-long'))
    await fits()
    const bar = page.getByRole('link', { name: 'Tickets', exact: true })
    await page.evaluate(async (shown) => {
      const tickets = document.querySelector('#tickets')
      scrollBy(0, (tickets?.getBoundingClientRect().top ?? 0) - innerHeight + shown)
      const nextFrame = async (): Promise<void> =>
        new Promise((resolve) => requestAnimationFrame(() => resolve()))
      await nextFrame()
      await nextFrame()
    }, 230)
    await expect(bar, 'the bar is whole while the tickets only peep in').toBeInViewport({ ratio: 1 })
    const before = await page.evaluate(() => scrollY)
    await bar.focus()
    expect(await page.evaluate(() => scrollY), 'the page stays where it is').toBe(before)
    await bar.click()
    const first = page.getByRole('spinbutton', { name: /^Quantity of/ }).first()
    const name = ((await first.getAttribute('aria-label')) ?? '').replace('Quantity of ', '')
    await chooseTickets(page, { [name]: 2 })
    await fits()
    await openCart(page)
    await fits()
    await goToCheckout(page)
    await fillContact(page)
    await fillCard(page)
    await acceptTerms(page)
    await fits()
    await payButton(page).click()
    await expect(orderHeading(page)).toBeVisible()
    await expect(tickets(page)).toHaveCount(2)
    await fits()
  })
})

test('the purchase works with the keyboard alone', async ({ page, foyer }) => {
  const show = await putOn(foyer, 'Hands Off The Mouse')
  await page.goto(foyer.url('aurora'))
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: /skip/i })).toBeFocused()
  await page.goto(foyer.url('aurora', show.path))
  await tabTo(page.getByRole('button', { name: 'Add one Entry', exact: true }).first())
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await tabTo(page.getByRole('button', { name: /^Add 2 tickets/ }).first())
  const add = page.locator('.ticket-submit')
  await page.keyboard.press('Enter')
  await expect(panel(page)).toBeVisible()
  await expect(add, 'the panel doesn’t take the focus').toBeFocused()
  await page.keyboard.press('Tab')
  await expect(panel(page).getByRole('button', { name: 'Close' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(panel(page).getByRole('link', { name: 'View cart' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(drawer(page)).toBeVisible()
  await expect(panel(page)).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(drawer(page)).toBeHidden()
  await expect(add, 'the focus returns to where it was before the panel').toBeFocused()
  await tabTo(page.getByRole('link', { name: /^Cart/ }).first(), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(drawer(page)).toBeVisible()
  await tabTo(page.getByRole('link', { name: 'Checkout', exact: true }).first())
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Checkout', level: 1 })).toBeVisible()
  await type(page, 'Email', CUSTOMER.email)
  await type(page, 'First name', CUSTOMER.firstName)
  await type(page, 'Last name', CUSTOMER.lastName)
  await type(page, 'Card number', '4242424242424242')
  await type(page, 'Expiry', '1230')
  await type(page, 'CVC', '123')
  await tabTo(page.getByRole('checkbox', { name: /terms/ }).first())
  await page.keyboard.press('Space')
  await tabTo(page.getByRole('button', { name: /^Pay / }).first())
  await page.keyboard.press('Enter')
  await expect(orderHeading(page)).toBeVisible()
  await expect(tickets(page)).toHaveCount(2)
})

async function type(page: Page, label: string, text: string): Promise<void> {
  await tabTo(page.getByRole('textbox', { name: label, exact: true }).first())
  await page.keyboard.type(text)
}
