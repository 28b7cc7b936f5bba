import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { insertAccountToken, PASSWORD } from '#tests/support/people.ts'
import { waitFor } from '#tests/support/wait-for.ts'
import { loadAccountStores, openBrowserShop, type BrowserShop } from '#tests/stores/browser-shop.ts'

const LOGIN = '/api/auth/customer/login'
const LOGOUT = '/api/auth/customer/logout'
const ME = '/api/auth/customer/me'
const REFRESH = '/api/auth/refresh-token'

const STORED = ['customer_data', 'customer_access_token']

const ADA = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com', password: PASSWORD }

let shop: BrowserShop
let stores: Awaited<ReturnType<typeof loadAccountStores>>
let left: string[] = []
let others: { stop: () => void }[] = []

beforeEach(async () => {
  shop = await openBrowserShop()
  localStorage.clear()
  left = []
  others = []
  vi.spyOn(window.location, 'assign').mockImplementation(
    (address) => void left.push(new URL(address).pathname),
  )
  stores = await openPage()
})
afterEach(async () => {
  for (const { stop } of others) stop()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  await shop.close()
})

async function openPage() {
  const page = await loadAccountStores()
  others.push({ stop: page.$auth.listen(() => undefined) })
  await page.startAuth()
  return page
}

async function comeBack() {
  for (const { stop } of others.splice(0)) stop()
  shop.requests.length = 0
  stores = await openPage()
  return stores
}

const stored = (key: string): string | null => localStorage.getItem(key)
const signedOut = { customer: undefined, isAuthenticated: false, isLoading: false }

describe('§4 at start', () => {
  it('without a stored customer it is signed out, and nobody is asked', () => {
    expect(stores.$auth.get()).toEqual({ ...signedOut, error: undefined })
    expect(stores.$authStatus.get()).toBe('signed out')
    expect(shop.requests).toEqual([])
  })

  it('a call that ends because the page is left doesn’t end the session', async () => {
    await stores.register(ADA)
    const aborted = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => {
      window.dispatchEvent(new Event('pagehide'))
      throw new TypeError('Failed to fetch')
    })
    await comeBack()
    expect(STORED.map((key) => stored(key) !== null)).toEqual([true, true])
    aborted.mockRestore()
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
    await waitFor(() => expect(stores.$isAuthenticated.get()).toBe(true))
  })

  it('with one the server is asked, past every cache, and storage is refreshed', async () => {
    await stores.register(ADA)
    await shop.context.db.updateTable('accounts').set({ first_name: 'Augusta' }).execute()
    const asked = vi.spyOn(globalThis, 'fetch')
    await comeBack()
    expect(shop.requests).toEqual([`GET ${ME}`])
    expect(asked.mock.calls[0]?.[1]?.cache).toBe('no-store')
    expect(stores.$customer.get()?.firstName).toBe('Augusta')
    expect(stores.$isAuthenticated.get()).toBe(true)
    expect(stored('customer_data')).toContain('Augusta')
  })

  it('the stored customer is there while the server is asked', async () => {
    await stores.register(ADA)
    const gate = shop.holdAnswers()
    for (const { stop } of others.splice(0)) stop()
    const page = await loadAccountStores()
    const start = page.startAuth()
    expect(page.$auth.get()).toMatchObject({ customer: { firstName: 'Ada' }, isLoading: true })
    expect(page.$authStatus.get()).toBe('loading')
    gate.release()
    await start
    expect(page.$authStatus.get()).toBe('signed in')
  })

  it.each(['down', 'up'] as const)('a failure clears storage and signs out: network %s', async (network) => {
    await stores.register(ADA)
    await shop.context.db.updateTable('sessions').set({ revoked_at: new Date() }).execute()
    shop.setNetwork(network)
    await comeBack()
    expect(stores.$auth.get()).toMatchObject(signedOut)
    expect([stored('customer_data'), stored('customer_access_token'), stored('isStaffUser')]).toEqual([
      null,
      null,
      null,
    ])
  })

  it('values under the old keys are moved over', async () => {
    await stores.register(ADA)
    for (const [old, key] of [
      ['customerData', 'customer_data'],
      ['customerAccessToken', 'customer_access_token'],
    ] as const) {
      localStorage.setItem(old, stored(key) ?? '')
      localStorage.removeItem(key)
    }
    await comeBack()
    expect(stores.$isAuthenticated.get()).toBe(true)
    expect(stored('customerData')).toBeNull()
    expect(stored('customerAccessToken')).toBeNull()
    expect(stored('customer_access_token')).not.toBeNull()
  })

  it('a stored customer of another shape is refreshed by the server', async () => {
    await stores.register(ADA)
    localStorage.setItem('customer_data', '{"id":1}')
    await comeBack()
    expect(stores.$customer.get()?.firstName).toBe('Ada')
  })

  it('staff are flagged, and the flag goes with them', async () => {
    await stores.register(ADA)
    const [account] = await shop.context.db.selectFrom('accounts').select('id').execute()
    await shop.context.db
      .insertInto('members')
      .values({
        promoter_id: shop.promoterId,
        account_id: account?.id ?? '',
        role: 'door',
        created_at: new Date(),
      })
      .execute()
    await stores.refreshAuth()
    expect(stored('isStaffUser')).toBe('true')
    await stores.logout()
    expect(stored('isStaffUser')).toBeNull()
  })
})

