import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { insertLink } from '#tests/support/links.ts'
import { openBrowserShop, type BrowserShop } from '#tests/stores/browser-shop.ts'

const NOW = 1_795_000_000_000
const KEY = 'trackingData'
const CLICK = '/api/tracking-links/ada/click'
const LOG = '/api/tracking-debug/log'

let shop: BrowserShop
let sent: { path: string; body: Record<string, unknown> }[]

beforeEach(async () => {
  localStorage.clear()
  sessionStorage.clear()
  shop = await openBrowserShop()
  await insertLink(shop.context.db, { promoterId: shop.promoterId, memberId: null, code: 'ada' })
  vi.useFakeTimers({ toFake: ['Date'] })
  sent = []
  const { fetch } = globalThis
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    if (typeof init.body === 'string') sent.push({ path, body: JSON.parse(init.body) })
    return fetch(path, init)
  })
})
afterEach(async () => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  await shop.close()
})

async function openPage(search: string, at = NOW) {
  vi.resetModules()
  const { storeTracking, reportVisit } = await import('#stores/shop/tracking.ts')
  const { $trackingData, $trackedRefs } = await import('#stores/shop/tracking-data.ts')
  vi.setSystemTime(at)
  const visit = storeTracking(search)
  return { report: () => reportVisit(visit), $trackingData, $trackedRefs }
}

const visit = async (search: string): Promise<void> => (await openPage(search)).report()

const stored = (): unknown => JSON.parse(localStorage.getItem(KEY) ?? 'null')
const trackedRefs = (): unknown => JSON.parse(sessionStorage.getItem('trackedRefs') ?? '[]')
const clicks = (): string[] => shop.requests.filter((each) => each.endsWith('/click'))
const logged = () => sent.filter(({ path }) => path === LOG).map(({ body }) => body)
const eventTypes = (): unknown[] => logged().map(({ eventType }) => eventType)

describe('§4, tracking data', () => {
  test('is saved with ref, utm_source, utm_medium or utm_campaign; else what is there stays', async () => {
    await openPage('?utm_term=x')
    expect(stored()).toBeNull()
    await openPage('?ref=ada&utm_term=x')
    expect(stored()).toEqual({ ref: 'ada', utmTerm: 'x', timestamp: NOW })
    await openPage('?utm_term=y&utm_content=z&q=jazz', NOW + 1)
    await openPage('', NOW + 1)
    expect(stored()).toEqual({ ref: 'ada', utmTerm: 'x', timestamp: NOW })
    await openPage('?utm_source=mail', NOW + 2)
    expect(stored()).toEqual({ utmSource: 'mail', timestamp: NOW + 2 })
  })

  test.each(['{', '"text"', 'null', '[]'])('written by another program (%s) breaks nothing', async (text) => {
    localStorage.setItem(KEY, text)
    const { $trackingData } = await openPage('')
    expect($trackingData.get()).toBeUndefined()
  })

  test('has only the checkout’s fields', async () => {
    localStorage.setItem(
      KEY,
      JSON.stringify({ ref: 'ada', utmSource: 5, utmTerm: 'x'.repeat(201), timestamp: 'now' }),
    )
    const { $trackingData } = await openPage('')
    expect($trackingData.get()).toEqual({ ref: 'ada' })
  })

  test('follows another tab', async () => {
    const { $trackingData } = await openPage('?ref=ada')
    const stop = $trackingData.listen(() => undefined)
    localStorage.setItem(KEY, '{"ref":"bob"}')
    window.dispatchEvent(new StorageEvent('storage', { key: KEY, newValue: '{"ref":"bob"}' }))
    expect($trackingData.get()).toEqual({ ref: 'bob' })
    stop()
  })
})

describe('§4, a click', () => {
  test('is reported once per ref and session', async () => {
    for (let time = 0; time < 2; time += 1) await visit('?ref=ada')
    await visit('?utm_source=mail')
    expect(clicks()).toEqual([`POST ${CLICK}`])
    expect(trackedRefs()).toEqual(['ada'])
    await visit('?ref=a/b%3F')
    expect(clicks().at(-1)).toBe('POST /api/tracking-links/a%2Fb%3F/click')
    expect(trackedRefs()).toEqual(['ada', 'a/b?'])
    sessionStorage.clear()
    await visit('?ref=ada')
    expect(clicks()).toHaveLength(3)
  })

  test('that fails is logged, and reported again with the next visit', async () => {
    shop.answerOnce(CLICK, 503, '{}')
    await visit('?ref=ada')
    expect(eventTypes()).toEqual(['tracking_saved', 'click_failed'])
    expect(trackedRefs()).toEqual([])
    await visit('?ref=ada')
    expect(trackedRefs()).toEqual(['ada'])
    expect(eventTypes()).toEqual(['tracking_saved', 'click_failed', 'click_reported'])
  })

  test('offline is reported with the next visit, without an exception', async () => {
    shop.setNetwork('down')
    await visit('?ref=ada')
    expect(trackedRefs()).toEqual([])
  })

  test('of an impossible reference is not reported', async () => {
    await visit(`?ref=${'x'.repeat(65)}`)
    expect(clicks()).toEqual([])
  })

  test('keeps the server’s cookie', async () => {
    await visit('?ref=ada')
    expect([...shop.cookies.keys()]).toEqual(['tracking_links'])
  })
})

describe('§7, the debug log', () => {
  test('has event, link, data, message, address, session and time', async () => {
    shop.answerOnce(CLICK, 503, '{}')
    await visit('?ref=ada&utm_term=x')
    expect(logged().at(-1)).toEqual({
      eventType: 'click_failed',
      trackingLinkId: 'ada',
      data: { ref: 'ada', utmTerm: 'x', timestamp: NOW },
      message: expect.stringContaining('503'),
      url: window.location.origin + window.location.pathname,
      sessionId: expect.stringMatching(/^[\da-f-]{36}$/),
      timestamp: expect.any(Number),
    })
  })

  test('distinguishes sessions, and logs each event of a link once per session', async () => {
    for (let time = 0; time < 3; time += 1) await visit('?ref=ada')
    expect(eventTypes()).toEqual(['tracking_saved', 'click_reported'])
    sessionStorage.clear()
    await visit('?ref=ada')
    expect(new Set(logged().map(({ sessionId }) => sessionId)).size).toBe(2)
  })

  test('shows which data was kept when the URL is insufficient', async () => {
    await openPage('?ref=ada')
    await visit('?utm_term=y')
    expect(logged()).toMatchObject([{ eventType: 'tracking_kept', data: { ref: 'ada' } }])
  })

  test('reports an unknown link', async () => {
    await visit('?ref=bob')
    expect(logged().at(-1)).toMatchObject({
      eventType: 'click_refused',
      trackingLinkId: 'bob',
      message: expect.stringContaining('NOT_FOUND'),
    })
  })

  test('reports full or forbidden storage', async () => {
    vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
      throw new DOMException('Denied', 'SecurityError')
    })
    await visit('?ref=ada')
    expect(eventTypes()).toEqual(['tracking_save_failed', 'click_reported'])
    vi.restoreAllMocks()
  })
})
