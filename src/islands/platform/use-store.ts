import { useStore as useNanoStore } from '@nanostores/react'
import type { Store, StoreValue } from 'nanostores'

type UseStore = <S extends Store>(store: S, first: StoreValue<S>) => StoreValue<S>

/**
 * Reads a store in an island. The server and the first render see `first`, a module constant, so that hydration matches
 * whatever the browser's storage holds; the store's own value follows at once.
 */
export const useStore: UseStore =
  // On the server the library would mount the store: timers, listeners and requests included.
  typeof window === 'undefined'
    ? (_, first) => first
    : (store, first) => useNanoStore(store, { ssr: () => first })
