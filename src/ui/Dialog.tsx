import { useEffect, useLayoutEffect, useRef, type ReactNode } from 'react'

interface Props {
  isOpen: boolean
  onClose: () => void
  /** Names the dialog. */
  labelledBy: string
  className?: string
  children: ReactNode
}

/** A native modal dialog: the browser keeps focus inside, gives it back, and closes on Esc; a click beside it closes, too. */
export function Dialog({ isOpen, onClose, labelledBy, className, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const element = dialog.current
    if (!element || element.open === isOpen) return
    if (isOpen) element.showModal()
    else element.close()
  }, [isOpen])
  // The browser gives the focus back when a dialog closes, not when it is taken away while it is open.
  useLayoutEffect(() => {
    const element = dialog.current
    return () => element?.close()
  }, [])
  return (
    // The click handler only adds to Esc and the close button, which the keyboard has.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={dialog}
      className={className}
      aria-labelledby={labelledBy}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose()
      }}
    >
      {children}
    </dialog>
  )
}
