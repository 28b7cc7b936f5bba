import { atom, onMount, type ReadableAtom } from 'nanostores'
import { LOADING, type Loaded } from '#stores/loaded.ts'
import type { Result } from '#model/platform/result.ts'

export interface LoadedStore<Data> {
  $loaded: ReadableAtom<Loaded<Data>>
  /** Reloads; existing data stays until the response, and after a failure. */
  load: () => Promise<void>
  /** Updates data from another response, before it is reloaded. */
  change: (make: (data: Data) => Data) => void
}

/** Store of a screen's data, loaded on first subscription. */
export function loadedStore<Data>(ask: () => Promise<Result<Data>>): LoadedStore<Data> {
  const $loaded = atom<Loaded<Data>>(LOADING)
  let asked = 0
  const load = async (): Promise<void> => {
    asked += 1
    const number = asked
    if (!$loaded.get().data) $loaded.set(LOADING)
    const answer = await ask()
    // A later request has replaced this one.
    if (number !== asked) return
    if (answer.success) $loaded.set({ data: answer.data })
    else if (!$loaded.get().data) $loaded.set({ failure: answer.error.message })
  }
  const change = (make: (data: Data) => Data): void => {
    const { data } = $loaded.get()
    if (data) $loaded.set({ data: make(data) })
  }
  onMount($loaded, () => void load())
  return { $loaded, load, change }
}
