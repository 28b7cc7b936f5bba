import { useSyncExternalStore } from 'react'

const neverChanges = () => () => undefined

/**
 * Returns whether the browser has hydrated the page: false on the server and in the first render, where a skeleton is
 * shown instead of, for example, an empty cart.
 */
export const useIsLive = (): boolean =>
  useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  )