describe('§4 login and register', () => {
  it('set loading, then signed in; what is stored is what was answered', async () => {
    const seen: boolean[] = []
    const stop = stores.$isLoading.listen((isLoading) => void seen.push(isLoading))
    const answer = await stores.register(ADA)
    stop()
    expect(answer.success && answer.data.email).toBe(ADA.email)
    expect(seen).toEqual([true, false])
    expect(stores.$authStatus.get()).toBe('signed in')
    expect(JSON.parse(stored('customer_data') ?? '')).toEqual(stores.$customer.get())
    expect((await stores.api.get(ME)).success).toBe(true)
  })

  it('register sends confirmPassword equal to the password, and the domain', async () => {
    const sent = vi.spyOn(globalThis, 'fetch')
    await stores.register(ADA)
    const body = sent.mock.calls[0]?.[1]?.body
    expect(JSON.parse(typeof body === 'string' ? body : '')).toMatchObject({
      password: PASSWORD,
      confirmPassword: PASSWORD,
      domain: window.location.hostname,
    })
  })

  it('a failure keeps the server’s message, and who was signed in', async () => {
    await stores.login({ email: ADA.email, password: 'not the password' })
    expect(stores.$auth.get()).toMatchObject({
      ...signedOut,
      error: 'The email address or password is wrong.',
    })
  })

  it('what is thrown on login signs out, in the words of the exception', async () => {
    await stores.register(ADA)
    vi.stubGlobal('navigator', { locks: { request: () => Promise.reject(new Error('No locks here.')) } })
    await stores.login(ADA)
    expect(stores.$auth.get()).toEqual({ ...signedOut, error: 'No locks here.' })
    expect(stored('customer_data')).toBeNull()
  })

  it('or as an unknown error without a message', async () => {
    vi.stubGlobal('navigator', { locks: { request: () => Promise.reject(new Error('')) } })
    await stores.login(ADA)
    expect(stores.$authError.get()).toBe('An unknown error occurred')
  })
})

describe('§9 token sync', () => {
  it('signed in only when calls carry the token: 50 ms after the answer', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const signingIn = stores.register(ADA)
    while (stored('customer_access_token') === null) await new Promise((resolve) => setImmediate(resolve))
    await vi.advanceTimersByTimeAsync(49)
    expect(stores.$isAuthenticated.get()).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(stores.$isAuthenticated.get()).toBe(true)
    await signingIn
  })

  it('after 2 s without it nobody is signed in, and the reason is told', async () => {
    vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
      throw new DOMException('Denied', 'SecurityError')
    })
    const start = performance.now()
    const answer = await stores.register(ADA)
    expect(answer.success).toBe(false)
    expect(performance.now() - start).toBeGreaterThanOrEqual(1990)
    expect(stores.$auth.get()).toMatchObject({
      isAuthenticated: false,
      error: expect.stringMatching(/storage/),
    })
  })
})

