import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createApi } from '#server/http/api.ts'
import { openShop, type Shop } from '#tests/support/shop.ts'

/** Network behaviour of a request: the real API, or a failure. */
type Deed = 'api' | 'lost' | 'silent' | number | { status: number; body: unknown }

const HOST = 'aurora.localhost'

let shop: Shop
let api: ReturnType<typeof createApi>
let requests: { path: string; headers: Headers; at: number }[]
let deeds: Deed[]
let warned: string[]

beforeAll(async () => {
  shop = await openShop()
  api = createApi(shop.context)
})
afterAll(() => shop.close())
beforeEach(() => {
  requests = []
  deeds = []
  warned = []
  forgetCookies()
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: 0 })
  vi.spyOn(console, 'warn').mockImplementation((text: string) => void warned.push(text))
  vi.stubGlobal('fetch', async (path: string, init: RequestInit): Promise<Response> => {
    const headers = new Headers(init.headers)
    requests.push({ path, headers, at: Date.now() })
    const deed = deeds.shift() ?? 'api'
    if (deed === 'lost') throw new TypeError('Failed to fetch')
    if (deed === 'silent') return stall(init.signal)
    if (typeof deed === 'number') return new Response('<h1>Bad gateway</h1>', { status: deed })
    if (deed !== 'api') return Response.json(deed.body, { status: deed.status })
    headers.set('host', HOST)
    return api.fetch(new Request(`http://${HOST}${path}`, { method: init.method ?? 'GET', headers }))
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  forgetCookies()
})

function forgetCookies(): void {
  for (const pair of document.cookie.split('; '))
    document.cookie = `${pair.split('=')[0]}=; path=/; expires=Thu, 01 Jan 1970 00:00:00 GMT`
}

/** Stays pending until the browser aborts. */
const stall = (signal: AbortSignal | null | undefined): Promise<Response> =>
  new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(new DOMException('Given up', 'AbortError')))
  })

async function openPage() {
  vi.resetModules()
  const { $domain, openDomain } = await import('#stores/platform/domain.ts')
  const seen: string[] = []
  $domain.subscribe(({ status, view, settings }) => {
    const state = [status, view, settings?.siteName ?? '–'].join(' ')
    if (seen.at(-1) !== state) seen.push(state)
  })
  return { $domain, openDomain, seen }
}

const pathsOf = (): string[] => requests.map(({ path }) => path.replace(/\?.*/, ''))
const RESOLVE = '/api/public/domains/resolve'
const FORCE = '/api/domains/force-settings'
/** Processes responses. The API takes no time on the fake clock. */
const settle = (milliseconds = 0): Promise<unknown> => vi.advanceTimersByTimeAsync(milliseconds)
const envelope = (data: unknown): Deed => ({ status: 200, body: { success: true, data } })

