import { readClockOffset } from '#browser/checkout/server-clock.ts'

/** Returns true on a stored page, which the service worker marks (`public/orders/worker.js`). */
export const isOfflineCopy = (): boolean =>
  document.querySelector('[data-kept-at]:not([data-kept-at=now])') !== null

/** Returns the clock difference for a page whose HTML has the server's time in `data-now`, in milliseconds since 1970. */
export const clockOffsetOf = ({ dataset }: HTMLElement): number =>
  readClockOffset(isOfflineCopy() ? undefined : Number(dataset['now']))
