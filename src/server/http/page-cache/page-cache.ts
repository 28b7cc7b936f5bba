import type { Clock } from '#server/context.ts'
import type { CachedPage } from './cached-page.ts'

/** A page younger than this is served from the cache. Age is measured from the start of rendering. */
const FRESH_MS = 1000
/** A page younger than this is served while it is rendered again. If the page is older, the request waits for the rendering. */
const STALE_MS = 2000
/** A page younger than this is served when rendering fails. */
const LAST_RESORT_MS = 5 * 60_000

/**
 * Promoter whose changes invalidate the page. Undefined for pages of the main site, which changes of all promoters
 * invalidate.
 */
export type PageOwner = string | undefined

export interface PageCache {
  /** Returns the page, after rendering it if the cached one is too old. Concurrent calls share a rendering. */
  get: (key: string, owner: PageOwner, render: () => Promise<CachedPage>) => CachedPage | Promise<CachedPage>
  purge: (promoterId?: string) => void
  size: () => { pages: number; bytes: number }
  /** Requests and renderings since the start. */
  counts: Readonly<CacheCounts>
}

/** `fresh` and `stale`: requests answered from memory. `waited`: requests answered after a rendering. */
export interface CacheCounts {
  fresh: number
  stale: number
  waited: number
  rendered: number
  failed: number
}

interface Entry {
  key: string
  owner: PageOwner
  page: CachedPage | undefined
  madeAt: number
  usedAt: number
  isOutdated: boolean
  failedAt: number | undefined
  /** Current rendering, unless it started before the last invalidation. */
  making: Promise<CachedPage> | undefined
}

/**
 * LRU cache of pages that are rendered without cookies and request headers and therefore the same for all visitors.
 * Responses with status 500 or above aren't cached.
 */
export function createPageCache(parts: { clock: Clock; maxPages: number; maxBodyBytes: number }): PageCache {
  const { clock } = parts
  const shelf = createShelf(parts)
  const counts: CacheCounts = { fresh: 0, stale: 0, waited: 0, rendered: 0, failed: 0 }
  const make = (entry: Entry, render: () => Promise<CachedPage>): Promise<CachedPage> => {
    const begunAt = clock.now()
    const settle = (page: CachedPage | undefined): void => {
      counts[page && page.status < 500 ? 'rendered' : 'failed'] += 1
      // A newer rendering has replaced this one, or the entry was evicted.
      if (entry.making !== making) return
      entry.making = undefined
      if (page && page.status < 500) shelf.keep(entry, page, begunAt)
      else if (entry.page) entry.failedAt = clock.now()
      else shelf.drop(entry)
    }
    const making: Promise<CachedPage> = Promise.try(render).then(
      (page) => {
        settle(page)
        return page
      },
      (error: unknown) => {
        settle(undefined)
        throw error
      },
    )
    entry.making = making
    return making
  }
  return {
    counts,
    get: (key, owner, render) => {
      const now = clock.now()
      const entry = shelf.find(key, owner, now)
      const chosen = choosePage(entry, now, () => entry.making ?? make(entry, render))
      counts[chosen.result] += 1
      return chosen.page
    },
    purge: (promoterId) => {
      for (const entry of shelf.entries()) {
        if (promoterId !== undefined && entry.owner !== undefined && entry.owner !== promoterId) continue
        entry.isOutdated = true
        entry.failedAt = undefined
        entry.making = undefined
      }
    },
    size: shelf.size,
  }
}

interface Chosen {
  result: 'fresh' | 'stale' | 'waited'
  page: CachedPage | Promise<CachedPage>
}

function choosePage(entry: Entry, now: number, renderAgain: () => Promise<CachedPage>): Chosen {
  const { page } = entry
  if (!page) return { result: 'waited', page: renderAgain() }
  if (isUsable(entry, now, FRESH_MS)) return { result: 'fresh', page }
  const isLastResort = now - entry.madeAt <= LAST_RESORT_MS
  if (isLastResort && hasJustFailed(entry, now)) return { result: 'stale', page }
  const making = renderAgain()
  if (!isLastResort) return { result: 'waited', page: making }
  const made = making.then(
    (fresh) => (fresh.status < 500 ? fresh : page),
    () => page,
  )
  return isUsable(entry, now, STALE_MS) || entry.failedAt !== undefined
    ? { result: 'stale', page }
    : { result: 'waited', page: made }
}

interface Shelf {
  find: (key: string, owner: PageOwner, now: number) => Entry
  keep: (entry: Entry, page: CachedPage, madeAt: number) => void
  drop: (entry: Entry) => void
  entries: () => Iterable<Entry>
  size: PageCache['size']
}

function createShelf({ maxPages, maxBodyBytes }: { maxPages: number; maxBodyBytes: number }): Shelf {
  const entries = new Map<string, Entry>()
  let bytes = 0
  const drop = (entry: Entry): void => {
    if (entries.get(entry.key) !== entry) return
    entries.delete(entry.key)
    bytes -= entry.page?.bytes ?? 0
  }
  return {
    find: (key, owner, now) => {
      const known = entries.get(key)
      if (known && known.owner === owner && now - known.usedAt < FRESH_MS) return known
      if (known && known.owner !== owner) drop(known)
      const entry = known && known.owner === owner ? known : newEntry(key, owner)
      entry.usedAt = now
      entries.delete(key)
      entries.set(key, entry)
      return entry
    },
    keep: (entry, page, madeAt) => {
      if (entries.get(entry.key) !== entry) return
      bytes += page.bytes - (entry.page?.bytes ?? 0)
      Object.assign(entry, { page, madeAt, isOutdated: false, failedAt: undefined })
      for (const oldest of entries.values()) {
        if (entries.size <= maxPages && bytes <= maxBodyBytes) return
        if (oldest !== entry && !oldest.making) drop(oldest)
      }
    },
    drop,
    entries: () => entries.values(),
    size: () => ({ pages: entries.size, bytes }),
  }
}

const newEntry = (key: string, owner: PageOwner): Entry => ({
  key,
  owner,
  page: undefined,
  madeAt: 0,
  usedAt: 0,
  isOutdated: false,
  failedAt: undefined,
  making: undefined,
})

function isUsable(entry: Entry, now: number, lifetimeMs: number): boolean {
  const age = now - entry.madeAt
  // Age is negative after the clock was set back; the page is then rendered again.
  return !entry.isOutdated && age >= 0 && age <= lifetimeMs
}

const hasJustFailed = (entry: Entry, now: number): boolean =>
  entry.failedAt !== undefined && Math.abs(now - entry.failedAt) < FRESH_MS
