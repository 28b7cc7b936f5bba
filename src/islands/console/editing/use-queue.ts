import { useRef, useState } from 'react'

/**
 * What is chosen in controls that save at once: one after the other, in order, so that each goes on from what the one before has
 * made. `waiting` is what is not saved yet, the one under way first. `work` refuses nothing by throwing.
 */
export function useQueue<Item>(work: (item: Item) => Promise<void>) {
  const [waiting, setWaiting] = useState<readonly Item[]>([])
  const last = useRef(Promise.resolve())
  const add = (item: Item): void => {
    setWaiting((before) => [...before, item])
    last.current = last.current
      .then(() => work(item))
      .then(() => setWaiting((before) => before.filter((each) => each !== item)))
  }
  return { waiting, add }
}
