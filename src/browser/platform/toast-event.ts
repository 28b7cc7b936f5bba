/** The app-wide event that shows a toast (specification §2). */
export const TOAST_EVENT = 'app:toast'

/** Milliseconds (specification §9). */
export const TOAST_DURATION_MS = 5000

export interface Toast {
  type: 'default' | 'success' | 'warning' | 'destructive'
  title: string
  message: string
  /** Milliseconds. Default: five seconds. */
  duration?: number
  link?: { href: string; label: string }
}

/** Shows a toast. Works before a listener exists: `<page-overlays>` loads on the event and dispatches it again. */
export const showToast = (toast: Toast): void => {
  window.dispatchEvent(new CustomEvent(TOAST_EVENT, { detail: toast }))
}
