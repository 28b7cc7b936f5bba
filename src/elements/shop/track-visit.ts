import { whenIdle } from '#elements/platform/when-idle.ts'

/** Specification §4: the parameters of tracking data. */
const PARAMETERS = /[?&](ref|utm_(source|medium|campaign|term|content))=/

/** Stores tracking parameters of the URL and reports the visit when the page is idle. Loads no code without such parameters. */
export function trackVisit(): void {
  if (!PARAMETERS.test(window.location.search)) return
  // A prerendered page is not a visit yet.
  if ('prerendering' in document && document.prerendering)
    document.addEventListener('prerenderingchange', trackVisit, { once: true })
  // A failed report is ignored: the server has counted the page request.
  else void keepAndReport().catch(() => undefined)
}

async function keepAndReport(): Promise<void> {
  const { keepTracking, reportVisit } = await import('#stores/shop/tracking.ts')
  const visit = keepTracking(window.location.search)
  whenIdle(() => void reportVisit(visit))
}
