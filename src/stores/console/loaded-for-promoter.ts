import { atom, onMount, type ReadableAtom } from 'nanostores'
import { LOADING, type Loaded } from '#stores/loaded.ts'
import type { Result } from '#model/result.ts'

export interface LoadedStore<Data> {
  $loaded: ReadableAtom<Loaded<Data>>
  /** Anew; what is shown stays until the answer comes, and when none does. */
  load: () => Promise<void>
  /** What an answer has told of it meanwhile, before it is loaded anew. */
  change: (make: (data: Data) => Data) => void
}

/** What a screen shows whole: asked for with the first look at it. */
export function loadedStore<Data>(ask: () => Promise<Result<Data>>): LoadedStore<Data> {
  const $loaded = atom<Loaded<Data>>(LOADING)
  let asked = 0
  const load = async (): Promise<void> => {
    asked += 1
    const number = asked
    if (!$loaded.get().data) $loaded.set(LOADING)
    const answer = await ask()
    // A later call knows better.
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
