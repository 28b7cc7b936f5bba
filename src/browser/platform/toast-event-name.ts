/**
 * Event that shows a toast anywhere in the app (specification §2). In its own file, because pages listen for the event
 * before other code is loaded.
 */
export const TOAST_EVENT = 'app:toast'
