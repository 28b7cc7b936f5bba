import { atom, type ReadableAtom } from 'nanostores'
import type { Result } from '#model/platform/result.ts'
import { createLatestRequest } from './latest-request.ts'

/** Rows stay while other rows are loaded, and if loading more of them fails. If loading with other filters fails, they are removed. */
export interface PagedList<Row> {
  rows: readonly Row[] | undefined
  nextCursor: string | null
  isLoading: boolean
  failure: string | undefined
}

export interface ListPage<Row> {
  rows: readonly Row[]
  nextCursor: string | null
}

export interface ListResource<Row, Filters> {
  $list: ReadableAtom<PagedList<Row>>
  load: (filters: Filters) => Promise<void>
  more: () => Promise<void>
  reload: () => Promise<void>
  replace: (isIt: (row: Row) => boolean, row: Row) => void
}

export const EMPTY_LIST: PagedList<never> = {
  rows: undefined,
  nextCursor: null,
  isLoading: true,
  failure: undefined,
}

/** `fetchPage` loads the page at `cursor`, or the first page without a cursor. */
export function createList<Row, Filters extends object>(
  fetchPage: (query: Filters & { cursor?: string }) => Promise<Result<ListPage<Row>>>,
): ListResource<Row, Filters> {
  const $list = atom<PagedList<Row>>(EMPTY_LIST)
  const requests = createLatestRequest()
  let current: { filters: Filters; cursor: string | undefined } | undefined
  let shown: string | undefined
  const request = async (filters: Filters, cursor?: string): Promise<void> => {
    const isLatest = requests.begin()
    current = { filters, cursor }
    const key = JSON.stringify(filters)
    $list.set({ ...$list.get(), isLoading: true, failure: undefined })
    const answer = await fetchPage({ ...filters, ...(cursor === undefined ? {} : { cursor }) })
    if (!isLatest()) return
    const before = $list.get()
    if (!answer.success) {
      const kept = shown === key ? before : EMPTY_LIST
      return $list.set({ ...kept, isLoading: false, failure: answer.error.message })
    }
    const { rows, nextCursor } = answer.data
    const kept = cursor === undefined ? [] : (before.rows ?? [])
    shown = key
    $list.set({ rows: [...kept, ...rows], nextCursor, isLoading: false, failure: undefined })
  }
  return {
    $list,
    load: (filters) => request(filters),
    more: async () => {
      const { nextCursor, isLoading, failure } = $list.get()
      if (!current || isLoading) return
      if (failure !== undefined) await request(current.filters, current.cursor)
      else if (nextCursor !== null) await request(current.filters, nextCursor)
    },
    reload: async () => {
      if (current) await request(current.filters)
    },
    replace: (isIt, row) => {
      const list = $list.get()
      $list.set({ ...list, rows: list.rows?.map((each) => (isIt(each) ? row : each)) })
    },
  }
}

/** Converts a successful response into a page of rows; returns failures unchanged. */
export const toListPage = <Data extends { nextCursor: string | null }, Row>(
  answer: Result<Data>,
  selectRows: (data: Data) => readonly Row[],
): Result<ListPage<Row>> =>
  answer.success
    ? { success: true, data: { rows: selectRows(answer.data), nextCursor: answer.data.nextCursor } }
    : answer
