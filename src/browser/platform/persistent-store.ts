import { persistentAtom, setPersistentEngine, type PersistentEvents } from '@nanostores/persistent'
import type { WritableAtom } from 'nanostores'
import { parseJson, readText, unsaved, type StorageArea } from './storage.ts'

const sessionKeys = new Set<string>()

const areaOf = (key: string): StorageArea => (sessionKeys.has(key) ? 'sessionStorage' : 'localStorage')

/** Undefined removes the entry. Never throws: without storage, the value is kept in memory for this page. */
export function writeText(key: string, text: string | undefined): void {
  if (typeof window === 'undefined') return
  unsaved.delete(key)
  // Skips unchanged values: the library writes back what it has read.
  if (readText(key, areaOf(key)) === text) return
  try {
    if (text === undefined) window[areaOf(key)].removeItem(key)
    else window[areaOf(key)].setItem(key, text)
  } catch {
    if (text !== undefined) unsaved.set(key, text)
  }
}

/** False if the value is only in memory. */
export const isSaved = (key: string): boolean => !unsaved.has(key)

// The library uses its storage as a plain object: only reads, writes and `in` are needed.
const engine = new Proxy<Record<string, string>>(
  {},
  {
    get: (_, key: string) => readText(key, areaOf(key)),
    has: (_, key: string) => readText(key, areaOf(key)) !== undefined,
    set: (_, key: string, text: string) => {
      writeText(key, text)
      return true
    },
    deleteProperty: (_, key: string) => {
      writeText(key, undefined)
      return true
    },
  },
)

const restores = new Map<string, () => void>()

const events: PersistentEvents = {
  addEventListener: (key, _, restore) => void restores.set(key, restore),
  removeEventListener: (key) => void restores.delete(key),
}

setPersistentEngine(engine, events)

/** Reloads the mounted stores from storage at once, before the `storage` event of another tab's write arrives. */
export function rereadStorage(): void {
  for (const restore of restores.values()) restore()
}

if (typeof window !== 'undefined') {
  window.addEventListener('storage', ({ key }) => {
    // A null key means that storage was cleared. Another tab's write is newer than unsaved values of this page.
    if (key === null) unsaved.clear()
    else unsaved.delete(key)
    rereadStorage()
  })
  // Pages in the back/forward cache receive no events.
  window.addEventListener('pageshow', rereadStorage)
}

/** A store kept as JSON. `parse` returns undefined for invalid values; undefined removes the entry. */
export const persistentStore = <Value>(
  key: string,
  parse: (stored: unknown) => Value | undefined,
): WritableAtom<Value | undefined> =>
  persistentAtom<Value | undefined>(key, undefined, {
    encode: (value) => JSON.stringify(value),
    decode: (text) => parse(parseJson(text)),
  })

export function sessionStore<Value>(
  key: string,
  parse: (stored: unknown) => Value | undefined,
): WritableAtom<Value | undefined> {
  sessionKeys.add(key)
  return persistentStore(key, parse)
}

export const persistentText = (key: string): WritableAtom<string | undefined> =>
  persistentAtom<string | undefined>(key)
