import { isStaffPath, STAFF_SETTINGS, type Site } from '#model/sites.ts'
import type { SiteIndex } from './site-index.ts'

/** How long a request waits for the hosts to be read (a node that has just started) before it is answered without them. */
export const SITE_PATIENCE_MS = 800

/**
 * The site that a request for this path is about. Pages of a promoter's staff wear the portal's look instead of the
 * storefront's; whose staff it is the host still says.
 */
export function resolveSite(sites: SiteIndex, host: string, path: string): Site {
  const site = sites.resolve(host)
  return isStaffPath(path) ? { ...site, settings: STAFF_SETTINGS } : site
}
