import { atom } from 'nanostores'
import { readRememberedSite } from '#browser/remembered-site.ts'
import { hasSettingsCookie } from '#browser/site-cookies.ts'
import { askWhichSite, fetchSettings, type WhichSite } from '#browser/which-site.ts'
import type { Result } from '#model/result.ts'
import { FALLBACK_SETTINGS, type SiteSettings } from '#model/sites.ts'

/** Specification §9. */
const SAFETY_TIMEOUT_MS = 3000

/** Specification §4, domain context, on a page whose server could not tell which site it is. */
export interface DomainContext {
  status: 'loading' | 'loaded' | 'error'
  /** What is being waited for; 'over' when the loading view has ended, whatever came of it. */
  view: 'site' | 'settings' | 'over'
  userId: string | null
  /** Undefined until there are any. */
  settings: SiteSettings | undefined
  /** Why there are none of the site's own. */
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

/**
 * Finds out which site this host is: from the cookies of an earlier visit, else from the server, once however often it is
 * called. True when the server has said what it knows of the host: then it can show the real page too.
 */
export const openDomain = (host: string): Promise<boolean> => (opening ??= open(host))

async function open(host: string): Promise<boolean> {
  setTimeout(endView, SAFETY_TIMEOUT_MS)
  const remembered = readRememberedSite(host)
  if (remembered) {
    change({ status: 'loaded', ...remembered })
    return false
  }
  const found = await askWhichSite(host)
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

/** Ends the loading view. Without settings by now, the fallback ones are installed; a late answer still replaces them. */
function endView(): void {
  change({ view: 'over', settings: $domain.get().settings ?? FALLBACK_SETTINGS })
}

/** Specification §7: a host that was resolved, and a browser that does not remember its settings. */
async function configure(host: string, found: WhichSite): Promise<WhichSite> {
  if (hasSettingsCookie()) return found
  if ($domain.get().view === 'site') change({ view: 'settings' })
  const kept: Result<WhichSite> = await fetchSettings(host, found.userId)
  return kept.success ? kept.data : found
}
