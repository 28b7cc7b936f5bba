/** Event that shows a toast anywhere in the app (specification §2). In a file of its own, because pages listen for it before everything else. */
export const TOAST_EVENT = 'app:toast'
