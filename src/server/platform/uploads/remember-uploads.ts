import { LRUCache } from 'lru-cache'
import type { Clock } from '#server/context.ts'
import type { UploadStore } from './upload-store.ts'

type Read = ReturnType<UploadStore['read']>

/** Pictures are about 10 to 100 KB each. */
const MAX_CACHED = 300
/** How long another node may serve a deleted file. */
const KEPT_MS = 60_000

export function rememberUploads(store: UploadStore, clock: Clock): UploadStore {
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
      // It may have been cached in the meantime.
      kept.delete(name)
    },
  }
}
