import { atom, type ReadableAtom } from 'nanostores'
import type { Result } from '#model/result.ts'

/**
 * A list that comes page by page. What was loaded stays while more is asked for, and when that fails; what others failed to
 * answer for are no rows of theirs.
 */
export interface PromoterList<Row> {
  rows: readonly Row[] | undefined
  /** Where it goes on; null at its end. */
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
  /** From its beginning. The answer to the last call counts, whichever comes first. */
  load: (filters: Filters) => Promise<void>
  /** The next page of the same; where it has failed, that page once more. */
  more: () => Promise<void>
  /** What a change has answered, in the place of the row that it changed. */
  replace: (isIt: (row: Row) => boolean, row: Row) => void
}

export const EMPTY_LIST: PromoterList<never> = {
  rows: undefined,
  nextCursor: null,
  isLoading: true,
  failure: undefined,
}

/** `ask` answers one page of what the filters leave. */
export function listStore<Row, Filters>(
  ask: (filters: Filters, cursor: string | undefined) => Promise<Result<ListPage<Row>>>,
): ListStore<Row, Filters> {
  const $list = atom<PromoterList<Row>>(EMPTY_LIST)
  let asked = 0
  /** What was asked for last, and what the rows answer. */
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
