import { useRef, type KeyboardEvent, type PointerEvent } from 'react'
import type { CoverImage } from '#model/catalog/event-drafts.ts'
import { editEventFields } from '#stores/console/events/event.ts'

const STEP = 10
const MOVES: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
  ArrowUp: [0, -STEP],
  ArrowDown: [0, STEP],
}

/** Selects the point of the cover that stays visible when it is cropped, by click, drag or arrow keys. */
export function FocusPicker({ url, cover }: { url: string; cover: CoverImage }) {
  const picture = useRef<HTMLDivElement>(null)
  const { focusX, focusY } = cover
  const move = (x: number, y: number): void =>
    editEventFields({ cover: { ...cover, focusX: inSteps(x), focusY: inSteps(y) } })
  const point = (event: PointerEvent): void => {
    const box = picture.current?.getBoundingClientRect()
    if (!box || (event.type === 'pointermove' && event.buttons === 0)) return
    move(((event.clientX - box.left) / box.width) * 100, ((event.clientY - box.top) / box.height) * 100)
  }
  const press = (event: KeyboardEvent): void => {
    const by = MOVES[event.key]
    if (!by) return
    event.preventDefault()
    move(focusX + by[0], focusY + by[1])
  }
  return (
    <div className="focus-picker">
      <div ref={picture} className="focus-picture" onPointerDown={point} onPointerMove={point}>
        <img src={url} alt="The cover" draggable={false} />
        <button
          type="button"
          className="focus-point"
          style={{ left: `${focusX}%`, top: `${focusY}%` }}
          aria-label={`Focal point: ${focusX}% from the left, ${focusY}% from the top. Move it with the arrow keys.`}
          onKeyDown={press}
        />
      </div>
      <p className="field-hint">
        Drag the focal point to the most important part of the image. It stays visible when the image is
        cropped.
      </p>
    </div>
  )
}

/** Rounds to the percentages that pages support. */
const inSteps = (percent: number): number => Math.min(100, Math.max(0, Math.round(percent / STEP) * STEP))
