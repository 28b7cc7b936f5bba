import type { Site } from '#model/sites/sites.ts'
import { cdnProvider, type CdnConfig } from './cdn-provider.ts'

/**
 * A CDN may serve a page for one second, and for one more while it fetches it again. Browsers always revalidate. The node's
 * cache has the same times, so a page is at most four seconds old.
 */
const CACHE_CONTROL = 'public, max-age=0, s-maxage=1, stale-while-revalidate=1'

/** Tag of pages with events of all promoters. */
export const MAIN_SITE_TAG = 'foyer-main'
export const promoterTag = (promoterId: string): string => `foyer-${promoterId}`

/** Returns the headers of public pages, which are the same for all visitors of a site. Empty without a CDN. */
export function cdnHeaders(config: CdnConfig): (site: Site) => Record<string, string> {
  const provider = cdnProvider(config)
  if (!provider) return () => ({})
  return (site) => ({
    'cache-control': CACHE_CONTROL,
    [provider.tagHeader]: site.kind === 'storefront' ? promoterTag(site.promoterId) : MAIN_SITE_TAG,
  })
}
