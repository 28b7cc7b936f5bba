import { persistentAtom, setPersistentEngine, type PersistentEvents } from '@nanostores/persistent'
import type { WritableAtom } from 'nanostores'
import { parseJson, readText, unsaved, type StorageArea } from './storage.ts'

/** Keys of session storage, whose entries live as long as the tab. All other keys are local storage's. */
const sessionKeys = new Set<string>()

const areaOf = (key: string): StorageArea => (sessionKeys.has(key) ? 'sessionStorage' : 'localStorage')

/** Undefined removes the entry. A full or forbidden storage never throws: the value is then kept for this page. */
export function writeText(key: string, text: string | undefined): void {
  if (typeof window === 'undefined') return
  unsaved.delete(key)
  // What is stored already is not written again: the library writes back whatever it has read.
  if (readText(key, areaOf(key)) === text) return
  try {
    if (text === undefined) window[areaOf(key)].removeItem(key)
    else window[areaOf(key)].setItem(key, text)
  } catch {
    if (text !== undefined) unsaved.set(key, text)
  }
}

/** False while the value is only kept for this page. */
export const isSaved = (key: string): boolean => !unsaved.has(key)

// The library takes a plain object for a storage: reads, writes and `in` are all that it does to it.
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

/** How each mounted store reads its entry anew. */
const restores = new Map<string, () => void>()

const events: PersistentEvents = {
  addEventListener: (key, _, restore) => void restores.set(key, restore),
  removeEventListener: (key) => void restores.delete(key),
}

setPersistentEngine(engine, events)

/** Has the mounted stores agree with storage at once; the `storage` event of another tab's write may still be on its way. */
export function rereadStorage(): void {
  for (const restore of restores.values()) restore()
}

if (typeof window !== 'undefined') {
  window.addEventListener('storage', ({ key }) => {
    // Without a key, everything was cleared. Another tab's write is newer than what this page could not save.
    if (key === null) unsaved.clear()
    else unsaved.delete(key)
    rereadStorage()
  })
  // A page that comes back from the browser's memory received no events meanwhile.
  window.addEventListener('pageshow', rereadStorage)
}

/** A store kept as JSON. `parse` answers undefined for what doesn't fit; undefined removes the entry. */
export const persistentStore = <Value>(
  key: string,
  parse: (stored: unknown) => Value | undefined,
): WritableAtom<Value | undefined> =>
  persistentAtom<Value | undefined>(key, undefined, {
    encode: (value) => JSON.stringify(value),
    decode: (text) => parse(parseJson(text)),
  })

/** The same in session storage: it lives as long as the tab. */
export function sessionStore<Value>(
  key: string,
  parse: (stored: unknown) => Value | undefined,
): WritableAtom<Value | undefined> {
  sessionKeys.add(key)
  return persistentStore(key, parse)
}

/** A store kept as the text that it is. */
export const persistentText = (key: string): WritableAtom<string | undefined> =>
  persistentAtom<string | undefined>(key)
