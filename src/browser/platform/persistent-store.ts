import { persistentAtom, setPersistentEngine, type PersistentEvents } from '@nanostores/persistent'
import type { WritableAtom } from 'nanostores'
import { parseJson, readStoredText, unsavedValues, type StorageArea } from './storage.ts'

const sessionKeys = new Set<string>()

const areaOf = (key: string): StorageArea => (sessionKeys.has(key) ? 'sessionStorage' : 'localStorage')

/**
 * Stores a text; undefined removes the entry. Never throws: without access to storage, the text is kept in memory while the page is open.
 */
export function writeStoredText(key: string, text: string | undefined): void {
  if (typeof window === 'undefined') return
  unsavedValues.delete(key)
  // Skips unchanged values, because the library writes back every value that it reads.
  if (readStoredText(key, areaOf(key)) === text) return
  try {
    if (text === undefined) window[areaOf(key)].removeItem(key)
    else window[areaOf(key)].setItem(key, text)
  } catch {
    if (text !== undefined) unsavedValues.set(key, text)
  }
}

/** Returns false if the value couldn't be stored and is only in memory. */
export const isStored = (key: string): boolean => !unsavedValues.has(key)

// The library uses only reads, writes and `in` of its storage object.
const engine = new Proxy<Record<string, string>>(
  {},
  {
    get: (_, key: string) => readStoredText(key, areaOf(key)),
    has: (_, key: string) => readStoredText(key, areaOf(key)) !== undefined,
    set: (_, key: string, text: string) => {
      writeStoredText(key, text)
      return true
    },
    deleteProperty: (_, key: string) => {
      writeStoredText(key, undefined)
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

/** Reads the mounted stores from storage again, without waiting for a `storage` event. */
export function rereadStorage(): void {
  for (const restore of restores.values()) restore()
}

if (typeof window !== 'undefined') {
  window.addEventListener('storage', ({ key }) => {
    // An event without a key means that the storage was cleared. A change in another tab is newer than unsaved values
    // of this page.
    if (key === null) unsavedValues.clear()
    else unsavedValues.delete(key)
    rereadStorage()
  })
  // Pages in the back/forward cache don't receive `storage` events.
  window.addEventListener('pageshow', rereadStorage)
}

/** A store kept in local storage as JSON. `parse` returns undefined for invalid values. Setting undefined removes the entry. */
export const persistentStore = <Value>(
  key: string,
  parse: (stored: unknown) => Value | undefined,
): WritableAtom<Value | undefined> =>
  persistentAtom<Value | undefined>(key, undefined, {
    encode: (value) => JSON.stringify(value),
    decode: (text) => parse(parseJson(text)),
  })

/** Returns a store like `persistentStore`, but in session storage. */
export function sessionStore<Value>(
  key: string,
  parse: (stored: unknown) => Value | undefined,
): WritableAtom<Value | undefined> {
  sessionKeys.add(key)
  return persistentStore(key, parse)
}

/** A store kept in local storage as plain text. */
export const persistentTextStore = (key: string): WritableAtom<string | undefined> =>
  persistentAtom<string | undefined>(key)
