import { describe, expect, it } from 'vitest'
import { toCachedPage, type CachedPage } from '#server/http/page-cache/cached-page.ts'
import { createPageCache } from '#server/http/page-cache/page-cache.ts'
import { createFakeClock } from '#tests/support/clock.ts'

const page = (html: string, status = 200): CachedPage => toCachedPage({ status, headers: {}, html })
const textOf = (cached: CachedPage): string => cached.body.toString()

function open(limits: { maxPages?: number; maxBodyBytes?: number } = {}) {
  const clock = createFakeClock(1_000_000)
  const cache = createPageCache({ clock, maxPages: 100, maxBodyBytes: 1_000_000, ...limits })
  let renders = 0
  const get = async (key: string, text = key, owner?: string): Promise<string> =>
    textOf(
      await cache.get(key, owner, () => {
        renders += 1
        return Promise.resolve(page(text))
      }),
    )
  return { clock, cache, get, renders: () => renders }
}

describe('the page cache', () => {
  it('renders once for concurrent requests', async () => {
    const { get, renders } = open()
    const answers = await Promise.all(Array.from({ length: 50 }, () => get('/')))
    expect(new Set(answers)).toEqual(new Set(['/']))
    expect(renders()).toBe(1)
  })

  it('serves a page for a second, once more during rendering, and never after two', async () => {
    const { clock, get, renders } = open()
    await get('/', 'first')
    clock.advance(1000)
    expect(await get('/', 'second')).toBe('first')
    expect(renders()).toBe(1)
    clock.advance(500)
    expect(await get('/', 'second')).toBe('first')
    await expect.poll(() => get('/', 'third')).toBe('second')
    clock.advance(2001)
    expect(await get('/', 'fourth')).toBe('fourth')
  })

  it('invalidates a promoter’s and the main site’s pages after a change, no others', async () => {
    const { cache, get } = open()
    await get('aurora', 'old', 'a')
    await get('nordlys', 'old', 'n')
    await get('main', 'old')
    cache.purge('a')
    expect(await get('aurora', 'new', 'a')).toBe('new')
    expect(await get('main', 'new')).toBe('new')
    expect(await get('nordlys', 'new', 'n')).toBe('old')
    cache.purge()
    expect(await get('nordlys', 'new', 'n')).toBe('new')
  })

  it('discards a page whose rendering began before a change', async () => {
    const { cache, get } = open()
    const gate = Promise.withResolvers<CachedPage>()
    const early = cache.get('/', 'a', () => gate.promise)
    cache.purge('a')
    expect(await get('/', 'after', 'a')).toBe('after')
    gate.resolve(page('before'))
    expect(textOf(await early)).toBe('before')
    expect(await get('/', 'unused', 'a')).toBe('after')
  })

  it('evicts the least recently used beyond its bounds', async () => {
    const { clock, cache, get, renders } = open({ maxPages: 2 })
    await get('/1')
    await get('/2')
    clock.advance(1000)
    await get('/1')
    await get('/3')
    expect(cache.size().pages).toBe(2)
    await get('/1')
    expect(renders()).toBe(3)
    await get('/2')
    expect(renders()).toBe(4)
    const heavy = open({ maxBodyBytes: 20_000 })
    for (const key of ['/a', '/b', '/c', '/d', '/e', '/f']) await heavy.get(key, key.repeat(40))
    expect(heavy.cache.size().pages).toBeGreaterThan(1)
    expect(heavy.cache.size().bytes).toBeLessThanOrEqual(20_000)
  })

  it('counts a page’s age from the start of rendering', async () => {
    const { clock, cache, get } = open()
    const gate = Promise.withResolvers<CachedPage>()
    const slow = cache.get('/', undefined, () => gate.promise)
    clock.advance(1500)
    gate.resolve(page('slow'))
    expect(textOf(await slow)).toBe('slow')
    clock.advance(501)
    expect(await get('/', 'next')).toBe('next')
  })

  it('doesn’t treat pages as younger when the clock is set back', async () => {
    const { clock, get } = open()
    await get('/', 'then')
    clock.advance(-60_000)
    expect(await get('/', 'now')).toBe('now')
  })

  it('serves no page of a promoter’s former host to another promoter', async () => {
    const { get } = open()
    await get('/', 'aurora', 'a')
    expect(await get('/', 'nordlys', 'n')).toBe('nordlys')
  })

  it('reports a failed rendering to waiting requests, and retries for the next', async () => {
    const { cache, get } = open()
    const broken = new Error('broken')
    const answers = await Promise.allSettled(
      [1, 2].map(async () => cache.get('/', undefined, () => Promise.reject(broken))),
    )
    expect(answers.map((each) => each.status)).toEqual(['rejected', 'rejected'])
    expect(cache.size().pages).toBe(0)
    expect(await get('/', 'fine')).toBe('fine')
  })

  it('doesn’t cache error pages', async () => {
    const { cache, get } = open()
    const broken = await cache.get('/', undefined, () => Promise.resolve(page('broken', 500)))
    expect([broken.status, broken.headers.includes('no-store')]).toEqual([500, true])
    expect(await get('/', 'fine')).toBe('fine')
  })

  describe.each([
    ['fails', () => Promise.reject(new Error('broken'))],
    ['says 500', () => Promise.resolve(page('broken', 500))],
  ])('while rendering fails with %s', (_what, broken) => {
    const from = async (cache: ReturnType<typeof open>['cache']): Promise<string> =>
      textOf(await cache.get('/', 'a', broken))

    it('serves the old page for five minutes', async () => {
      const { clock, cache, get } = open()
      await get('/', 'old', 'a')
      clock.advance(60_000)
      expect(await from(cache)).toBe('old')
      clock.advance(239_000)
      expect(await from(cache)).toBe('old')
      clock.advance(2000)
      await expect(
        from(cache).then((text) => (text === 'broken' ? Promise.reject(text) : text)),
      ).rejects.toBeDefined()
    })

    it('retries at once when the clock is set back', async () => {
      const { clock, cache, get } = open()
      await get('/', 'old', 'a')
      clock.advance(60_000)
      expect(await from(cache)).toBe('old')
      clock.advance(-3_600_000)
      await expect.poll(() => get('/', 'new', 'a')).toBe('new')
    })

    it('retries once a second, without delaying requests', async () => {
      const { clock, cache, get } = open()
      await get('/', 'old', 'a')
      clock.advance(60_000)
      await from(cache)
      let tries = 0
      const never = Promise.withResolvers<CachedPage>()
      const ask = () =>
        cache.get('/', 'a', () => {
          tries += 1
          return never.promise
        })
      expect(ask()).not.toBeInstanceOf(Promise)
      expect(tries).toBe(0)
      clock.advance(1000)
      expect([ask(), ask()].some((answer) => answer instanceof Promise)).toBe(false)
      expect(tries).toBe(1)
      never.resolve(page('new'))
      await expect.poll(() => get('/', 'unused', 'a')).toBe('new')
    })

    it('serves an old page after a change too', async () => {
      const { cache, get } = open()
      await get('/', 'old', 'a')
      cache.purge('a')
      expect(await from(cache)).toBe('old')
      cache.purge('a')
      expect(await get('/', 'new', 'a')).toBe('new')
    })
  })
})
