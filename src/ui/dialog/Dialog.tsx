import { useLayoutEffect, useRef, type MouseEvent, type ReactNode } from 'react'

interface Props {
  isOpen: boolean
  onClose: () => void
  /** Element id of the dialog's heading. */
  labelledBy: string
  className?: string
  /**
   * True if only the dialog's own buttons close it, because its content would be lost; false if it can always be
   * dismissed. By default, clicks outside are ignored once there is input.
   */
  isGuarded?: boolean | undefined
  children: ReactNode
}

/** The first field of a form gets the focus, not the close button. */
const FIRST_FIELD =
  '.dialog-head ~ * :is(input, select, textarea):not(:disabled, [type=hidden], [type=radio]:not(:checked))'

/**
 * A native modal dialog. The browser keeps the focus inside and closes it on Esc; a click outside closes it too. When the dialog is closed
 * or removed, the focus returns to the element that had it, or to the page's heading if that element is removed, too.
 */
export function Dialog({ isOpen, onClose, labelledBy, className, isGuarded, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const leave = useRef<() => void>(undefined)
  const isPressedBeside = useRef(false)
  // Fields of a submitted form may have been removed, so only fields that still exist count.
  const touched = useRef(new Set<Node>())
  useLayoutEffect(() => {
    if (!isOpen) return leave.current?.()
    const element = dialog.current
    const before = document.activeElement
    touched.current.clear()
    element?.showModal()
    element?.querySelector<HTMLElement>(FIRST_FIELD)?.focus()
    leave.current = () => {
      leave.current = undefined
      element?.close()
      if (before instanceof HTMLElement && before !== document.body) returnFocus(before)
    }
  }, [isOpen])
  // Closes the dialog before its element is removed, because the browser returns the focus only then.
  useLayoutEffect(() => () => leave.current?.(), [])
  const isLost = (): boolean => isGuarded ?? [...touched.current].some((field) => field.isConnected)
  return (
    // The click handler is for pointers; the keyboard has Esc and the close button.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={dialog}
      className={className}
      aria-labelledby={labelledBy}
      // Needed because Chromium lets a page prevent only the first `cancel` event.
      closedby={isGuarded ? 'none' : undefined}
      onClose={({ currentTarget }) => {
        // Ignores the event if the dialog is open again or was closed by its parent.
        if (leave.current && !currentTarget.open) onClose()
      }}
      // Closes the dialog through its state. The browser's own `close` event is dispatched later and would close a dialog that was opened
      // in the meantime. This also implements `isGuarded` in browsers without `closedby`.
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        if (!isGuarded) onClose()
      }}
      onInput={({ target }) => {
        if (target instanceof Node) touched.current.add(target)
      }}
      onPointerDown={(event) => {
        isPressedBeside.current = isBeside(event)
      }}
      onClick={(event) => {
        if (isPressedBeside.current && isBeside(event) && !isLost()) onClose()
      }}
    >
      {children}
    </dialog>
  )
}

function returnFocus(opener: HTMLElement): void {
  if (opener.isConnected) opener.focus({ preventScroll: true })
  // React removes the opener of a finished action in the same commit, but after this.
  queueMicrotask(() => {
    const heading = document.querySelector<HTMLElement>('main h1')
    if (!heading || document.activeElement !== document.body) return
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
  })
}

/** True for clicks on the backdrop, which have the same target as clicks on the dialog's padding. */
function isBeside({ target, currentTarget, clientX, clientY }: MouseEvent<HTMLElement>): boolean {
  if (target !== currentTarget) return false
  const { left, right, top, bottom } = currentTarget.getBoundingClientRect()
  return clientX < left || clientX > right || clientY < top || clientY > bottom
}
