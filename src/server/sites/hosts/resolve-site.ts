import { isStaffPath, STAFF_SETTINGS, type Site } from '#model/sites/sites.ts'
import type { SiteIndex } from './site-index.ts'

/** How long a request waits for the host index after a start, in milliseconds, before it is served without it. */
export const SITE_PATIENCE_MS = 800

/** Returns the site of a request. Staff pages have the portal's branding; the host still determines the promoter. */
export function resolveSite(sites: SiteIndex, host: string, path: string): Site {
  const site = sites.resolve(host)
  return isStaffPath(path) ? { ...site, settings: STAFF_SETTINGS } : site
}
