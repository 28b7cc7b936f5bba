/** Specification §2: the app-wide event that shows a toast. */
export const TOAST_EVENT = 'app:toast'

/** Specification §9. */
export const TOAST_DURATION_MS = 5000

export interface Toast {
  type: 'default' | 'success' | 'warning' | 'destructive'
  title: string
  message: string
  /** Milliseconds; five seconds unless said otherwise. */
  duration?: number
  /** Where to go about it, on this site. */
  link?: { href: string; label: string }
}

/** May be called before anything listens: `<page-overlays>` wakes up on the event and sends it once more. */
export const showToast = (toast: Toast): void => {
  window.dispatchEvent(new CustomEvent(TOAST_EVENT, { detail: toast }))
}
