import {
  problemMessage,
  linkInMail,
  NEW_PASSWORD,
  newEmail,
  PASSWORD,
  profileHeading,
  register,
  signIn,
  test,
} from './support/members.ts'
import { expect, expectAccessible } from './support/test.ts'
import { ONE_PIXEL } from './support/pictures.ts'
import { putOn } from './support/stage.ts'
import {
  acceptTerms,
  chooseTickets,
  fillCard,
  fillContact,
  goToCheckout,
  orderHeading,
  payButton,
} from './support/visitor.ts'

const STORED = ['customer_data', 'customer_access_token'] as const

test('register, verify, sign in, change the profile, and find what was bought as a guest', async ({
  page,
  foyer,
  post,
}) => {
  const email = newEmail()
  const show = await putOn(foyer, `Guest ${email}`)
  await page.goto(foyer.url('aurora', show.path))
  await chooseTickets(page, { Entry: 1 })
  await goToCheckout(page)
  await fillContact(page, email)
  await fillCard(page)
  await acceptTerms(page)
  await payButton(page).click()
  await expect(orderHeading(page)).toBeVisible()

  await register(page, foyer, email)
  await page.getByRole('link', { name: 'Continue' }).click()
  await expect(page.getByText('Not verified')).toBeVisible()
  await page.getByRole('link', { name: 'Orders' }).click()
  await expect(page.getByText('No orders yet.')).toBeVisible()

  const link = await linkInMail(post, email, '/verify-email')
  await page.goto(link)
  await page.getByRole('button', { name: 'Verify email' }).click()
  await expect(page.getByText('Your email is verified')).toBeVisible()
  expect(new URL(page.url()).hash, 'the token has left the address').toBe('')
  await page.getByRole('link', { name: 'See your orders' }).click()
  await expect(page.getByRole('link', { name: `Guest ${email}` })).toBeVisible()
  await expectAccessible(page)
  await page.goto(link)
  await expect(page.getByText(`Your email ${email} is verified.`)).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveCount(0)
  await page.getByRole('link', { name: 'See your orders' }).click()

  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(foyer.url('aurora', '/'))
  await page.goto(foyer.url('aurora', '/account'))
  await expect(page.getByRole('heading', { name: 'Sign in', level: 1 })).toBeVisible()
  await signIn(page, email)
  await expect(profileHeading(page)).toBeVisible()
  await page.getByLabel('First name').fill('Augusta')
  await page.getByLabel('Add image').setInputFiles(ONE_PIXEL)
  await expect(page.getByRole('button', { name: 'Remove image' })).toBeVisible()
  await expect(page.getByLabel('First name'), 'what was typed is kept').toHaveValue('Augusta')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Profile saved')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('First name')).toHaveValue('Augusta')
})

test('a verification link opened in another browser shows the account and asks for its password @full', async ({
  page,
  browser,
  foyer,
  post,
}) => {
  const email = newEmail()
  await register(page, foyer, email)
  const link = await linkInMail(post, email, '/verify-email')
  const other = await browser.newContext()
  const reader = await other.newPage()
  await reader.goto(link)
  await expect(reader.getByText(`Verify ${email} for this account?`)).toBeVisible()
  await expect(reader.getByRole('definition').first()).toHaveText('Ada')
  await expectAccessible(reader)
  await reader.getByRole('button', { name: 'Verify email' }).click()
  await expect(reader.getByText('Enter your password.').first()).toBeVisible()
  await reader.getByRole('textbox', { name: 'Password', exact: true }).fill(PASSWORD)
  await reader.getByRole('button', { name: 'Verify email' }).click()
  await expect(reader.getByText('Your email is verified')).toBeVisible()
  await other.close()
})

