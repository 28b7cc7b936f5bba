import { atom, onMount, type WritableAtom } from 'nanostores'
import { readStored, writeStored } from '#browser/storage.ts'

/**
 * An atom that lives in local storage, as JSON, and agrees with other tabs. `undefined` removes the entry; `parse` answers
 * undefined for what doesn't fit. On the server, where storage is forbidden, or when it is full, it is an atom like any
 * other. Not @nanostores/persistent: that touches `localStorage` on the server, and throws where storage is full.
 */
export function storedAtom<Value>(
  key: string,
  parse: (stored: unknown) => Value | undefined,
): WritableAtom<Value | undefined> {
  const read = (): Value | undefined => parse(readStored('localStorage', key))
  const store = atom<Value | undefined>(read())
  const set = store.set.bind(store)
  let written = JSON.stringify(store.value)
  const adopt = (): void => {
    const value = read()
    // An equal value keeps its identity: whoever waits for an answer about it must still know it.
    if (JSON.stringify(value) === written) return
    written = JSON.stringify(value)
    set(value)
  }
  store.set = (value) => {
    written = JSON.stringify(value)
    writeStored('localStorage', key, value)
    set(value)
  }
  onMount(store, () => {
    if (typeof window === 'undefined') return undefined
    const hear = (event: StorageEvent): void => {
      // Without a key, everything was cleared.
      if (event.key === key || event.key === null) adopt()
    }
    adopt()
    // The page may be gone by the time nanostores lets go: nothing of it is touched then.
    const listening = new AbortController()
    const { signal } = listening
    window.addEventListener('storage', hear, { signal })
    // A page that comes back from the browser's memory has heard nothing meanwhile.
    window.addEventListener('pageshow', adopt, { signal })
    return () => listening.abort()
  })
  return store
}
