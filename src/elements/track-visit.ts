import { whenIdle } from './when-idle.ts'

/**
 * Follows how the visitor came, on every page: what the address says is kept as soon as the code for it is there, and told once the
 * page has nothing better to do. An address that says nothing costs nothing.
 */
export function trackVisit(): void {
  if (!window.location.search) return
  // Nobody looks at a page that the browser makes beforehand.
  if ('prerendering' in document && document.prerendering)
    document.addEventListener('prerenderingchange', trackVisit, { once: true })
  // Without the network nothing can be told, and the front door has remembered the visit by itself.
  else void keepAndReport().catch(() => undefined)
}

async function keepAndReport(): Promise<void> {
  const { keepTracking, reportClick } = await import('#stores/tracking.ts')
  const campaign = keepTracking(window.location.search, Date.now())
  if (campaign) whenIdle(() => void reportClick(campaign))
}
