import { atom, type ReadableAtom } from 'nanostores'
import type { Result } from '#model/result.ts'

/** A list that comes page by page. What was loaded stays while more is asked for, and when that fails. */
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
  /** The next page of the same. */
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
  let current: Filters | undefined
  const askFor = async (filters: Filters, cursor?: string): Promise<void> => {
    asked += 1
    const number = asked
    $list.set({ ...$list.get(), isLoading: true, failure: undefined })
    const answer = await ask(filters, cursor)
    if (number !== asked) return
    const before = $list.get()
    if (!answer.success) return $list.set({ ...before, isLoading: false, failure: answer.error.message })
    const { rows, nextCursor } = answer.data
    const kept = cursor === undefined ? [] : (before.rows ?? [])
    $list.set({ rows: [...kept, ...rows], nextCursor, isLoading: false, failure: undefined })
  }
  return {
    $list,
    load: (filters) => {
      current = filters
      return askFor(filters)
    },
    more: async () => {
      const { nextCursor, isLoading } = $list.get()
      if (current !== undefined && nextCursor !== null && !isLoading) await askFor(current, nextCursor)
    },
    replace: (isIt, row) => {
      const list = $list.get()
      $list.set({ ...list, rows: list.rows?.map((each) => (isIt(each) ? row : each)) })
    },
  }
}
