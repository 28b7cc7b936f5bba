import * as z from 'zod/mini'
import type { LegalKind } from './legal.ts'

/** Default colours (specification §3 and §9). */
export const DEFAULT_PRIMARY_COLOR = '#4f46e5'
export const DEFAULT_SECONDARY_COLOR = '#1e293b'

const COLOR = /^#[0-9a-f]{6}$/i
export const siteColor = z.string().check(z.regex(COLOR, 'Use a colour like #4f46e5.'))

/** Domain settings (specification §3). */
export const siteSettings = z.object({
  siteName: z.string(),
  logoUrl: z._default(z.string(), ''),
  faviconUrl: z._default(z.string(), ''),
  primaryColor: z._default(siteColor, DEFAULT_PRIMARY_COLOR),
  secondaryColor: z._default(siteColor, DEFAULT_SECONDARY_COLOR),
  customCss: z._default(z.string(), ''),
})
export type SiteSettings = z.infer<typeof siteSettings>

/** Settings of sites without their own (specification §9). */
export const FALLBACK_SITE_SETTINGS: SiteSettings = {
  siteName: 'Event Ticketing',
  logoUrl: '',
  faviconUrl: '',
  primaryColor: '#4338ca',
  secondaryColor: DEFAULT_SECONDARY_COLOR,
  customCss: '',
}

/** Appearance of staff pages on any host (specification §2). */
export const STAFF_SITE_SETTINGS: SiteSettings = { ...FALLBACK_SITE_SETTINGS, siteName: 'Staff Portal' }

/**
 * Paths of staff pages, which are served on any host (specification §2). `staff` must be a whole segment, unlike in
 * `/events/staff-party`.
 */
export const isStaffPath = (path: string): boolean => /\/(staff|direct-staff-access)(\/|$)/.test(path)

export const INVALID_SETTINGS = 'Invalid domain settings format'

/**
 * Parses settings. Undefined when `siteName` has no text (specification §5, §8). Other invalid fields get defaults.
 * Doesn't use Zod, so that pages don't have to load it.
 */
export function parseSiteSettings(value: unknown): SiteSettings | undefined {
  if (typeof value !== 'object' || value === null || !('siteName' in value)) return undefined
  const { siteName, ...given }: Record<string, unknown> = { ...value }
  if (typeof siteName !== 'string') return undefined
  const text = (name: keyof SiteSettings): string => (typeof given[name] === 'string' ? given[name] : '')
  const colorOr = (name: keyof SiteSettings, fallback: string): string =>
    COLOR.test(text(name)) ? text(name) : fallback
  return {
    siteName,
    logoUrl: text('logoUrl'),
    faviconUrl: text('faviconUrl'),
    primaryColor: colorOr('primaryColor', DEFAULT_PRIMARY_COLOR),
    secondaryColor: colorOr('secondaryColor', DEFAULT_SECONDARY_COLOR),
    customCss: text('customCss'),
  }
}

/**
 * Maximum length of the cookie's value, because browsers limit cookies to 4096 bytes including name and attributes.
 */
const MAX_COOKIE_LENGTH = 3800

/** Serialises settings for the cookie. Leaves out the CSS, which is in a stylesheet, and URLs that don't fit. */
export function serializeSiteSettings(settings: SiteSettings): string {
  const kept = { ...settings, customCss: '' }
  const short = { ...kept, logoUrl: '', faviconUrl: '' }
  const least = { ...short, siteName: settings.siteName.slice(0, 80).toWellFormed() }
  const texts = [kept, short, least].map((each) => JSON.stringify(each))
  return texts.find((text) => encodeURIComponent(text).length <= MAX_COOKIE_LENGTH) ?? ''
}

/** Reason why a storefront shows a notice instead of its events: the promoter isn't approved, or is suspended. */
export type ShopClosedReason = 'not_open' | 'suspended'

/**
 * `main` lists all promoters' events; `storefront`, those of one promoter. `unknown` has the main site's branding and
 * no events.
 */
export type Site =
  | {
      kind: 'main'
      host: string
      settings: SiteSettings
      legal: readonly LegalKind[]
      /**
       * True when the installation accepts no other promoters. Pages then don't offer visitors to become promoters.
       */
      isSinglePromoter?: boolean
      /** When it is empty or absent, no email address is shown. */
      contactEmail?: string
    }
  | {
      kind: 'storefront'
      host: string
      promoterId: string
      settings: SiteSettings
      legal: readonly LegalKind[]
      canonicalHost: string | undefined
      /** True for a verified domain that isn't canonical. Its pages redirect to the canonical domain. */
      isAlias: boolean
      closed?: ShopClosedReason
      sellsVouchers?: boolean
    }
  | { kind: 'unknown'; host: string; settings: SiteSettings; legal: readonly [] }

/** Promoters whose events a site can show, hold and sell. */
export type SiteScope = { promoterId: string } | 'every promoter' | 'nobody'

export function siteScopeOf(site: Site): SiteScope {
  if (site.kind === 'main') return 'every promoter'
  return site.kind === 'storefront' ? { promoterId: site.promoterId } : 'nobody'
}

export const isInSiteScope = (scope: SiteScope, promoterId: string): boolean =>
  scope === 'every promoter' || (scope !== 'nobody' && scope.promoterId === promoterId)
