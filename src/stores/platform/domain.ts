import { atom } from 'nanostores'
import { readRememberedSite } from '#browser/platform/site/remembered-site.ts'
import { hasSettingsCookie } from '#browser/platform/site/site-cookies.ts'
import { resolveSite, fetchSiteResolution, type SiteResolution } from '#browser/platform/site/resolve-site.ts'
import type { Result } from '#model/platform/result.ts'
import { FALLBACK_SITE_SETTINGS, type SiteSettings } from '#model/sites/sites.ts'

/** Maximum duration of the loading view (specification §9). */
const SAFETY_TIMEOUT_MS = 3000

/** The site's promoter and branding, for a page that the server rendered without knowing them (specification §4, domain context). */
export interface DomainContext {
  status: 'loading' | 'loaded' | 'error'
  view: 'site' | 'settings' | 'over'
  userId: string | null
  settings: SiteSettings | undefined
  /** Reason why the site's own settings couldn't be loaded. */
  error: string | undefined
}

const LOADING: DomainContext = {
  status: 'loading',
  view: 'site',
  userId: null,
  settings: undefined,
  error: undefined,
}

export const $domain = atom<DomainContext>(LOADING)

const change = (changes: Partial<DomainContext>): void => $domain.set({ ...$domain.get(), ...changes })

let opening: Promise<boolean> | undefined

/** Loads the site once per page, from cookies of an earlier visit or from the server. Returns true when the server responded. */
export const openDomain = (host: string): Promise<boolean> => (opening ??= open(host))

async function open(host: string): Promise<boolean> {
  setTimeout(endView, SAFETY_TIMEOUT_MS)
  const remembered = readRememberedSite(host)
  if (remembered) {
    change({ status: 'loaded', ...remembered })
    return false
  }
  const found = await resolveSite(host)
  if (!found.success) {
    change({ status: 'error', error: found.error.message })
    endView()
    return found.error.code === 'NOT_FOUND'
  }
  const site = await configure(host, found.data)
  change({ status: 'loaded', ...site })
  endView()
  return true
}

/** Ends the loading view. Uses fallback settings if none are loaded yet; a later response replaces them. */
function endView(): void {
  change({ view: 'over', settings: $domain.get().settings ?? FALLBACK_SITE_SETTINGS })
}

/** Loads the settings of a resolved host if the cookies don't contain them (specification §7). */
async function configure(host: string, found: SiteResolution): Promise<SiteResolution> {
  if (hasSettingsCookie()) return found
  if ($domain.get().view === 'site') change({ view: 'settings' })
  const kept: Result<SiteResolution> = await fetchSiteResolution(host, found.userId)
  return kept.success ? kept.data : found
}
