import { useStore as useNanoStore } from '@nanostores/react'
import type { Store, StoreValue } from 'nanostores'
import { useSyncExternalStore } from 'react'

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

const neverChanges = () => () => undefined

/** False on the server and in the first render: the moment to show a skeleton instead of an empty cart. */
export const useIsLive = (): boolean =>
  useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  )
