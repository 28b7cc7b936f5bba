import type { Store, StoreValue } from 'nanostores'
import { useCallback, useSyncExternalStore } from 'react'

/**
 * Reads a store in an island. The server and the first render see `first`, a module constant, so that hydration matches
 * whatever the browser's storage holds; the store's own value follows at once.
 */
export function useStore<S extends Store>(store: S, first: StoreValue<S>): StoreValue<S> {
  // Not @nanostores/react: it gets the value on the server, too, which mounts the store there, timers and requests included.
  const subscribe = useCallback((onChange: () => void) => store.listen(onChange), [store])
  return useSyncExternalStore<StoreValue<S>>(
    subscribe,
    () => store.get(),
    () => first,
  )
}

const neverChanges = () => () => undefined

/** False on the server and in the first render: the moment to show a skeleton instead of an empty cart. */
export const useIsLive = (): boolean =>
  useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  )