describe('§4 logout', () => {
  it('forgets what was written into forms in this tab', async () => {
    await stores.register(ADA)
    const drafts = ['checkoutDraft', 'siteLookDraft', 'eventDraft', 'letterDraft']
    for (const key of drafts) sessionStorage.setItem(key, JSON.stringify({ 'customer.email': ADA.email }))
    await stores.logout()
    expect(drafts.map((key) => sessionStorage.getItem(key))).toEqual([null, null, null, null])
  })

  it('clears, signs out and goes to /', async () => {
    await stores.register(ADA)
    await stores.logout()
    expect(left).toEqual(['/'])
    expect(stores.$auth.get()).toMatchObject(signedOut)
    expect([stored('customer_data'), stored('customer_access_token')]).toEqual([null, null])
    expect(shop.cookies.has('customer_refresh_token')).toBe(false)
  })

  it('does the same when the call fails, and tells the server with the next start', async () => {
    await stores.register(ADA)
    shop.setNetwork('down')
    await stores.logout()
    expect(left).toEqual(['/'])
    expect(stored('customer_data')).toBeNull()
    expect(stored('customer_logout_pending')).toBe('true')
    expect(shop.cookies.has('customer_refresh_token')).toBe(true)
    shop.setNetwork('up')
    await comeBack()
    await stores.finishLogout()
    expect(shop.requests).toEqual([`POST ${LOGOUT}`])
    expect(shop.cookies.has('customer_refresh_token')).toBe(false)
    expect(stored('customer_logout_pending')).toBeNull()
  })

  it('signing in meanwhile ends the old session first', async () => {
    await stores.register(ADA)
    shop.setNetwork('down')
    await stores.logout()
    shop.setNetwork('up')
    await comeBack()
    await stores.login(ADA)
    expect(shop.requests.slice(0, 2)).toEqual([`POST ${LOGOUT}`, `POST ${LOGIN}`])
    expect(shop.cookies.has('customer_refresh_token')).toBe(true)
    await comeBack()
    expect(stores.$isAuthenticated.get()).toBe(true)
  })

  it('a later response about the customer is ignored', async () => {
    await stores.register(ADA)
    const held = shop.holdAnswers()
    const refreshing = stores.refreshAuth()
    shop.holdAnswers().release()
    shop.answerOnce(LOGOUT, 503, '')
    await stores.logout()
    held.release()
    await refreshing
    expect(STORED.map(stored)).toEqual([null, null])
    expect(stores.$auth.get()).toMatchObject(signedOut)
  })

  it('refresh is skipped while it is under way', async () => {
    await stores.register(ADA)
    shop.requests.length = 0
    const gate = shop.holdAnswers()
    const leaving = stores.logout()
    expect(stores.$isLoggingOut.get()).toBe(true)
    await stores.refreshAuth()
    expect(shop.requests).toEqual([`POST ${LOGOUT}`])
    gate.release()
    await leaving
  })
})

