import { useState } from 'react'
import { newUuid } from '#browser/platform/uuid.ts'

/** Adds, moves and removes items without ids. Each gets a stable React key, so that a moved item keeps the focus. */
export function useKeyedList<Item>(items: readonly Item[], write: (items: Item[]) => void) {
  const [known, setKnown] = useState<string[]>([])
  const keys = items.map((_, index) => known[index] ?? `item-${index}`)
  const change = (changed: Item[], order: string[]): void => {
    setKnown(order)
    write(changed)
  }
  return {
    keys,
    add: (item: Item) => change([...items, item], [...keys, newUuid()]),
    move: (from: number, to: number) => change(moved(items, from, to), moved(keys, from, to)),
    remove: (index: number) => change(items.toSpliced(index, 1), keys.toSpliced(index, 1)),
  }
}

const moved = <Item>(list: readonly Item[], from: number, to: number): Item[] =>
  list.toSpliced(from, 1).toSpliced(to, 0, ...list.slice(from, from + 1))
