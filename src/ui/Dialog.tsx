import { useLayoutEffect, useRef, type MouseEvent, type ReactNode } from 'react'

interface Props {
  isOpen: boolean
  onClose: () => void
  /** Names the dialog. */
  labelledBy: string
  className?: string
  /**
   * True: what is in it would be lost, so its own buttons alone close it. False: nothing would. Else it is so for clicks
   * beside it, as soon as something was typed or chosen.
   */
  isGuarded?: boolean | undefined
  children: ReactNode
}

/** What a form asks first, which comes before the way out in the head above it. */
const FIRST_FIELD =
  '.dialog-head ~ * :is(input, select, textarea):not(:disabled, [type=hidden], [type=radio]:not(:checked))'

/**
 * A native modal dialog: the browser keeps focus inside and closes it on Esc; a click beside it closes it, too. What had focus
 * has it again when it is closed or gone.
 */
export function Dialog({ isOpen, onClose, labelledBy, className, isGuarded, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const leave = useRef<() => void>(undefined)
  const isPressedBeside = useRef(false)
  // A field that is gone, as a form that was sent, holds nothing that can be lost.
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
  // While the element is still there: what is taken away gives no focus back.
  useLayoutEffect(() => () => leave.current?.(), [])
  const isLost = (): boolean => isGuarded ?? [...touched.current].some((field) => field.isConnected)
  return (
    // The click handler only adds to Esc and the close button, which the keyboard has.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={dialog}
      className={className}
      aria-labelledby={labelledBy}
      // Chromium takes a cancel that is prevented once only.
      closedby={isGuarded ? 'none' : undefined}
      onClose={({ currentTarget }) => {
        // Told of a closing when it is open again already, or closed by whoever has it: that is no news.
        if (leave.current && !currentTarget.open) onClose()
      }}
      // For browsers that know no `closedby`.
      onCancel={(event) => {
        if (isGuarded && event.target === event.currentTarget) event.preventDefault()
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

/** What is beside a dialog is its backdrop, which is the dialog, too, as are its own padding and gaps. */
function isBeside({ target, currentTarget, clientX, clientY }: MouseEvent<HTMLElement>): boolean {
  if (target !== currentTarget) return false
  const { left, right, top, bottom } = currentTarget.getBoundingClientRect()
  return clientX < left || clientX > right || clientY < top || clientY > bottom
}
