import { whenIdle } from './when-idle.ts'

/** Specification §4: the parameters of tracking data. */
const PARAMETERS = /[?&](ref|utm_(source|medium|campaign|term|content))=/

/**
 * Follows how the visitor came, on every page: tracking parameters are kept as soon as the code for it is loaded, and reported
 * once the page is idle. Without them nothing is loaded.
 */
export function trackVisit(): void {
  if (!PARAMETERS.test(window.location.search)) return
  // Nobody looks at a page that the browser makes beforehand.
  if ('prerendering' in document && document.prerendering)
    document.addEventListener('prerenderingchange', trackVisit, { once: true })
  // Without the network nothing can be told, and the front door has remembered the visit by itself.
  else void keepAndReport().catch(() => undefined)
}

async function keepAndReport(): Promise<void> {
  const { keepTracking, reportVisit } = await import('#stores/tracking.ts')
  const visit = keepTracking(window.location.search)
  whenIdle(() => void reportVisit(visit))
}
