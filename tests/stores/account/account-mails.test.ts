import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { PASSWORD } from '#tests/support/people.ts'
import { loadAccountStores, openBrowserShop, type BrowserShop } from '#tests/stores/browser-shop.ts'

const LOGIN = '/api/auth/customer/login'
const LOGOUT = '/api/auth/customer/logout'
const REGISTER = '/api/public/auth/customer/register'
const RESEND = '/api/public/auth/customer/resend-verification'
const RESET = '/api/public/auth/customer/reset-password'

const ADA = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com', password: PASSWORD }

let shop: BrowserShop
let stores: Awaited<ReturnType<typeof loadAccountStores>>

beforeEach(async () => {
  shop = await openBrowserShop()
  localStorage.clear()
  vi.spyOn(window.location, 'assign').mockImplementation(() => undefined)
  stores = await loadAccountStores()
})
afterEach(async () => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  await shop.close()
})

describe('§7 what the calls send', () => {
  const cases = (): [path: string, act: () => Promise<unknown>, body: object | undefined][] => [
    [
      LOGIN,
      () => stores.login({ email: ADA.email, password: PASSWORD }),
      { email: ADA.email, password: PASSWORD },
    ],
    [
      REGISTER,
      () => stores.register({ ...ADA, phone: '+49 30 1234' }),
      { ...ADA, phone: '+49 30 1234', confirmPassword: PASSWORD, domain: window.location.hostname },
    ],
    [
      RESET,
      () => stores.requestPasswordReset(ADA.email),
      { email: ADA.email, domain: window.location.hostname },
    ],
    [
      `${RESET}/confirm`,
      () => stores.confirmPasswordReset({ token: 'of the mail', password: PASSWORD }),
      { token: 'of the mail', password: PASSWORD },
    ],
    [RESEND, () => stores.resendVerification(ADA.email), { email: ADA.email }],
    [LOGOUT, () => stores.logout(), undefined],
  ]

  it('is what the specification lists, and nothing else', async () => {
    const sent = vi.spyOn(globalThis, 'fetch')
    for (const [path, act, body] of cases()) {
      sent.mockClear()
      await act()
      const [address, init] = sent.mock.calls[0] ?? []
      expect([init?.method, address]).toEqual(['POST', path])
      expect(typeof init?.body === 'string' ? JSON.parse(init.body) : init?.body).toEqual(body)
    }
  })
})

describe('§4 password reset', () => {
  it('request and confirmation toggle loading and error, and nothing else', async () => {
    await stores.register(ADA)
    const before = stores.$auth.get()
    const seen: unknown[] = []
    const stop = stores.$auth.listen((state) => void seen.push(state))
    await stores.requestPasswordReset(ADA.email)
    await stores.confirmPasswordReset({ token: 'expired', password: PASSWORD })
    stop()
    const error = 'This link has expired or has already been used.'
    expect(seen).toEqual([
      { ...before, isLoading: true },
      { ...before, isLoading: false },
      { ...before, isLoading: true },
      { ...before, isLoading: false, error: expect.stringContaining(error) },
    ])
    expect(before).toMatchObject({ isAuthenticated: true, error: undefined })
  })
})
