import { createHmac } from 'node:crypto'
import {
  problemMessage,
  newEmail,
  PASSWORD,
  profileHeading,
  register,
  signIn,
  test,
} from './support/members.ts'
import { plugInAuthenticator } from './support/passkeys.ts'
import { expect, expectAccessible } from './support/test.ts'

test('a passkey is created, used to sign in, and removed', async ({ page, foyer }) => {
  await plugInAuthenticator(page)
  await register(page, foyer, newEmail())
  await page.goto(foyer.url('aurora', '/account/security'))
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByLabel('Name').fill('My phone')
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill('not this one')
  await page.getByRole('button', { name: 'Create passkey' }).click()
  await expect(problemMessage(page)).toContainText('Your password is wrong.')
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Create passkey' }).click()
  // The form's hint contains "phone", too.
  const remove = page.getByRole('button', { name: 'Remove My phone' })
  await expect(remove).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Sign out', exact: true }).first().click()
  await expect(page).toHaveURL(foyer.url('aurora', '/'))

  await page.goto(foyer.url('aurora', '/login?next=/account/security'))
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page.getByRole('heading', { name: 'Security', level: 1 })).toBeVisible()
  await remove.click()
  await expectAccessible(page)
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Remove passkey' }).click()
  await expect(page.getByText('For aurora.localhost')).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Passkeys', exact: true })).toBeFocused()
})

test('a device can’t have two passkeys of an account, and its open dialog doesn’t block other tabs @full', async ({
  page,
  foyer,
}) => {
  const waitForTouch = await plugInAuthenticator(page)
  const email = newEmail()
  await register(page, foyer, email)
  await page.goto(foyer.url('aurora', '/account/security'))
  const addPasskey = async (name: string): Promise<void> => {
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByLabel('Name').fill(name)
    await page.getByRole('textbox', { name: 'Password', exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Create passkey' }).click()
  }
  await addPasskey('First')
  await expect(page.getByRole('button', { name: 'Remove First' })).toBeVisible()
  await addPasskey('Second')
  await expect(problemMessage(page)).toContainText('This device already has a passkey for your account.')
  await page.getByRole('button', { name: 'Sign out', exact: true }).first().click()
  await expect(page).toHaveURL(foyer.url('aurora', '/'))

  await waitForTouch()
  await page.goto(foyer.url('aurora', '/login'))
  const offered = page.waitForResponse(/login\/passkey\/options/)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await offered
  const other = await page.context().newPage()
  await other.goto(foyer.url('aurora', '/login'))
  await signIn(other, email)
  await expect(profileHeading(other)).toBeVisible()
})

test('an authenticator app is set up and used to sign in, then a recovery code, once', async ({
  page,
  foyer,
}) => {
  const email = newEmail()
  await register(page, foyer, email)
  await page.goto(foyer.url('aurora', '/account/security'))
  await page.getByRole('button', { name: 'Set up' }).click()
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  await expectAccessible(page)
  const secret = ((await page.locator('.account-key').textContent()) ?? '').replaceAll(' ', '')
  await page.getByLabel('Code from the app').fill(codeOf(secret, Date.now()))
  await page.getByRole('button', { name: 'Turn on' }).click()
  await expect(page.getByText('Save your recovery codes')).toBeVisible()
  const recoveryCode = (await page.locator('.account-codes code').first().textContent()) ?? ''
  await page.getByRole('button', { name: 'I’ve saved them' }).click()
  await expect(page.getByText('10 recovery codes are left.')).toBeVisible()
  const signOut = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Sign out', exact: true }).first().click()
    await expect(page).toHaveURL(foyer.url('aurora', '/'))
    await page.goto(foyer.url('aurora', '/login'))
    await signIn(page, email)
  }

  await signOut()
  await expect(page.getByLabel('Code from your authenticator app')).toBeFocused()
  await page.getByLabel('Code from your authenticator app').fill('000000')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(problemMessage(page)).toContainText('This code is wrong')
  await page.getByRole('button', { name: 'Use a recovery code instead' }).click()
  await page.getByLabel('Recovery code').fill(recoveryCode)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(profileHeading(page)).toBeVisible()

  await signOut()
  await page.getByRole('button', { name: 'Use a recovery code instead' }).click()
  await page.getByLabel('Recovery code').fill(recoveryCode)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(problemMessage(page)).toContainText('This code is wrong')
})

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Current TOTP code (RFC 6238). */
function codeOf(secret: string, now: number): string {
  const bits = Array.from(secret, (letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('')
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const step = Buffer.alloc(8)
  step.writeBigUInt64BE(BigInt(Math.floor(now / 30_000)))
  const digest = createHmac('sha1', key).update(step).digest()
  const offset = (digest.at(-1) ?? 0) & 15
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}
