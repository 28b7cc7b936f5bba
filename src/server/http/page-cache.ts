import type { Clock } from '../context.ts'
import type { CachedPage } from './cached-page.ts'

/** Up to here a page is handed out as it is. */
const FRESH_MS = 1000
/** Up to here it is handed out once more while it is made anew; after that, whoever asks waits for the new one. */
const STALE_MS = 2000

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
  owner: PageOwner
  page: CachedPage | undefined
  madeAt: number
  /** Counts purges, so that what was being made before one is not kept after it. */
  generation: number
  making: Promise<CachedPage> | undefined
}

/**
 * Pages from memory, the least recently used ones forgotten first. What is in it is the same for everybody: pages are
 * rendered for it without the visitor's cookies or headers.
 */
export function createPageCache(parts: { clock: Clock; mostPages: number; mostBytes: number }): PageCache {
  const { clock, mostPages, mostBytes } = parts
  const entries = new Map<string, Entry>()
  let bytes = 0

  const drop = (key: string, entry: Entry): void => {
    entries.delete(key)
    bytes -= entry.page?.bytes ?? 0
  }
  const keep = (entry: Entry, page: CachedPage): void => {
    bytes += page.bytes - (entry.page?.bytes ?? 0)
    entry.page = page
    entry.madeAt = clock.now()
    for (const [key, oldest] of entries) {
      if (entries.size <= mostPages && bytes <= mostBytes) return
      if (oldest !== entry && !oldest.making) drop(key, oldest)
    }
  }
  const make = (key: string, entry: Entry, render: () => Promise<CachedPage>): Promise<CachedPage> => {
    const { generation } = entry
    const making = render().then(
      (page) => {
        if (entry.making === making) entry.making = undefined
        if (entry.generation === generation && entries.get(key) === entry) keep(entry, page)
        return page
      },
      (error: unknown) => {
        if (entry.making === making) entry.making = undefined
        if (!entry.page && entries.get(key) === entry) entries.delete(key)
        throw error
      },
    )
    entry.making = making
    return making
  }
  return {
    get: (key, owner, render) => {
      const known = entries.get(key)
      const entry = known ?? { owner, page: undefined, madeAt: 0, generation: 0, making: undefined }
      // Last in the map is the most recently used.
      if (known) entries.delete(key)
      entries.set(key, entry)
      const age = clock.now() - entry.madeAt
      if (entry.page && age <= FRESH_MS) return entry.page
      const making = entry.making ?? make(key, entry, render)
      if (!entry.page || age > STALE_MS) return making
      // Somebody else waits for it, or nobody; a failure is told to whoever asks next.
      making.catch(() => undefined)
      return entry.page
    },
    purge: (promoterId) => {
      for (const entry of entries.values()) {
        if (promoterId !== undefined && entry.owner !== undefined && entry.owner !== promoterId) continue
        entry.generation += 1
        entry.madeAt = 0
        entry.making = undefined
      }
    },
    size: () => ({ pages: entries.size, bytes }),
  }
}
