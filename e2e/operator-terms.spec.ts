import { TEST_ENCRYPTION_KEY } from '#tests/support/encryption.ts'
import { openDemo, urlOf } from './support/foyer.ts'
import { signInOperator } from './support/operators.ts'
import { eachScreen, expectEveryScreen } from './support/screens.ts'
import { startAsOperator, type Started } from './support/started.ts'
import { expect, test } from './support/test.ts'

let running: Started | undefined
// Also after a failed test.
test.afterEach(() => void running?.child.kill('SIGTERM'))

test('an operator announces new default terms, and sees them beside those in effect @full', async ({
  page,
}) => {
  const { address, drop } = await openDemo()
  running = await startAsOperator({
    NODE_ENV: '',
    FOYER_ENCRYPTION_KEY: TEST_ENCRYPTION_KEY,
    DATABASE_URL: urlOf(address),
  })
  const origin = `http://localhost:${running.port}`
  await signInOperator(page, origin)

  await page.goto(`${origin}/operator/terms`)
  const euro = page.getByRole('region', { name: 'EUR', exact: true })
  await expect(euro.getByText('€0.49 + 4%', { exact: true })).toBeVisible()
  await euro.getByRole('button', { name: 'Change terms in EUR' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Minimum per paid ticket').fill('1.99')
  // One ticket of 30.00: the minimum, and 0.90 per order.
  await expect(dialog.getByRole('row', { name: 'The platform takes' })).toContainText('€2.89')
  await expectEveryScreen(page)
  await dialog.getByLabel('In effect from').fill('2020-01-01T00:00')
  await dialog.getByRole('button', { name: 'Save terms' }).click()
  await expect(dialog.getByText('Choose a time in the future.').first()).toBeVisible()
  await dialog.getByLabel('In effect from').fill('2099-01-01T00:00')
  await dialog.getByRole('button', { name: 'Save terms' }).click()
  await expect(dialog).toBeHidden()
  await expect(euro.getByText('€0.49 + 4%', { exact: true })).toBeVisible()
  await euro.getByText('2 changes, with an upcoming one').click()
  await expect(euro.getByRole('row', { name: 'Upcoming' })).toContainText('at least €1.99')
  await eachScreen(page, async (each) => {
    await each.goto(`${origin}/operator/terms`)
    await each.getByText('2 changes, with an upcoming one').click()
  })
  running.child.kill('SIGTERM')
  expect(await running.ended).toBe(0)
  await drop()
})
