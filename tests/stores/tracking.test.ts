import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { readTrackedRefs, readTracking } from '#browser/stored-tracking.ts'
import { keepTracking, reportClick } from '#stores/tracking.ts'
import { insertLink } from '#tests/support/links.ts'
import { openBrowserShop, type BrowserShop } from './browser-shop.ts'

const NOW = 1_795_000_000_000
const KEY = 'trackingData'

let shop: BrowserShop

beforeEach(async () => {
  window.localStorage.clear()
  window.sessionStorage.clear()
  shop = await openBrowserShop()
  await insertLink(shop.context.db, { promoterId: shop.promoterId, memberId: null, code: 'ada' })
})
afterEach(async () => {
  vi.unstubAllGlobals()
  await shop.close()
})

const stored = (): unknown => JSON.parse(window.localStorage.getItem(KEY) ?? 'null')
const clicks = (): string[] => shop.requests.filter((each) => each.endsWith('/click'))

describe('§4, tracking data', () => {
  test('is saved with ref, utm_source, utm_medium or utm_campaign; else what is there stays', () => {
    keepTracking('?utm_term=x', NOW)
    expect(stored()).toBeNull()
    keepTracking('?ref=ada&utm_term=x', NOW)
    expect(stored()).toEqual({ ref: 'ada', utmTerm: 'x', timestamp: NOW })
    keepTracking('?utm_term=y&utm_content=z&q=jazz', NOW + 1)
    keepTracking('', NOW + 1)
    expect(stored()).toEqual({ ref: 'ada', utmTerm: 'x', timestamp: NOW })
    keepTracking('?utm_source=mail', NOW + 2)
    expect(stored()).toEqual({ utmSource: 'mail', timestamp: NOW + 2 })
  })

  test.each(['{', '"text"', 'null', '[]'])('that somebody else wrote (%s) breaks nothing', (text) => {
    window.localStorage.setItem(KEY, text)
    expect(readTracking() ?? {}).toEqual({})
  })

  test('has only what the checkout takes', () => {
    window.localStorage.setItem(
      KEY,
      JSON.stringify({ ref: 'ada', utmSource: 5, utmTerm: 'x'.repeat(201), timestamp: 'now' }),
    )
    expect(readTracking()).toEqual({ ref: 'ada' })
  })
})

describe('§4, a click', () => {
  test('is reported once per ref and session', async () => {
    for (let visit = 0; visit < 2; visit += 1) await reportClick(keepTracking('?ref=ada', NOW))
    await reportClick(keepTracking('?utm_source=mail', NOW))
    expect(shop.requests).toEqual(['POST /api/tracking-links/ada/click'])
    expect(JSON.parse(window.sessionStorage.getItem('trackedRefs') ?? '')).toEqual(['ada'])
    await reportClick(keepTracking('?ref=a/b%3F', NOW))
    expect(clicks().at(-1)).toBe('POST /api/tracking-links/a%2Fb%3F/click')
    expect(readTrackedRefs()).toEqual(['ada', 'a/b?'])
    window.sessionStorage.clear()
    await reportClick(keepTracking('?ref=ada', NOW))
    expect(clicks()).toHaveLength(3)
  })

  test('that fails is told to the log, and tried again with the next visit', async () => {
    shop.answerOnce('/api/tracking-links/ada/click', 503, '{}')
    await reportClick(keepTracking('?ref=ada', NOW))
    expect(shop.requests).toEqual(['POST /api/tracking-links/ada/click', 'POST /api/tracking-debug/log'])
    expect(readTrackedRefs()).toEqual([])
    await reportClick(keepTracking('?ref=ada', NOW))
    expect(readTrackedRefs()).toEqual(['ada'])
  })

  test('without a network waits for the next visit, and throws nothing', async () => {
    shop.setNetwork('down')
    await reportClick(keepTracking('?ref=ada', NOW))
    expect(readTrackedRefs()).toEqual([])
  })

  test('of a reference that no link can have is not reported', async () => {
    await reportClick(keepTracking(`?ref=${'x'.repeat(65)}`, NOW))
    expect(shop.requests).toEqual([])
  })

  test('leaves the server’s cookie', async () => {
    await reportClick(keepTracking('?ref=ada', NOW))
    expect([...shop.cookies.keys()]).toEqual(['tracking_links'])
  })
})
