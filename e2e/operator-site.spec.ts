import { TEST_ENCRYPTION_KEY } from '#tests/support/encryption.ts'
import { openDemo, urlOf } from './support/foyer.ts'
import { signInOperator } from './support/operators.ts'
import { eachScreen, expectEveryScreen } from './support/screens.ts'
import { startAsOperator, type Started } from './support/started.ts'
import { expect, test } from './support/test.ts'

let running: Started | undefined
// Also after a failed test.
test.afterEach(() => void running?.child.kill('SIGTERM'))

test('an operator renames the main site, and takes an event off its list @full', async ({ page }) => {
  const { address, drop } = await openDemo()
  running = await startAsOperator({
    NODE_ENV: '',
    FOYER_ENCRYPTION_KEY: TEST_ENCRYPTION_KEY,
    DATABASE_URL: urlOf(address),
  })
  const origin = `http://localhost:${running.port}`
  await signInOperator(page, origin)

  await page.goto(`${origin}/operator/site`)
  await page.getByLabel('Site name').fill('City Tickets')
  await page.getByLabel('Primary colour', { exact: true }).fill('#0f766e')
  await page.getByLabel('Contact email').fill('help@city')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Enter an email address', { exact: false })).toBeVisible()
  await page.getByLabel('Contact email').fill('help@city.example')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The change is in effect.')).toBeVisible()

  const events = page.getByRole('table', { name: 'Upcoming events' })
  const first = events.getByRole('rowheader').first().getByRole('link').first()
  const title = await first.innerText()
  await page.getByRole('button', { name: `Remove from the main site: ${title}` }).click()
  await page.getByLabel('Reason').fill('Reported as misleading')
  await expectEveryScreen(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Remove from the main site' }).click()
  await expect(page.getByRole('button', { name: `List again: ${title}` })).toBeVisible()
  await eachScreen(page, async (each) => {
    await each.goto(`${origin}/operator/site`)
    await expect(each.getByText('Reported as misleading')).toBeVisible()
  })

  const [one = '', other = ''] = await events
    .getByRole('button', { name: /^Feature: / })
    .evaluateAll((buttons) => buttons.map((each) => each.getAttribute('aria-label')?.slice(9) ?? ''))
  for (const each of [one, other]) {
    await page.getByRole('button', { name: `Feature: ${each}` }).click()
    await expect(page.getByRole('button', { name: `Remove ${each}` })).toBeVisible()
  }
  await page.getByRole('button', { name: `Move ${other} up` }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText(`${other} is now number 1 of 2.`)).toBeAttached()
  await expect(page.getByRole('button', { name: `Move ${other} up` })).toBeFocused()
  await eachScreen(page, async (each) => {
    await each.goto(origin)
    const featured = each.getByRole('region', { name: 'Featured' })
    await expect(featured.getByRole('heading', { level: 3 })).toHaveText([other, one])
  })

  await page.goto(`${origin}/?q=${encodeURIComponent(title)}`)
  await expect(page).toHaveTitle(/City Tickets/)
  await expect(page.getByRole('link', { name: 'help@city.example' })).toBeVisible()
  await expect(page.getByRole('link', { name: title, exact: true })).toHaveCount(0)

  await page.goto(`${origin}/operator/legal`)
  const terms = page.getByRole('region', { name: 'Terms' })
  await terms.getByRole('button').first().click()
  await terms.getByRole('textbox').fill('# Terms of City Tickets')
  await terms.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Page published')).toBeVisible()
  await eachScreen(page, async (each) => {
    await each.goto(`${origin}/operator/legal`)
    await expect(each.getByRole('region', { name: 'Terms' })).toContainText('Version')
  })
  await page.goto(`${origin}/legal/terms`)
  await expect(page.getByRole('heading', { name: 'Terms of City Tickets' })).toBeVisible()
  running.child.kill('SIGTERM')
  expect(await running.ended).toBe(0)
  await drop()
})
