import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Result } from '#model/platform/result.ts'
import { PASSWORD } from '#tests/support/people.ts'
import { loadAccountStores, openBrowserShop, type BrowserShop } from '#tests/stores/browser-shop.ts'

const LOGIN = '/api/auth/customer/login'
const ME = '/api/auth/customer/me'
const REGISTER = '/api/public/auth/customer/register'
const RESET = '/api/public/auth/customer/reset-password'

const ADA = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com', password: PASSWORD }

let shop: BrowserShop
let stores: Awaited<ReturnType<typeof loadAccountStores>>
let left: string[] = []

beforeEach(async () => {
  shop = await openBrowserShop()
  localStorage.clear()
  sessionStorage.clear()
  left = []
  vi.spyOn(window.location, 'assign').mockImplementation(
    (address) => void left.push(new URL(address).pathname),
  )
  await comeBack()
})
afterEach(async () => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  await shop.close()
})

async function comeBack(): Promise<void> {
  stores = await loadAccountStores()
  await stores.startAuth()
}

const brokenBody = (): ReadableStream =>
  new ReadableStream({ start: (controller) => controller.error(new TypeError('terminated')) })

describe.each<[string, string, () => Promise<Result<unknown> | void>]>([
  ['Login failed', LOGIN, () => stores.login(ADA)],
  ['Registration failed', REGISTER, () => stores.register(ADA)],
  ['Password reset request failed', RESET, () => stores.requestPasswordReset(ADA.email)],
  [
    'Password reset confirmation failed',
    `${RESET}/confirm`,
    () => stores.confirmPasswordReset({ token: 'x', password: PASSWORD }),
  ],
  [
    'An unknown error occurred',
    '/api/public/auth/customer/resend-verification',
    () => stores.resendVerification(ADA.email),
  ],
  [
    'An unknown error occurred',
    '/api/public/auth/customer/verify-email',
    () => stores.verifyEmail({ token: 'x' }),
  ],
  ['Failed to refresh authentication', ME, () => stores.refreshAuth()],
])('§8 %s (%s)', (fallback, path, act) => {
  const message = async (): Promise<string | undefined> => {
    const answer = await act()
    const error = stores.$authError.get()
    // Forms show the message of the result.
    if (answer && !answer.success) expect(answer.error.message).toBe(error)
    expect(stores.$isLoading.get()).toBe(false)
    return error
  }

  it('is shown whenever the server has sent no message', async () => {
    for (const [status, body] of [
      [418, '{"success":false,"error":{"code":"X","message":""}}'],
      // HTTP_ERROR_{status}
      [502, '<h1>Bad gateway</h1>'],
      [500, ''],
      // EMPTY_RESPONSE, PARSE_ERROR, RESPONSE_HANDLING_ERROR
      [200, ''],
      [200, '<h1>Hotel Wi-Fi</h1>'],
      [200, '{"success":false}'],
    ] as const) {
      shop.answerOnce(path, status, body)
      expect(await message(), `${status} ${body}`).toBe(fallback)
    }
    const fetching = vi.spyOn(globalThis, 'fetch')
    for (const answer of [
      // NETWORK_ERROR, REQUEST_ERROR, RESPONSE_READ_ERROR
      () => Promise.reject(new TypeError('Failed to fetch')),
      () => Promise.reject(new DOMException('The operation timed out.', 'TimeoutError')),
      () => Promise.resolve(new Response(brokenBody())),
    ]) {
      fetching.mockImplementationOnce(answer)
      expect(await message()).toBe(fallback)
    }
  })

  it('is replaced by the server’s message', async () => {
    shop.answerOnce(path, 429, '{"success":false,"error":{"code":"RATE_LIMITED","message":"Too often."}}')
    expect(await message()).toBe('Too often.')
    // An error without a code.
    shop.answerOnce(path, 403, '{"success":false,"error":{"message":"Not today."}}')
    expect(await message()).toBe('Not today.')
  })
})

describe('§8 a failed current-customer check', () => {
  it('§8 is kept and shown once on the sign-in page', async () => {
    await stores.register(ADA)
    shop.setNetwork('down')
    await comeBack()
    expect(stores.$authError.get()).toBe('Failed to refresh authentication')
    expect(stores.$refreshError.get()).toBe('Failed to refresh authentication')
    stores.redirectToSignIn('/account')
    expect(left).toEqual(['/login'])
    await comeBack()
    expect(stores.$refreshError.get()).toBe('Failed to refresh authentication')
    await comeBack()
    expect(stores.$refreshError.get()).toBeUndefined()
  })

  it('§8 is cleared by signing in', async () => {
    await stores.register(ADA)
    shop.setNetwork('down')
    await comeBack()
    shop.setNetwork('up')
    await stores.login(ADA)
    expect([stores.$authError.get(), stores.$refreshError.get()]).toEqual([undefined, undefined])
  })
})
