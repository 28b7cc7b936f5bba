import { describe, expect, it } from 'vitest'
import type { CachedPage } from '#server/http/cached-page.ts'
import { toCachedPage } from '#server/http/cached-page.ts'
import { createPageCache } from '#server/http/page-cache.ts'
import { createFakeClock } from '#tests/support/clock.ts'

const page = (text: string): Promise<CachedPage> => toCachedPage(new Response(text))
const textOf = (cached: CachedPage): string => cached.bodies.identity.toString()

function open(limits: { mostPages?: number; mostBytes?: number } = {}) {
  const clock = createFakeClock(1_000_000)
  const cache = createPageCache({ clock, mostPages: 100, mostBytes: 1_000_000, ...limits })
  let renders = 0
  const get = async (key: string, text = key, owner?: string): Promise<string> =>
    textOf(
      await cache.get(key, owner, () => {
        renders += 1
        return page(text)
      }),
    )
  return { clock, cache, get, renders: () => renders }
}

describe('the page cache', () => {
  it('renders once for everybody who asks at once', async () => {
    const { get, renders } = open()
    const answers = await Promise.all(Array.from({ length: 50 }, () => get('/')))
    expect(new Set(answers)).toEqual(new Set(['/']))
    expect(renders()).toBe(1)
  })

  it('hands out a page for a second, once more while it is made anew, and never after two', async () => {
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

  it('makes a promoter’s pages and the main site’s anew after a change, and nobody else’s', async () => {
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

  it('does not keep a page whose rendering began before a change', async () => {
    const { cache, get } = open()
    const gate = Promise.withResolvers<CachedPage>()
    const early = cache.get('/', 'a', () => gate.promise)
    cache.purge('a')
    expect(await get('/', 'after', 'a')).toBe('after')
    gate.resolve(await page('before'))
    expect(textOf(await early)).toBe('before')
    expect(await get('/', 'unused', 'a')).toBe('after')
  })

  it('forgets the least recently used beyond its bounds', async () => {
    const { cache, get, renders } = open({ mostPages: 2 })
    await get('/1')
    await get('/2')
    await get('/1')
    await get('/3')
    expect(cache.size().pages).toBe(2)
    await get('/1')
    expect(renders()).toBe(3)
    await get('/2')
    expect(renders()).toBe(4)
    const heavy = open({ mostBytes: 400 })
    for (const key of ['/a', '/b', '/c', '/d', '/e', '/f']) await heavy.get(key, key.repeat(40))
    expect(heavy.cache.size().bytes).toBeLessThanOrEqual(400)
  })

  it('a failed rendering is told to those who waited and forgotten; a page that was there stays', async () => {
    const { clock, cache, get } = open()
    await expect(cache.get('/', undefined, () => Promise.reject(new Error('broken')))).rejects.toThrow(
      'broken',
    )
    expect(await get('/', 'fine')).toBe('fine')
    clock.advance(1500)
    expect(textOf(await cache.get('/', undefined, () => Promise.reject(new Error('broken'))))).toBe('fine')
  })
})
