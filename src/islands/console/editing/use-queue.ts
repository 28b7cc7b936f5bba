import { useRef, useState } from 'react'

/**
 * Queue for controls that save immediately. Changes are saved one after another, so that each is based on the result of the previous one.
 * `waiting` lists the unsaved changes; the first of them is being saved. `work` must not throw.
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
