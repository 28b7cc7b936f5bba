import { LRUCache } from 'lru-cache'
import type { Clock } from '#server/context.ts'
import type { UploadStore } from './upload-store.ts'

type Read = ReturnType<UploadStore['read']>

/** Maximum number of cached images, each about 10 to 100 KB. */
const MAX_CACHED = 300
/**
 * Lifetime of a cached file in milliseconds. For this long, a node may serve a file that another node has deleted.
 */
const KEPT_MS = 60_000

export function cacheUploads(store: UploadStore, clock: Clock): UploadStore {
  const kept = new LRUCache<string, { file: Read; until: number }>({ max: MAX_CACHED })
  /** Concurrent reads share one request. Missing files and errors are not cached. */
  const fetchFile = (name: string): Read => {
    const file = store.read(name)
    const entry = { file, until: clock.now() + KEPT_MS }
    kept.set(name, entry)
    const forget = (): void => {
      if (kept.peek(name) === entry) kept.delete(name)
    }
    file.then((found) => found ?? forget(), forget)
    return file
  }
  return {
    ...store,
    read: (name) => {
      const known = kept.get(name)
      return known && known.until > clock.now() ? known.file : fetchFile(name)
    },
    remove: async (name) => {
      kept.delete(name)
      await store.remove(name)
      // The file is removed from the cache a second time, because a concurrent request may have cached it before the
      // store removed it.
      kept.delete(name)
    },
  }
}
