import { useEffect, useRef, type PointerEvent } from 'react'
import { dismissToast, pauseToast, resumeToast, type ShownToast } from '#stores/platform/toasts.ts'

/** A swipe over more than this distance dismisses the toast (specification §9). */
export const SWIPE_THRESHOLD_PX = 50

export function ToastCard({ toast }: { toast: ShownToast }) {
  const swipe = useSwipe()
  useEffect(() => {
    const follow = (): void => (document.hidden ? pauseToast('hidden') : resumeToast('hidden'))
    follow()
    document.addEventListener('visibilitychange', follow)
    return () => document.removeEventListener('visibilitychange', follow)
  }, [])
  return (
    // Hover, focus and swipe only change how long the toast stays; its action is a real button.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <span
      className="toast"
      data-type={toast.type}
      onPointerEnter={() => pauseToast('hover')}
      onPointerLeave={() => resumeToast('hover')}
      onFocus={() => pauseToast('focus')}
      onBlur={() => resumeToast('focus')}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        // Esc closes the toast, but not the dialog around it.
        event.preventDefault()
        event.stopPropagation()
        dismissToast()
      }}
      {...swipe}
    >
      <span className="toast-text">
        {toast.title && <strong>{toast.title}</strong>}
        {toast.message && <span>{toast.message}</span>}
        {toast.link && <a href={toast.link.href}>{toast.link.label}</a>}
      </span>
      <button type="button" className="icon-button" aria-label="Dismiss this message" onClick={dismissToast}>
        ×
      </button>
    </span>
  )
}

function useSwipe() {
  const startX = useRef<number | undefined>(undefined)
  const end = (event: PointerEvent<HTMLElement>): void => {
    const from = startX.current
    startX.current = undefined
    event.currentTarget.style.removeProperty('translate')
    if (from !== undefined && Math.abs(event.clientX - from) >= SWIPE_THRESHOLD_PX) dismissToast()
  }
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      startX.current = event.clientX
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (startX.current !== undefined)
        event.currentTarget.style.translate = `${event.clientX - startX.current}px`
    },
    onPointerUp: end,
    onPointerCancel: end,
  }
}
