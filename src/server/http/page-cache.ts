import type { Clock } from '../context.ts'
import type { CachedPage } from './cached-page.ts'

/** Up to here a page is handed out as it is. Its age counts from when its rendering began to read. */
const FRESH_MS = 1000
/** Up to here it is handed out once more while it is made anew; after that, whoever asks waits for the new one. */
const STALE_MS = 2000
/** While it can't be made anew, up to here an old page is better than none. */
const LAST_RESORT_MS = 5 * 60_000

/** Which promoter's changes a page shows; undefined for the main site, which shows everybody's. */
export type PageOwner = string | undefined

export interface PageCache {
  /** The page of this key, made by `render` when there is none that is recent enough: once, however many ask at once. */
  get: (key: string, owner: PageOwner, render: () => Promise<CachedPage>) => CachedPage | Promise<CachedPage>
  /** Something of this promoter has changed: what shows it is made anew. Without a promoter, everything is. */
  purge: (promoterId?: string) => void
  size: () => { pages: number; bytes: number }
}

interface Entry {
  key: string
  owner: PageOwner
  page: CachedPage | undefined
  madeAt: number
  usedAt: number
  /** Something has changed since it was made. */
  isOutdated: boolean
  /** When it last could not be made anew; undefined when the last try went well. */
  failedAt: number | undefined
  /** Being made, and not since before the last change. */
  making: Promise<CachedPage> | undefined
}

/**
 * Pages from memory, the least recently used ones forgotten first. What is in it is the same for everybody: pages are
 * rendered for it without the visitor's cookies or headers. A page that breaks (500 and above) is never kept.
 */
export function createPageCache(parts: { clock: Clock; mostPages: number; maxBodyBytes: number }): PageCache {
  const { clock } = parts
  const shelf = createShelf(parts)
  const make = (entry: Entry, render: () => Promise<CachedPage>): Promise<CachedPage> => {
    const begunAt = clock.now()
    const settle = (page: CachedPage | undefined): void => {
      // Another making has taken over since something changed, or the entry was forgotten.
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
    get: (key, owner, render) => {
      const now = clock.now()
      const entry = shelf.find(key, owner, now)
      const { page } = entry
      if (!page) return entry.making ?? make(entry, render)
      if (isUsable(entry, now, FRESH_MS)) return page
      const isLastResort = now - entry.madeAt <= LAST_RESORT_MS
      if (isLastResort && hasJustFailed(entry, now)) return page
      const making = entry.making ?? make(entry, render)
      if (!isLastResort) return making
      const made = making.then(
        (fresh) => (fresh.status < 500 ? fresh : page),
        () => page,
      )
      return isUsable(entry, now, STALE_MS) || entry.failedAt !== undefined ? page : made
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

interface Shelf {
  /** The entry of this key, made when there is none, and marked as used. */
  find: (key: string, owner: PageOwner, now: number) => Entry
  /** Puts a page into an entry that is still there, and forgets others when there are too many. */
  keep: (entry: Entry, page: CachedPage, madeAt: number) => void
  drop: (entry: Entry) => void
  entries: () => Iterable<Entry>
  size: PageCache['size']
}

function createShelf({ mostPages, maxBodyBytes }: { mostPages: number; maxBodyBytes: number }): Shelf {
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
      // Last in the map is the most recently used, to the second.
      entries.delete(key)
      entries.set(key, entry)
      return entry
    },
    keep: (entry, page, madeAt) => {
      if (entries.get(entry.key) !== entry) return
      bytes += page.bytes - (entry.page?.bytes ?? 0)
      Object.assign(entry, { page, madeAt, isOutdated: false, failedAt: undefined })
      for (const oldest of entries.values()) {
        if (entries.size <= mostPages && bytes <= maxBodyBytes) return
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
  // A clock that was set back makes nothing younger.
  return !entry.isOutdated && age >= 0 && age <= lifetimeMs
}

const hasJustFailed = (entry: Entry, now: number): boolean =>
  entry.failedAt !== undefined && Math.abs(now - entry.failedAt) < FRESH_MS