describe('§4: the domain context', () => {
  it('is loading, then loaded: resolved first, then its settings, which the server leaves in cookies', async () => {
    const { $domain, openDomain, seen } = await openPage()
    expect(await openDomain(HOST)).toBe(true)
    expect(seen).toEqual([
      'loading site –',
      'loading settings –',
      'loaded settings Aurora',
      'loaded over Aurora',
    ])
    expect($domain.get()).toMatchObject({ userId: shop.promoterId, error: undefined })
    expect(requests.map(({ path }) => path)).toEqual([
      `${RESOLVE}?domain=${HOST}`,
      `${FORCE}?domain=${HOST}&userId=${shop.promoterId}`,
    ])
  })

  it('§7: asks who it is and wants no old answer', async () => {
    const { openDomain } = await openPage()
    await openDomain(HOST)
    const [first, second] = requests.map(({ headers }) => headers)
    expect(first?.get('x-client-id')).toMatch(/^[\da-f-]{36}$/)
    expect(first?.get('cache-control')).toBe('no-cache')
    expect(second?.get('x-client-id')).toBe(first?.get('x-client-id'))
  })

  it('is resolved once, however often it is asked for', async () => {
    const { openDomain } = await openPage()
    await Promise.all([openDomain(HOST), openDomain(HOST)])
    await openDomain(HOST)
    expect(pathsOf()).toEqual([RESOLVE, FORCE])
  })

  it('asks for no settings when a cookie has some', async () => {
    document.cookie = `x-custom-domain-settings=${encodeURIComponent('{"siteName":"Old"}')}; path=/`
    const { openDomain, seen } = await openPage()
    await openDomain(HOST)
    expect(pathsOf()).toEqual([RESOLVE])
    expect(seen.at(-1)).toBe('loaded over Aurora')
  })

  it('is known from an earlier visit’s cookies, and then nobody is asked', async () => {
    const settings = { siteName: 'Remembered', primaryColor: '#112233' }
    document.cookie = `x-custom-domain=${HOST}; path=/`
    document.cookie = `x-custom-domain-user-id=${shop.promoterId}; path=/`
    document.cookie = `x-custom-domain-settings=${encodeURIComponent(JSON.stringify(settings))}; path=/`
    const { $domain, openDomain } = await openPage()
    expect(await openDomain(HOST)).toBe(false)
    expect(requests).toEqual([])
    expect($domain.get()).toMatchObject({
      status: 'loaded',
      userId: shop.promoterId,
      settings: { ...settings, secondaryColor: '#1e293b' },
    })
  })

  it.each([
    ['another host’s', 'nordlys.localhost', '{"siteName":"Nordlys"}'],
    ['broken ones', HOST, '{"siteName":'],
    ['ones without a name', HOST, '{}'],
  ])('ignores the cookies: %s', async (_, host, settings) => {
    document.cookie = `x-custom-domain=${host}; path=/`
    document.cookie = `x-custom-domain-settings=${encodeURIComponent(settings)}; path=/`
    const { openDomain, seen } = await openPage()
    await openDomain(HOST)
    expect(pathsOf()).toContain(RESOLVE)
    expect(seen.at(-1)).toBe('loaded over Aurora')
  })
})

describe('§9: retries', () => {
  it.each([502, 503, 504, 'lost'] as const)('%s is tried again after 1 s, then after 1.5 s', async (deed) => {
    deeds = [deed, deed]
    const { openDomain, seen } = await openPage()
    const opened = openDomain(HOST)
    await settle(999)
    expect(requests).toHaveLength(1)
    await settle(1)
    expect(requests).toHaveLength(2)
    await settle(1499)
    expect(requests).toHaveLength(2)
    await settle(1)
    expect(await opened).toBe(true)
    expect(requests.slice(0, 3).map(({ at }) => at)).toEqual([0, 1000, 2500])
    expect(seen.at(-1)).toBe('loaded over Aurora')
  })

  it.each([502, 503, 504])('status %s is retried whatever its body', async (status) => {
    const body = { success: false, error: { code: 'INTERNAL_ERROR', message: 'Something went wrong.' } }
    deeds = [{ status, body }]
    const { openDomain, seen } = await openPage()
    const opened = openDomain(HOST)
    await settle(1000)
    expect(await opened).toBe(true)
    expect(seen.at(-1)).toBe('loaded over Aurora')
  })

  it('another status is not retried, even with the code UNAVAILABLE', async () => {
    const body = { success: false, error: { code: 'UNAVAILABLE', message: 'Try again later.' } }
    deeds = [{ status: 500, body }]
    const { openDomain } = await openPage()
    expect(await openDomain(HOST)).toBe(false)
    await settle(60_000)
    expect(requests).toHaveLength(1)
  })

  it('after the third there is no fourth: the app goes on without custom settings', async () => {
    deeds = ['lost', 503, 'lost']
    const { $domain, openDomain, seen } = await openPage()
    const opened = openDomain(HOST)
    await settle(2500)
    expect(await opened).toBe(false)
    await settle(60_000)
    expect(requests).toHaveLength(3)
    expect(seen.at(-1)).toBe('error over Event Ticketing')
    expect($domain.get().error).toBe('Failed to fetch')
  })

  it.each([400, 403, 500])('%s is no reason to try again', async (status) => {
    deeds = [status]
    const { openDomain, seen } = await openPage()
    expect(await openDomain(HOST)).toBe(false)
    await settle(60_000)
    expect(requests).toHaveLength(1)
    expect(seen.at(-1)).toBe('error over Event Ticketing')
  })

  it('an answer that does not come is given up after 5 s, logged, and asked for again', async () => {
    deeds = ['silent', 'silent']
    const { openDomain, seen } = await openPage()
    const opened = openDomain(HOST)
    await settle(4999)
    expect([requests.length, warned.length]).toEqual([1, 0])
    await settle(1)
    expect(warned).toEqual([`${RESOLVE} did not answer within 5000 ms`])
    await settle(1000)
    expect(requests).toHaveLength(2)
    await settle(5000 + 1500)
    expect(await opened).toBe(true)
    expect(requests[2]?.at).toBe(12_500)
    expect(warned).toHaveLength(2)
    expect(seen.at(-1)).toBe('loaded over Aurora')
  })
})

