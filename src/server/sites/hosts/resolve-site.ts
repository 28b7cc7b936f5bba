import { isStaffPath, STAFF_SETTINGS, type Site } from '#model/sites/sites.ts'
import type { SiteIndex } from './site-index.ts'

/** Milliseconds that a request waits after a start until the hosts are loaded. After this it is handled without them. */
export const MAX_SITE_WAIT_MS = 800

/** Returns the site of a request. Staff pages have the portal's branding, but their promoter is still the host's. */
export function resolveSite(sites: SiteIndex, host: string, path: string): Site {
  const site = sites.resolve(host)
  return isStaffPath(path) ? { ...site, settings: STAFF_SETTINGS } : site
}
