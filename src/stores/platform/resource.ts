import { atom, onMount, type ReadableAtom } from 'nanostores'
import { startTicker } from '#browser/platform/clock.ts'
import type { Failure, Result } from '#model/platform/result.ts'
import { createLatestRequest } from './latest-request.ts'

export interface ResourceState<Data> {
  status: 'loading' | 'ready' | 'error'
  /** Loaded data. It stays while it is loaded again, and if that fails. */
  data: Data | undefined
  error: string | undefined
  code: string | undefined
}

export const LOADING: ResourceState<never> = {
  status: 'loading',
  data: undefined,
  error: undefined,
  code: undefined,
}

export interface Resource<Data, Params = void> {
  $store: ReadableAtom<ResourceState<Data>>
  load: (params: Params) => Promise<void>
  /** Sets the data to the response of a change. Responses to running requests are ignored, because they may be older. */
  adopt: (data: Data) => void
  change: (make: (data: Data) => Data) => void
}

/** Short enough that a sale is visible within 5 s of its payment. */
const POLL_MS = 4000

/** Returns data that is loaded on first subscription. With `isPolled`, it is reloaded every 4 s while the tab is visible. */
export function createResource<Data>(
  fetchData: () => Promise<Result<Data>>,
  {
    isPolled = false,
    explain = messageOf,
  }: { isPolled?: boolean; explain?: (failure: Failure) => string } = {},
): Resource<Data> {
  const { request, isPending, ...resource } = openResource<Data, void>(fetchData, explain)
  onMount(resource.$store, () => {
    void request()
    if (!isPolled) return undefined
    return startTicker(() => {
      if (document.visibilityState === 'visible' && !isPending()) void request()
    }, POLL_MS)
  })
  return { ...resource, load: () => resource.load('', undefined) }
}

/** Returns data that is loaded on demand. When the key of the parameters changes, the old data is removed immediately. */
export function createResourceOf<Data, Params>(
  fetchData: (params: Params) => Promise<Result<Data>>,
  keyOf: (params: Params) => string,
): Resource<Data, Params> {
  const { $store, load, adopt, change } = openResource<Data, Params>(fetchData, messageOf)
  return { $store, load: (params) => load(keyOf(params), params), adopt, change }
}

const messageOf = ({ error }: Failure): string => error.message

function openResource<Data, Params>(
  fetchData: (params: Params) => Promise<Result<Data>>,
  explain: (failure: Failure) => string,
) {
  const $store = atom<ResourceState<Data>>(LOADING)
  const requests = createLatestRequest()
  let isPending = false
  let loadedKey = ''
  // `get()` isn't used, because it would mount the store and load the data.
  const shown = (): ResourceState<Data> => $store.value ?? LOADING
  const request = async (params: Params): Promise<void> => {
    const isLatest = requests.begin()
    isPending = true
    const answer = await fetchData(params)
    if (!isLatest()) return
    isPending = false
    if (!answer.success) {
      const { data } = shown()
      return $store.set({ status: 'error', data, error: explain(answer), code: answer.error.code })
    }
    // Keeps the same object if nothing has changed, to avoid rendering again.
    const { status, data } = shown()
    if (status !== 'ready' || JSON.stringify(data) !== JSON.stringify(answer.data)) adopt(answer.data)
  }
  const adopt = (data: Data): void => {
    requests.begin()
    isPending = false
    $store.set({ status: 'ready', data, error: undefined, code: undefined })
  }
  return {
    $store,
    request,
    isPending: () => isPending,
    load: (key: string, params: Params): Promise<void> => {
      const { data } = key === loadedKey ? shown() : LOADING
      loadedKey = key
      $store.set({ ...LOADING, data })
      return request(params)
    },
    adopt,
    change: (make: (data: Data) => Data): void => {
      const { data } = shown()
      if (data !== undefined) adopt(make(data))
    },
  }
}

/** Converts the data of a successful response; returns failures unchanged. */
export const mapData = <From, To>(answer: Result<From>, transform: (data: From) => To): Result<To> =>
  answer.success ? { ...answer, data: transform(answer.data) } : answer
