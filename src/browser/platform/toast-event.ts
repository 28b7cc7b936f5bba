import { TOAST_EVENT } from './toast-event-name.ts'

/** Default duration (specification §9). */
export const TOAST_DURATION_MS = 5000

export interface Toast {
  type: 'default' | 'success' | 'warning' | 'destructive'
  title: string
  message: string
  /** Milliseconds. Default: TOAST_DURATION_MS. */
  duration?: number
  link?: { href: string; label: string }
}

/** Shows a toast. Can be called before there is a listener: `<page-overlays>` loads it on this event, which it then dispatches again. */
export const showToast = (toast: Toast): void => {
  window.dispatchEvent(new CustomEvent(TOAST_EVENT, { detail: toast }))
}
