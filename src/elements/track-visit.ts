import { keepTracking, reportClick } from '#stores/tracking.ts'
import { whenIdle } from './when-idle.ts'

/** Follows how the visitor came, on every page: what is kept is kept at once, what is told waits until the page is there. */
export function trackVisit(): void {
  // Nobody looks at a page that the browser makes beforehand.
  if ('prerendering' in document && document.prerendering)
    return document.addEventListener('prerenderingchange', trackVisit, { once: true })
  const campaign = keepTracking(window.location.search)
  if (campaign) whenIdle(() => void reportClick(campaign))
}
