import { atom, type ReadableAtom } from 'nanostores'
import type { Result } from '#model/platform/result.ts'

/** A paginated list. Loaded rows stay while more are loaded and when that fails; rows of another filter are never shown. */
export interface PromoterList<Row> {
  rows: readonly Row[] | undefined
  /** Cursor of the next page; null at the end. */
  nextCursor: string | null
  isLoading: boolean
  failure: string | undefined
}

export interface ListPage<Row> {
  rows: readonly Row[]
  nextCursor: string | null
}

export interface ListStore<Row, Filters> {
  $list: ReadableAtom<PromoterList<Row>>
  /** Loads the first page. Earlier responses are ignored. */
  load: (filters: Filters) => Promise<void>
  /** Loads the next page, or retries it after a failure. */
  more: () => Promise<void>
  /** Replaces a row after it was changed. */
  replace: (isIt: (row: Row) => boolean, row: Row) => void
}

export const EMPTY_LIST: PromoterList<never> = {
  rows: undefined,
  nextCursor: null,
  isLoading: true,
  failure: undefined,
}

/** `ask`: loads one page. */
export function listStore<Row, Filters>(
  ask: (filters: Filters, cursor: string | undefined) => Promise<Result<ListPage<Row>>>,
): ListStore<Row, Filters> {
  const $list = atom<PromoterList<Row>>(EMPTY_LIST)
  let asked = 0
  /** Last requested filters and cursor, and the filters of the loaded rows. */
  let current: { filters: Filters; cursor: string | undefined } | undefined
  let shown: string | undefined
  const askFor = async (filters: Filters, cursor?: string): Promise<void> => {
    asked += 1
    const number = asked
    current = { filters, cursor }
    const key = JSON.stringify(filters)
    $list.set({ ...$list.get(), isLoading: true, failure: undefined })
    const answer = await ask(filters, cursor)
    if (number !== asked) return
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
    load: (filters) => askFor(filters),
    more: async () => {
      const { nextCursor, isLoading, failure } = $list.get()
      if (!current || isLoading) return
      if (failure !== undefined) await askFor(current.filters, current.cursor)
      else if (nextCursor !== null) await askFor(current.filters, nextCursor)
    },
    replace: (isIt, row) => {
      const list = $list.get()
      $list.set({ ...list, rows: list.rows?.map((each) => (isIt(each) ? row : each)) })
    },
  }
}
