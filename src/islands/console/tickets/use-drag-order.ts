import { useRef, useState, type PointerEvent, type RefObject } from 'react'

interface Drag {
  id: string
  order: readonly string[]
}

interface Parts {
  ids: readonly string[]
  list: RefObject<HTMLElement | null>
  onDrop: (order: readonly string[], id: string) => void
}

/** Props for the handle by which a row is dragged. */
export interface DragHandle {
  isDragged: boolean
  onPointerDown: (event: PointerEvent<HTMLElement>) => void
  onPointerMove: (event: PointerEvent<HTMLElement>) => void
  onPointerUp: () => void
  onPointerCancel: () => void
}

/** Reorders a list by dragging its rows with a mouse, a finger or a pen. The list's children are its rows, in the order of `ids`. */
export function useDragOrder({ ids, list, onDrop }: Parts) {
  const [drag, setDrag] = useState<Drag>()
  // A ref, because state would be outdated if the pointer moves twice in the same frame.
  const current = useRef<Drag>(undefined)
  const put = (next: Drag | undefined): void => {
    current.current = next
    setDrag(next)
  }
  const move = (pointerY: number): void => {
    const now = current.current
    if (!now || !list.current) return
    const rows = [...list.current.children]
    const from = now.order.indexOf(now.id)
    const to = placeAt(rows, from, pointerY)
    if (to !== from) put({ id: now.id, order: now.order.toSpliced(from, 1).toSpliced(to, 0, now.id) })
  }
  const drop = (): void => {
    const now = current.current
    put(undefined)
    if (now && now.order.join() !== ids.join()) onDrop(now.order, now.id)
  }
  return {
    order: drag?.order ?? ids,
    handleOf: (id: string): DragHandle => ({
      isDragged: drag?.id === id,
      onPointerDown: (event) => {
        if (event.button !== 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        put({ id, order: ids })
      },
      onPointerMove: (event) => move(event.clientY),
      onPointerUp: drop,
      onPointerCancel: () => put(undefined),
    }),
  }
}

/** New position of the dragged row. It takes the place of another row once it is past that row's middle. */
function placeAt(rows: readonly Element[], from: number, pointerY: number): number {
  const middle = (row: Element): number => {
    const { top, height } = row.getBoundingClientRect()
    return top + height / 2
  }
  let to = from
  rows.forEach((row, index) => {
    if (index < from && pointerY < middle(row)) to = Math.min(to, index)
    if (index > from && pointerY > middle(row)) to = Math.max(to, index)
  })
  return to
}
