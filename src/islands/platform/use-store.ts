import { useStore as useNanoStore } from '@nanostores/react'
import type { Store, StoreValue } from 'nanostores'
import './translated-text.ts'

type UseStore = <S extends Store>(store: S, first: StoreValue<S>) => StoreValue<S>

/**
 * Returns the value of a store. On the server and in the first render, returns the module constant `first`, so that hydration matches
 * whatever the browser has stored. The store's own value follows immediately.
 */
export const useStore: UseStore =
  // On the server, the library's hook would mount the store and start its timers, listeners and requests.
  typeof window === 'undefined'
    ? (_, first) => first
    : (store, first) => useNanoStore(store, { ssr: () => first })
