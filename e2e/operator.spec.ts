import { DEMO_PASSWORD } from '#server/demo/accounts.ts'
import { TEST_ENCRYPTION_KEY } from '#tests/support/encryption.ts'
import { openDemo, openEmpty, urlOf } from './support/foyer.ts'
import { PASSWORD, signIn } from './support/members.ts'
import { addPasskey, createPasskey } from './support/operators.ts'
import { eachScreen } from './support/screens.ts'
import { startAsOperator, type Started } from './support/started.ts'
import { expect, expectAccessible, test } from './support/test.ts'

const LAPTOP = { NODE_ENV: '', FOYER_ENCRYPTION_KEY: TEST_ENCRYPTION_KEY }
const PRODUCTION = { ...LAPTOP, NODE_ENV: 'production' }

let running: Started | undefined
const start = async (environment: Readonly<Record<string, string>>): Promise<Started> =>
  (running = await startAsOperator(environment))
// Also after a failed test.
test.afterEach(() => void running?.child.kill('SIGTERM'))

test('a fresh production install prints a link, its first operator needs a second factor, and then promoters join @full', async ({
  page,
  browser,
}) => {
  const { address, db, drop } = await openEmpty()
  const foyer = await start({ ...PRODUCTION, DATABASE_URL: urlOf(address) })
  const origin = `http://localhost:${foyer.port}`
  const [link = ''] = /http:\/\/localhost:\d+\/operator\/join#[\w-]{43}/.exec(foyer.said()) ?? []
  expect(foyer.said()).not.toContain('foyer-demo')
  expect(await db.selectFrom('promoters').select('id').execute()).toEqual([])

  await page.goto(link)
  await expect(page).toHaveURL(`${origin}/operator/join`)
  await page.getByLabel('First name').fill('Ines')
  await page.getByLabel('Last name').fill('Moreau')
  await page.getByLabel('Email').fill('ines@example.com')
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(PASSWORD)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Create account' }).click()
  const become = page.getByRole('button', { name: 'Become the operator' })
  await become.click()
  await expect(page.getByText('Operators need two-factor authentication')).toBeVisible()
  await expectAccessible(page)
  await addPasskey(page)
  await become.click()
  await expect(page.getByRole('heading', { name: 'Promoters', level: 1 })).toBeVisible()
  await expect(page.getByText('No promoter has joined yet.')).toBeVisible()
  await page.getByRole('link', { name: 'Operators' }).click()
  await expect(page.getByRole('cell', { name: 'ines@example.com' })).toBeVisible()

  await page.goto(`${origin}/promoter/start`)
  await page.getByLabel('Organiser name').fill('Night Owls')
  await page.getByLabel('Country').selectOption('Germany')
  await page.getByRole('button', { name: 'Create my storefront' }).click()
  await expect(page.getByLabel('Title')).toBeVisible()
  await page.goto(`${origin}/operator`)
  await page.getByRole('link', { name: 'Night Owls' }).click()
  await expect(page.getByRole('link', { name: 'night-owls', exact: true })).toHaveAttribute(
    'href',
    `http://night-owls.localhost:${foyer.port}`,
  )

  const other = await browser.newPage()
  await other.goto(link)
  await other.getByRole('button', { name: 'I have an account' }).click()
  await signIn(other, 'ines@example.com')
  await other.getByRole('button', { name: 'Become the operator' }).click()
  // Signed in without the passkey, but already an operator.
  await expect(other.getByText('This page is for operators')).toBeVisible()
  await other.close()
  foyer.child.kill('SIGTERM')
  expect(await foyer.ended).toBe(0)
  await drop()
})

test('an operator finds promoters, on every screen @full', async ({ page }) => {
  const { address, drop } = await openDemo()
  const foyer = await start({ ...LAPTOP, DATABASE_URL: urlOf(address) })
  const origin = `http://localhost:${foyer.port}`
  expect(foyer.said()).not.toContain('/operator/join')
  await page.goto(`${origin}/login?next=/operator`)
  await signIn(page, 'operator@foyer.example', DEMO_PASSWORD)
  await expect(page.getByText('This page is for operators')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'turn it on in Security' }).click()
  await createPasskey(page, DEMO_PASSWORD)
  await page.goto(`${origin}/operator`)
  const promoters = page.getByRole('table', { name: 'Promoters' }).getByRole('rowheader')
  await expect(promoters).toHaveCount(3)
  await page.getByLabel('Search').fill('LENA@')
  await expect(page.getByText('No promoters match.')).toBeVisible()
  await page.getByLabel('Search').fill('owner@AURORA')
  await expect(promoters).toHaveText([/Aurora/])
  await eachScreen(page, async (each) => {
    await each.goto(`${origin}/operator`)
    await expect(each.getByRole('table', { name: 'Promoters' }).getByRole('rowheader')).toHaveCount(3)
  })
  await page.getByRole('link', { name: 'People' }).click()
  await page.getByLabel('Search').fill('owner@aurora')
  await page.getByRole('rowheader').getByRole('link').click()
  await page.getByRole('button', { name: 'Lock account' }).click()
  await page.getByLabel('Reason').fill('Sells tickets that don’t exist.')
  await expectAccessible(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Lock account' }).click()
  await expect(page.getByText('This account is locked')).toBeVisible()
  const person = page.url()
  await eachScreen(page, async (each) => {
    await each.goto(person)
    await expect(each.getByText('Sells tickets that don’t exist.').first()).toBeVisible()
  })
  await eachScreen(page, async (each) => {
    await each.goto(`${origin}/operator/health`)
    await expect(each.getByRole('table', { name: 'Jobs' }).getByRole('rowheader').first()).toBeVisible()
  })
  foyer.child.kill('SIGTERM')
  expect(await foyer.ended).toBe(0)
  await drop()
})
