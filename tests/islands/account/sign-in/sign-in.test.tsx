import { fireEvent } from '@testing-library/react'
import { Secret, TOTP } from 'otpauth'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { loadAccountStores } from '#tests/stores/browser-shop.ts'
import { PASSWORD } from '#tests/support/people.ts'
import { waitFor } from '#tests/support/wait-for.ts'
import { openShopPage, type ShopPage } from '#tests/islands/shop-page.tsx'
import { screen } from '#tests/support/screen.ts'

const ADA = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com', password: PASSWORD }

let page: ShopPage
let stores: Awaited<ReturnType<typeof loadAccountStores>>

beforeEach(async () => {
  page = await openShopPage()
  stores = await loadAccountStores()
  await stores.register(ADA)
  await page.shop.context.db.updateTable('accounts').set({ email_verified_at: new Date() }).execute()
})
afterEach(() => page.close())

const showSignIn = (): Promise<void> =>
  page.show(async () => (await import('#islands/account/sign-in/SignIn.tsx')).SignIn, {})

async function signOut(): Promise<void> {
  await stores.logout()
  page.left.length = 0
}

function signIn(password: string): void {
  fireEvent.change(screen.getByLabelText('Email'), { target: { value: ADA.email } })
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: password } })
  fireEvent.click(screen.getByRole('button', { name: 'Sign in' }))
}

it('a wrong password shows an error above the form, and the right one continues', async () => {
  await signOut()
  await showSignIn()
  signIn('not the password')
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toMatch(/password/i)
  await waitFor(() => expect(document.activeElement).toBe(alert))
  expect(localStorage.getItem('customer_access_token')).toBeNull()
  signIn(PASSWORD)
  await waitFor(() => expect(page.left).toEqual(['/account']))
  expect(localStorage.getItem('customer_access_token')).not.toBeNull()
})

it('an empty form is not sent', async () => {
  await signOut()
  await showSignIn()
  page.shop.requests.length = 0
  fireEvent.click(screen.getByRole('button', { name: 'Sign in' }))
  expect((await screen.findByRole('alert')).textContent).toContain('Please check these fields')
  expect(page.shop.requests).toEqual([])
})

it('an account with an authenticator is asked for its code, and a wrong code is shown at the field until edited', async () => {
  const started = await stores.api.post('/api/auth/customer/authenticator', { password: PASSWORD })
  const { secret } = Object(started.success ? started.data : {})
  const codeNow = (): string =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: page.shop.clock.now() })
  const confirmed = await stores.api.post('/api/auth/customer/authenticator/confirm', { code: codeNow() })
  expect(confirmed.success).toBe(true)
  // The code used for the set-up is not valid again.
  page.pass(30_000)
  await signOut()
  await showSignIn()
  signIn('not the password')
  await screen.findByRole('alert')
  signIn(PASSWORD)
  const field = await screen.findByLabelText('Code from your authenticator app')
  expect(screen.queryByRole('alert'), 'what was wrong with the password').toBeNull()
  fireEvent.input(field, { target: { value: '000000' } })
  fireEvent.click(screen.getByRole('button', { name: 'Sign in' }))
  await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'))
  expect(screen.getByRole('alert')).toBeTruthy()
  fireEvent.input(field, { target: { value: codeNow() } })
  expect(field.getAttribute('aria-invalid')).toBeNull()
  expect(screen.queryByRole('alert')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Sign in' }))
  await waitFor(() => expect(page.left).toEqual(['/account']))
})