describe('§8: what is no site', () => {
  it('a host that is nobody’s: the server has said so, and the page need not wait', async () => {
    const { openDomain, seen } = await openPage()
    expect(await openDomain('nobody.example')).toBe(true)
    expect(seen.at(-1)).toBe('error over Event Ticketing')
    expect(pathsOf()).toEqual([RESOLVE])
  })

  it.each([
    { userId: null, settings: {} },
    { userId: null, settings: { siteName: 7 } },
    { userId: null, settings: null },
    { userId: 7, settings: { siteName: 'Aurora' } },
    null,
    'Aurora',
  ])('%o is not in the format of domain settings', async (data) => {
    deeds = [envelope(data)]
    const { $domain, openDomain } = await openPage()
    expect(await openDomain(HOST)).toBe(false)
    expect($domain.get()).toMatchObject({
      status: 'error',
      error: 'Invalid domain settings format',
      settings: { siteName: 'Event Ticketing' },
    })
    expect(requests).toHaveLength(1)
  })

  it('settings that don’t fit into cookies are used as resolved', async () => {
    deeds = ['api', 500]
    const { openDomain, seen } = await openPage()
    expect(await openDomain(HOST)).toBe(true)
    expect(seen.at(-1)).toBe('loaded over Aurora')
  })
})

describe('§9: the safety timeout', () => {
  it('ends the loading view after 3 s and installs the fallback settings; a late answer replaces them', async () => {
    deeds = ['silent']
    const { $domain, openDomain, seen } = await openPage()
    const opened = openDomain(HOST)
    await settle(2999)
    expect(seen).toEqual(['loading site –'])
    await settle(1)
    expect(seen.at(-1)).toBe('loading over Event Ticketing')
    expect($domain.get().settings).toMatchObject({ primaryColor: '#4338ca', logoUrl: '' })
    await settle(3000)
    expect(await opened).toBe(true)
    expect(seen.slice(1)).toEqual(['loading over Event Ticketing', 'loaded over Aurora'])
  })

  it('ends it too while the settings are being loaded', async () => {
    deeds = ['api', 'silent']
    const { openDomain, seen } = await openPage()
    const opened = openDomain(HOST)
    while (seen.at(-1) !== 'loading settings –') await settle()
    await settle(3000)
    expect(seen.at(-1)).toBe('loading over Event Ticketing')
    await settle(2000)
    expect(await opened).toBe(true)
    expect(seen.at(-1)).toBe('loaded over Aurora')
  })

  it('leaves settings that are there', async () => {
    document.cookie = `x-custom-domain=${HOST}; path=/`
    document.cookie = `x-custom-domain-settings=${encodeURIComponent('{"siteName":"Remembered"}')}; path=/`
    const { openDomain, seen } = await openPage()
    await openDomain(HOST)
    await settle(3000)
    expect(seen).toEqual(['loading site –', 'loaded site Remembered', 'loaded over Remembered'])
  })
})
