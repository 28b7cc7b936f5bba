import { whenIdle } from '#elements/platform/when-idle.ts'

/** Matches URL parameters with tracking data (specification §4). */
const PARAMETERS = /[?&](ref|utm_\w+)=/

/**
 * Stores the URL's tracking parameters, and reports the visit when the page is idle. URLs without such parameters load no code for this.
 */
export function trackVisit(): void {
  if (!PARAMETERS.test(window.location.search)) return
  // A prerendered page doesn't count as a visit until it is shown.
  if ('prerendering' in document && document.prerendering)
    document.addEventListener('prerenderingchange', trackVisit, { once: true })
  // Failures are ignored, because the server has already counted the page view.
  else void keepAndReport().catch(() => undefined)
}

async function keepAndReport(): Promise<void> {
  const { storeTracking, reportVisit } = await import('#stores/shop/tracking.ts')
  const visit = storeTracking(window.location.search)
  whenIdle(() => void reportVisit(visit))
}