test('a forgotten password: the link sets a new one, once, and ends every other session', async ({
  page,
  browser,
  foyer,
  post,
}) => {
  const email = newEmail()
  await register(page, foyer, email)
  const context = await browser.newContext()
  const elsewhere = await context.newPage()
  await elsewhere.goto(foyer.url('aurora', '/forgot-password'))
  await elsewhere.getByLabel('Email').fill(email)
  await elsewhere.getByRole('button', { name: 'Send link' }).click()
  await expect(elsewhere.getByText('Check your email.')).toBeVisible()
  const link = await linkInMail(post, email, '/reset-password')
  await elsewhere.goto(link)
  await elsewhere.getByRole('textbox', { name: 'New password', exact: true }).fill('short')
  await elsewhere.getByRole('button', { name: 'Save new password' }).click()
  await expect(problemMessage(elsewhere)).toBeFocused()
  await expectAccessible(elsewhere)
  await elsewhere.getByRole('textbox', { name: 'New password', exact: true }).fill(NEW_PASSWORD)
  await elsewhere.getByRole('button', { name: 'Save new password' }).click()
  await expect(elsewhere.getByText('Your password has been changed.')).toBeVisible()
  await elsewhere.getByRole('link', { name: 'Sign in' }).click()
  await signIn(elsewhere, email, PASSWORD)
  await expect(elsewhere.getByText('The email address or password is wrong.')).toBeVisible()
  await signIn(elsewhere, email, NEW_PASSWORD)
  await expect(profileHeading(elsewhere)).toBeVisible()

  await page.goto(foyer.url('aurora', '/account'))
  await expect(page.getByRole('heading', { name: 'Sign in', level: 1 })).toBeVisible()
  await page.goto(link)
  await page.getByRole('textbox', { name: 'New password', exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Save new password' }).click()
  await expect(page.getByText('This link has expired or has already been used.')).toBeVisible()
  await context.close()
})

test('signing out with the server down signs out all the same, and the server hears of it later @full', async ({
  page,
  foyer,
}) => {
  const email = newEmail()
  await register(page, foyer, email)
  await page.goto(foyer.url('aurora', '/account'))
  await expect(profileHeading(page)).toBeVisible()
  // Not `page.route()`, which disables the browser's cache and thereby the page transition.
  await page.evaluate(() => {
    window.fetch = () => Promise.reject(new TypeError('Failed to fetch'))
  })
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(foyer.url('aurora', '/'))
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const stored = await page.evaluate((keys) => keys.map((key) => localStorage.getItem(key)), [...STORED])
  expect(stored).toEqual([null, null])
  const told = page.waitForResponse('**/api/auth/customer/logout')
  await page.goto(foyer.url('aurora', '/login'))
  expect((await told).status()).toBe(200)
  await expect
    .poll(async () => (await page.context().cookies()).map(({ name }) => name))
    .not.toContain('customer_refresh_token')
})

test('an expired token or session during checkout loses no input @full', async ({ page, foyer }) => {
  const email = newEmail()
  const show = await putOn(foyer, `Expiry ${email}`)
  await register(page, foyer, email)
  await page.goto(foyer.url('aurora', show.path))
  await chooseTickets(page, { Entry: 2 })
  await goToCheckout(page)
  const contact = page.getByRole('group', { name: 'Contact', exact: true })
  await expect(contact.getByLabel('Email')).toHaveValue(email)
  await contact.getByLabel('Last name').fill('Byron')

  const expire = () => page.evaluate(() => localStorage.setItem('customer_access_token', 'an.old.one'))
  await expire()
  await page.reload()
  await expect(page.getByText(`Signed in as ${email}`)).toBeVisible()
  await expect(contact.getByLabel('Last name')).toHaveValue('Byron')

  await expire()
  await page.context().clearCookies({ name: 'customer_refresh_token' })
  await page.reload()
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  await expect(contact.getByLabel('Last name')).toHaveValue('Byron')
  await fillCard(page)
  await acceptTerms(page)
  await payButton(page).click()
  await expect(orderHeading(page)).toBeVisible()
})

test('signing in at checkout fills empty fields and keeps typed ones @full', async ({ page, foyer }) => {
  const email = newEmail()
  const show = await putOn(foyer, `Contact ${email}`)
  await register(page, foyer, email)
  await page.goto(foyer.url('aurora', '/account'))
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(foyer.url('aurora', '/'))
  await page.goto(foyer.url('aurora', show.path))
  await chooseTickets(page, { Entry: 1 })
  await goToCheckout(page)
  const contact = page.getByRole('group', { name: 'Contact', exact: true })
  await contact.getByLabel('First name').fill('Countess')
  await page.getByRole('button', { name: 'Sign in' }).click()
  const dialog = page.getByRole('dialog', { name: 'Sign in' })
  await expect(dialog).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByRole('textbox', { name: 'Password', exact: true }).fill('not this one')
  await dialog.getByRole('textbox', { name: 'Password', exact: true }).press('Enter')
  await expect(problemMessage(dialog)).toBeFocused()
  await dialog.getByRole('textbox', { name: 'Password', exact: true }).fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText(`Signed in as ${email}`)).toBeVisible()
  await expect(contact.getByLabel('Email')).toHaveValue(email)
  await expect(contact.getByLabel('First name')).toHaveValue('Countess')
  await expect(contact.getByLabel('Last name')).toHaveValue('Lovelace')
})

test('two tabs share one session and renew one token @full', async ({ page, foyer }) => {
  const email = newEmail()
  await register(page, foyer, email)
  const other = await page.context().newPage()
  await Promise.all([page.goto(foyer.url('aurora', '/account')), other.goto(foyer.url('aurora', '/account'))])
  await expect(profileHeading(page)).toBeVisible()
  await expect(other.getByLabel('First name')).toHaveValue('Ada')

  const renewals: string[] = []
  page.context().on('request', (request) => {
    if (request.url().endsWith('/api/auth/refresh-token')) renewals.push(request.url())
  })
  // The other page must be closed: it would receive the storage event and renew the token at once.
  await other.goto('about:blank')
  await page.evaluate(() => localStorage.setItem('customer_access_token', 'an.old.one'))
  await Promise.all([page.reload(), other.goto(foyer.url('aurora', '/account'))])
  await expect(page.getByLabel('First name')).toHaveValue('Ada')
  await expect(other.getByLabel('First name')).toHaveValue('Ada')
  expect(renewals).toHaveLength(1)

  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(foyer.url('aurora', '/'))
  await expect(other).toHaveURL(foyer.url('aurora', '/login?next=%2Faccount'))
  await page.goto(foyer.url('aurora', '/login'))
  await signIn(page, email)
  await expect(profileHeading(page)).toBeVisible()
  await expect(other).toHaveURL(foyer.url('aurora', '/account'))
})

test('the error summary of the registration form links to its fields @full', async ({ page, foyer }) => {
  await page.goto(foyer.url('aurora', '/register'))
  await page.getByRole('button', { name: 'Create account' }).click()
  const summary = page.getByRole('alert').filter({ hasText: 'Please check these fields' })
  await expect(summary).toBeFocused()
  await summary.getByRole('link').first().click()
  await expect(page.getByLabel('First name')).toBeFocused()
  const [hint = ''] = ((await page.getByLabel('First name').getAttribute('aria-describedby')) ?? '').split(
    ' ',
  )
  await expect(page.locator(`[id="${hint}"]`)).toBeVisible()
})
