import { useStore as useNanoStore } from '@nanostores/react'
import type { Store, StoreValue } from 'nanostores'

type UseStore = <S extends Store>(store: S, first: StoreValue<S>) => StoreValue<S>

/**
 * Returns the value of a store. On the server and in the first render it is `first`, a module constant, so that hydration matches whatever
 * the browser has stored. The store's own value follows at once.
 */
export const useStore: UseStore =
  // On the server, the library's hook would mount the store and so start its timers, listeners and requests.
  typeof window === 'undefined'
    ? (_, first) => first
    : (store, first) => useNanoStore(store, { ssr: () => first })
