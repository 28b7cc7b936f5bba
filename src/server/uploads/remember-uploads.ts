import type { Clock } from '../context.ts'
import type { UploadStore } from './upload-store.ts'

type Read = ReturnType<UploadStore['read']>

/** Pictures are some 10 to 100 KB each. */
const MOST_KEPT = 300
/** How long another node may still show what was removed on this one. */
const KEPT_MS = 60_000

/** Keeps what is asked for most in memory, for a store that is far away: everybody who visits a site asks for its logo. */
export function rememberUploads(store: UploadStore, clock: Clock): UploadStore {
  const kept = new Map<string, { file: Read; until: number }>()
  /** One asks, however many want it. What isn't there, or could not be had, is asked for again. */
  const fetchFile = (name: string): Read => {
    const file = store.read(name)
    const entry = { file, until: clock.now() + KEPT_MS }
    kept.set(name, entry)
    const forget = (): void => {
      if (kept.get(name) === entry) kept.delete(name)
    }
    file.then((found) => found ?? forget(), forget)
    return file
  }
  const forgetOldest = (): void => {
    for (const oldest of kept.keys()) {
      if (kept.size <= MOST_KEPT) break
      kept.delete(oldest)
    }
  }
  return {
    ...store,
    read: (name) => {
      const known = kept.get(name)
      // Last in the map is what was asked for last.
      kept.delete(name)
      if (!known || known.until <= clock.now()) {
        const file = fetchFile(name)
        forgetOldest()
        return file
      }
      kept.set(name, known)
      return known.file
    },
    remove: async (name) => {
      kept.delete(name)
      await store.remove(name)
      // Somebody may have read it meanwhile.
      kept.delete(name)
    },
  }
}
