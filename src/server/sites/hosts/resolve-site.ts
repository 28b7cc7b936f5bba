import { isStaffPath, STAFF_SITE_SETTINGS, type Site } from '#model/sites/sites.ts'
import type { SiteIndex } from './site-index.ts'

/** Maximum milliseconds that a request waits after startup until the hosts are loaded. */
export const MAX_SITE_WAIT_MS = 800

/**
 * Returns the site of a request. Staff pages have the portal's branding; their promoter is still that of the host.
 */
export function resolveSite(sites: SiteIndex, host: string, path: string): Site {
  const site = sites.resolve(host)
  return isStaffPath(path) ? { ...site, settings: STAFF_SITE_SETTINGS } : site
}