describe('an expired token', () => {
  const expire = (): void => localStorage.setItem('customer_access_token', 'a.b.c')
  const count = (line: string): number => shop.requests.filter((each) => each === line).length

  it('is renewed once for all running calls, which are repeated', async () => {
    await stores.register(ADA)
    expire()
    const answers = await Promise.all([stores.api.get(ME), stores.api.get(ME), stores.loadSessions()])
    expect(answers[0]).toMatchObject({ success: true })
    expect(stores.$sessions.get().data).toHaveLength(1)
    expect(count(`POST ${REFRESH}`)).toBe(1)
    expect(count(`GET ${ME}`)).toBe(4)
    expect(stores.$isAuthenticated.get()).toBe(true)
  })

  it('is replaced by another tab’s newer one', async () => {
    await stores.register(ADA)
    const fresh = stored('customer_access_token') ?? ''
    expire()
    const call = stores.api.get(ME)
    localStorage.setItem('customer_access_token', fresh)
    expect((await call).success).toBe(true)
    expect(count(`POST ${REFRESH}`)).toBe(0)
  })

  it('of an ended session signs out, with an error', async () => {
    await stores.register(ADA)
    shop.cookies.delete('customer_refresh_token')
    expire()
    expect(await stores.api.get(ME)).toMatchObject({ error: { code: 'UNAUTHENTICATED' } })
    expect(stores.$auth.get()).toMatchObject(signedOut)
    expect(stored('customer_data')).toBeNull()
  })

  it('refused twice signs out', async () => {
    await stores.register(ADA)
    const refusal = '{"success":false,"error":{"code":"UNAUTHENTICATED","message":"Sign in to continue."}}'
    const renewed = JSON.stringify({
      success: true,
      data: { customer: stores.$customer.get(), accessToken: 'not.a.token' },
    })
    shop.answerOnce(ME, 401, refusal)
    shop.answerOnce(REFRESH, 200, renewed)
    expect(await stores.api.get(ME)).toMatchObject({ error: { code: 'UNAUTHENTICATED' } })
    expect(count(`GET ${ME}`)).toBe(2)
    expect(stores.$authStatus.get()).toBe('signed out')
  })

  it('offline ends nothing', async () => {
    await stores.register(ADA)
    expire()
    shop.answerOnce(ME, 401, '{"success":false,"error":{"code":"UNAUTHENTICATED","message":"Sign in."}}')
    shop.answerOnce(REFRESH, 502, '<h1>Bad gateway</h1>')
    expect(await stores.api.get(ME)).toMatchObject({ error: { code: 'HTTP_ERROR_502' } })
    expect(stores.$isAuthenticated.get()).toBe(true)
    expect((await stores.api.get(ME)).success).toBe(true)
  })

  it('is not renewed after a sign-out', async () => {
    await stores.register(ADA)
    expire()
    localStorage.setItem('customer_logout_pending', 'true')
    await stores.api.get(ME)
    expect(count(`POST ${REFRESH}`)).toBe(0)
  })
})

describe('two tabs', () => {
  /** Dispatches the storage event that other tabs get. */
  const hear = (key: string | null): void => {
    window.dispatchEvent(new StorageEvent('storage', { key, newValue: key && stored(key) }))
  }

  it('share signing in and out', async () => {
    await stores.register(ADA)
    const other = await openPage()
    expect(other.$customer.get()?.firstName).toBe('Ada')
    const kept = STORED.map((key): [string, string] => [key, stored(key) ?? ''])
    localStorage.clear()
    hear(null)
    expect(other.$authStatus.get()).toBe('signed out')
    for (const [key, value] of kept) localStorage.setItem(key, value)
    hear('customer_data')
    expect(other.$authStatus.get()).toBe('signed in')
  })
})

describe('emailed links', () => {
  it('a reset ends every session', async () => {
    await stores.register(ADA)
    const { id } = stores.$customer.get() ?? { id: '' }
    const token = await insertAccountToken(shop.context.db, {
      accountId: id,
      purpose: 'reset_password',
      email: ADA.email,
    })
    await stores.confirmPasswordReset({ token, password: 'another horse battery' })
    await stores.refreshAuth()
    expect(stores.$authStatus.get()).toBe('signed out')
    expect((await stores.login({ email: ADA.email, password: 'another horse battery' })).success).toBe(true)
  })

  it('a verification is visible at once', async () => {
    await stores.register(ADA)
    const { id } = stores.$customer.get() ?? { id: '' }
    const token = await insertAccountToken(shop.context.db, {
      accountId: id,
      purpose: 'verify_email',
      email: ADA.email,
    })
    await stores.verifyEmail({ token })
    expect(stores.$customer.get()?.isEmailVerified).toBe(true)
  })

  it('a delayed response from before a verification is ignored', async () => {
    await stores.register(ADA)
    const unverified = stores.$customer.get()
    const token = await insertAccountToken(shop.context.db, {
      accountId: unverified?.id ?? '',
      purpose: 'verify_email',
      email: ADA.email,
    })
    const held = shop.holdAnswers()
    const delayed = stores.refreshAuth()
    shop.holdAnswers().release()
    await stores.verifyEmail({ token })
    shop.answerOnce(ME, 200, JSON.stringify({ success: true, data: { customer: unverified } }))
    held.release()
    await delayed
    expect(stores.$customer.get()?.isEmailVerified).toBe(true)
    expect(JSON.parse(stored('customer_data') ?? '{}')).toMatchObject({ isEmailVerified: true })
  })
})
