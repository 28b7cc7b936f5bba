import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const NOW = Date.parse('2026-11-21T12:00:00Z')

const ADA = {
  id: 'c1',
  email: 'ada@example.com',
  firstName: 'Ada',
  lastName: 'Lovelace',
  phone: '',
  isEmailVerified: true,
  createdAt: '2026-11-21T12:00:00.000Z',
  updatedAt: '2026-11-21T12:00:00.000Z',
  settings: { avatarUrl: '' },
  staff: { isStaff: true, permissions: ['staff:access'] },
}

const loadStaff = () => import('#stores/account/staff.ts')

let staff: Awaited<ReturnType<typeof loadStaff>>
let asked: string[] = []
let answer: () => Promise<Response>

beforeEach(async () => {
  vi.useFakeTimers({ now: NOW })
  localStorage.clear()
  sessionStorage.clear()
  asked = []
  answer = () => Promise.reject(new TypeError('Failed to fetch'))
  vi.stubGlobal('fetch', (path: string) => {
    asked.push(path)
    return answer()
  })
  vi.resetModules()
  staff = await loadStaff()
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const tokenOf = (claims: object): string =>
  ['e30', Buffer.from(JSON.stringify(claims)).toString('base64url'), 'signature'].join('.')

/** Stores a token that ends in these eight characters. */
const signIn = (end = 'AAAAAAAA', claims: object = {}): void =>
  localStorage.setItem('customer_access_token', tokenOf(claims) + end)
const flag = (isStaff: boolean): void =>
  isStaff ? localStorage.setItem('isStaffUser', 'true') : localStorage.removeItem('isStaffUser')
const hide = (state: DocumentVisibilityState): void =>
  void vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)

describe('§9 staff check cache', () => {
  it.each([
    ['30 s while the tab is seen', 'visible', 30_000],
    ['60 s while it is hidden', 'hidden', 60_000],
  ] as const)('%s', (_, state, keptMs) => {
    hide(state)
    signIn()
    expect(staff.isProbablyStaff()).toBe(false)
    flag(true)
    vi.advanceTimersByTime(keptMs - 1)
    expect(staff.isProbablyStaff()).toBe(false)
    vi.advanceTimersByTime(1)
    expect(staff.isProbablyStaff()).toBe(true)
  })

  it('is keyed by the last 8 characters of the token', () => {
    signIn('AAAAAAAA')
    expect(staff.isProbablyStaff()).toBe(false)
    flag(true)
    signIn('AAAAAAAA', { anything: 'else' })
    expect(staff.isProbablyStaff()).toBe(false)
    signIn('AAAAAAAB')
    expect(staff.isProbablyStaff()).toBe(true)
  })

  it('signing out changes the key', () => {
    signIn()
    flag(true)
    expect(staff.isProbablyStaff()).toBe(true)
    localStorage.clear()
    expect(staff.isProbablyStaff()).toBe(false)
  })
})

describe('§9 staff sync throttle', () => {
  it('asks once in 10 s', async () => {
    signIn()
    await staff.refreshStaffStatus()
    vi.advanceTimersByTime(9999)
    await staff.refreshStaffStatus()
    expect(asked).toEqual(['/api/auth/customer/me'])
    vi.advanceTimersByTime(1)
    await staff.refreshStaffStatus()
    expect(asked).toHaveLength(2)
  })

  it('signed out, nothing is requested', async () => {
    await staff.refreshStaffStatus()
    expect(asked).toEqual([])
  })

  it('the server’s response applies at once', async () => {
    signIn()
    expect(staff.isProbablyStaff()).toBe(false)
    answer = () => Promise.resolve(Response.json({ success: true, data: { customer: ADA } }))
    await staff.refreshStaffStatus()
    expect(staff.isProbablyStaff()).toBe(true)
  })

  it('a failure changes nothing', async () => {
    signIn()
    flag(true)
    await staff.refreshStaffStatus()
    expect(staff.isProbablyStaff()).toBe(true)
    expect(localStorage.getItem('customer_access_token')).not.toBeNull()
  })
})

describe('§6 the staff flag in session storage', () => {
  const hinted = { ...ADA, staff: { isStaff: false, permissions: [], isHinted: true } }
  const flagged = (): string | null => sessionStorage.getItem('isSpecialStaff')
  const sync = async (customer: typeof ADA): Promise<void> => {
    answer = () => Promise.resolve(Response.json({ success: true, data: { customer } }))
    await staff.refreshStaffStatus()
    vi.advanceTimersByTime(10_000)
  }

  it('is set for an address of STAFF_HINT_EMAILS alone', async () => {
    signIn()
    await sync(ADA)
    expect(flagged()).toBeNull()
    await sync(hinted)
    expect(flagged()).toBe('true')
    await sync(ADA)
    expect(flagged()).toBeNull()
  })

  it('shows staff pages first while there is a token', () => {
    sessionStorage.setItem('isSpecialStaff', 'true')
    expect(staff.isProbablyStaff()).toBe(false)
    signIn()
    expect(staff.isProbablyStaff()).toBe(true)
  })

  it('is cleared with the session', async () => {
    const { clearSession } = await import('#browser/platform/session/stored-session.ts')
    signIn()
    await sync(hinted)
    clearSession()
    expect(flagged()).toBeNull()
    signIn()
    expect(staff.isProbablyStaff()).toBe(false)
  })

  it('is cleared when another tab signs out', async () => {
    const { $storedSession } = await import('#browser/platform/session/stored-session.ts')
    const stop = $storedSession.listen(() => undefined)
    signIn()
    await sync(hinted)
    window.dispatchEvent(
      new StorageEvent('storage', { key: 'customer_data', newValue: JSON.stringify(hinted) }),
    )
    expect(flagged()).toBe('true')
    localStorage.removeItem('customer_data')
    window.dispatchEvent(new StorageEvent('storage', { key: 'customer_data', newValue: null }))
    expect(flagged()).toBeNull()
    stop()
  })
})

describe('§9 token sync', () => {
  const seen = (): boolean[] => {
    const values: boolean[] = []
    staff.$isStaffHint.subscribe((value) => void values.push(value))
    return values
  }

  it('waits 50 ms at first', async () => {
    signIn()
    flag(true)
    const values = seen()
    await vi.advanceTimersByTimeAsync(49)
    expect(values).toEqual([false])
    await vi.advanceTimersByTimeAsync(1)
    expect(values).toEqual([false, true])
  })

  it('waits up to 2 s for a token being stored', async () => {
    flag(true)
    const values = seen()
    await vi.advanceTimersByTimeAsync(1900)
    expect(values).toEqual([false])
    signIn()
    await vi.advanceTimersByTimeAsync(50)
    expect(values).toEqual([false, true])
  })

  it('after 2 s it is given up: the next look finds what came later', async () => {
    flag(true)
    const values = seen()
    await vi.advanceTimersByTimeAsync(2000)
    signIn()
    await vi.advanceTimersByTimeAsync(1000)
    expect([values, asked]).toEqual([[false], []])
    await vi.advanceTimersByTimeAsync(7000)
    expect(values).toEqual([false, true])
  })
})

it('§6 an expired token is no staff’s, at the latest half a minute later', async () => {
  signIn('AAAAAAAA', { isStaff: true, exp: NOW / 1000 + 45 })
  staff.$isStaffHint.listen(() => undefined)
  await vi.advanceTimersByTimeAsync(44_000)
  expect(staff.$isStaffHint.get()).toBe(true)
  await vi.advanceTimersByTimeAsync(31_000)
  expect(staff.$isStaffHint.get()).toBe(false)
})
