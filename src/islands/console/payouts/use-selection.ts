import { useState } from 'react'

/** Selected rows, by id. A row that is no longer listed is deselected. */
export function useSelection<Row extends { id: string }>(rows: readonly Row[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const chosen = rows.filter(({ id }) => ids.has(id))
  const isAll = rows.length > 0 && chosen.length === rows.length
  return {
    chosen,
    isAll,
    isChosen: ({ id }: Row): boolean => ids.has(id),
    toggle: ({ id }: Row): void =>
      setIds(
        (before) => new Set(before.has(id) ? [...before].filter((each) => each !== id) : [...before, id]),
      ),
    toggleAll: (): void => setIds(new Set(isAll ? [] : rows.map(({ id }) => id))),
  }
}
