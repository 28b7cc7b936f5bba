import type { Locator, Page } from 'playwright/test'
import { CARDS, CUSTOMER } from '#tests/support/shop.ts'
import { expect } from './test.ts'

/** User agent without "Headless", since visits of bots are not counted. */
export const PERSONS_BROWSER =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

/** Actions of a visitor. Elements are found by role and name. */

export const drawer = (page: Page): Locator => page.getByRole('dialog', { name: 'Your cart', exact: true })

/** The panel that confirms an addition. Its name depends on the outcome. */
export const panel = (page: Page): Locator => page.getByRole('dialog').and(page.locator('cart-panel'))

export async function chooseTickets(page: Page, quantities: Record<string, number>): Promise<void> {
  for (const [name, quantity] of Object.entries(quantities)) {
    const more = page.getByRole('button', { name: `Add one ${name}`, exact: true })
    for (let count = 0; count < quantity; count += 1) await more.click()
  }
  await page.getByRole('button', { name: /^Add \d+ tickets?/ }).click()
  await expect(panel(page)).toBeVisible()
}

/** From the panel. */
export async function openCart(page: Page): Promise<void> {
  await panel(page).getByRole('link', { name: 'View cart' }).click()
  await expect(drawer(page)).toBeVisible()
}

/** From the panel or the drawer. */
export async function goToCheckout(page: Page): Promise<void> {
  await page.getByRole('dialog').getByRole('link', { name: 'Checkout', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Checkout', level: 1 })).toBeVisible()
}

export async function applyPromo(page: Page, code: string): Promise<void> {
  await drawer(page).getByText('Add a promo code').click()
  await drawer(page).getByLabel('Promo code').fill(code)
  await drawer(page).getByRole('button', { name: 'Apply' }).click()
}

export async function fillContact(page: Page, email: string = CUSTOMER.email): Promise<void> {
  const contact = page.getByRole('group', { name: 'Contact', exact: true })
  await contact.getByLabel('Email').fill(email)
  await contact.getByLabel('First name').fill(CUSTOMER.firstName)
  await contact.getByLabel('Last name').fill(CUSTOMER.lastName)
}

export async function fillCard(page: Page, number: string = CARDS.good): Promise<void> {
  await page.getByLabel('Card number').fill(number)
  await page.getByLabel('Expiry').fill('12/30')
  await page.getByLabel('CVC').fill('123')
}

export const acceptTerms = (page: Page): Promise<void> =>
  page.getByRole('checkbox', { name: /^I accept the terms/ }).check()

export const payButton = (page: Page): Locator => page.getByRole('button', { name: /^Pay (?!with)/ })

/** The pay button with hold timer and messages. */
export const payArea = (page: Page): Locator => page.getByRole('group', { name: 'Place your order' })

export const orderHeading = (page: Page): Locator =>
  page.getByRole('heading', { name: /^You’re going/, level: 1 })

export const tickets = (page: Page): Locator => page.getByRole('img', { name: /^QR code of ticket/ })

/** Buys what was chosen on an event's page, as a guest and with a card that pays. Ends on the order page. */
export async function buyAsGuest(page: Page, email?: string): Promise<void> {
  await goToCheckout(page)
  await fillContact(page, email)
  await fillCard(page)
  await acceptTerms(page)
  await payButton(page).click()
  await expect(orderHeading(page)).toBeVisible()
}
