import { useLayoutEffect, useRef, type MouseEvent, type ReactNode } from 'react'

interface Props {
  isOpen: boolean
  onClose: () => void
  /** Id of the element that labels the dialog. */
  labelledBy: string
  className?: string
  /**
   * True: only the dialog's own buttons close it, because its content would be lost. False: it can always be dismissed. Default: clicks
   * outside are ignored after input.
   */
  isGuarded?: boolean | undefined
  children: ReactNode
}

/** The first field of a form, which gets focus instead of the close button. */
const FIRST_FIELD =
  '.dialog-head ~ * :is(input, select, textarea):not(:disabled, [type=hidden], [type=radio]:not(:checked))'

/**
 * A native modal dialog. The browser keeps focus inside and closes it on Esc; a click outside closes it, too. Focus returns to the previous
 * element when the dialog is closed or removed.
 */
export function Dialog({ isOpen, onClose, labelledBy, className, isGuarded, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const leave = useRef<() => void>(undefined)
  const isPressedBeside = useRef(false)
  // Removed fields, such as those of a submitted form, no longer guard the dialog.
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
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    }
  }, [isOpen])
  // Runs before the element is removed, since a removed dialog doesn't restore focus.
  useLayoutEffect(() => () => leave.current?.(), [])
  const isLost = (): boolean => isGuarded ?? [...touched.current].some((field) => field.isConnected)
  return (
    // The click handler only adds to Esc and the close button, which the keyboard has.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={dialog}
      className={className}
      aria-labelledby={labelledBy}
      // Chromium only honours the first prevented `cancel` event.
      closedby={isGuarded ? 'none' : undefined}
      onClose={({ currentTarget }) => {
        // Ignores events of a dialog that is open again, or was closed by its parent.
        if (leave.current && !currentTarget.open) onClose()
      }}
      // Esc closes it by state: the browser's own `close` event comes later, and would close a dialog that was opened since. Also the
      // fallback of `isGuarded` for browsers without `closedby`.
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

/** True for clicks on the backdrop. Events of the backdrop and of the dialog's padding have the same target. */
function isBeside({ target, currentTarget, clientX, clientY }: MouseEvent<HTMLElement>): boolean {
  if (target !== currentTarget) return false
  const { left, right, top, bottom } = currentTarget.getBoundingClientRect()
  return clientX < left || clientX > right || clientY < top || clientY > bottom
}
