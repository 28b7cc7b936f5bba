import { TOAST_EVENT } from './toast-event-name.ts'

/** Default duration of a toast (specification §9). */
export const TOAST_DURATION_MS = 5000

export interface Toast {
  type: 'default' | 'success' | 'warning' | 'destructive'
  title: string
  message: string
  /** Time for which the toast is shown, in milliseconds. Default: TOAST_DURATION_MS. */
  duration?: number
  link?: { href: string; label: string }
}

/**
 * Shows a toast. Works before the listener's code is loaded: `<page-overlays>` loads that code on this event and then
 * dispatches the event again.
 */
export const showToast = (toast: Toast): void => {
  window.dispatchEvent(new CustomEvent(TOAST_EVENT, { detail: toast }))
}
