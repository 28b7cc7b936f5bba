import * as z from 'zod/mini'
import type { LegalKind } from './legal.ts'
import { hasWebAddress, NO_WEB_ADDRESS } from './web-addresses.ts'

/** Specification §3 and §9: colours when the promoter has chosen none. */
export const DEFAULT_PRIMARY_COLOR = '#4f46e5'
export const DEFAULT_SECONDARY_COLOR = '#1e293b'

const COLOR = /^#[0-9a-f]{6}$/i
const color = z.string().check(z.regex(COLOR, 'Use a colour like #4f46e5.'))

/** Specification §3, domain settings. */
export const siteSettings = z.object({
  siteName: z.string(),
  logoUrl: z._default(z.string(), ''),
  faviconUrl: z._default(z.string(), ''),
  primaryColor: z._default(color, DEFAULT_PRIMARY_COLOR),
  secondaryColor: z._default(color, DEFAULT_SECONDARY_COLOR),
  customCss: z._default(z.string(), ''),
})
export type SiteSettings = z.infer<typeof siteSettings>

/** What was uploaded here for this purpose, or came with Foyer: pages show nobody else's pictures. */
const picture = (address: RegExp) =>
  z._default(z.string().check(z.trim(), z.maxLength(200), z.regex(address, 'Upload the picture first.')), '')
const LOGO = /^(\/uploads\/[\da-f]{64}\.webp|\/demo\/logos\/[\w-]+\.svg)?$/
const ICON = /^(\/uploads\/[\da-f]{64}\.png|\/demo\/logos\/[\w-]+\.svg)?$/

const brandColor = color.check(z.toLowerCase())

/** The same as a promoter sets them. */
export const brandSettings = z.object({
  siteName: z.string('Enter a name.').check(
    z.trim(),
    z.minLength(1, 'Enter a name.'),
    z.maxLength(80, 'Use 80 characters at most.'),
    z.refine((name) => !hasWebAddress(name), NO_WEB_ADDRESS),
  ),
  logoUrl: picture(LOGO),
  faviconUrl: picture(ICON),
  primaryColor: z._default(brandColor, DEFAULT_PRIMARY_COLOR),
  secondaryColor: z._default(brandColor, DEFAULT_SECONDARY_COLOR),
  customCss: z._default(z.string().check(z.maxLength(64 * 1024, 'Use 64 KB of CSS at most.')), ''),
})

const { siteName, logoUrl, faviconUrl, primaryColor, secondaryColor, customCss } = brandSettings.shape

/** Some of it: what is left out stays as it is. */
export const brandChange = z.object({
  siteName: z.optional(siteName),
  logoUrl: z.optional(logoUrl.def.innerType),
  faviconUrl: z.optional(faviconUrl.def.innerType),
  primaryColor: z.optional(primaryColor.def.innerType),
  secondaryColor: z.optional(secondaryColor.def.innerType),
  customCss: z.optional(customCss.def.innerType),
})
export type BrandChange = z.infer<typeof brandChange>

/** Specification §9, fallback site settings. */
export const FALLBACK_SETTINGS: SiteSettings = {
  siteName: 'Event Ticketing',
  logoUrl: '',
  faviconUrl: '',
  primaryColor: '#4338ca',
  secondaryColor: DEFAULT_SECONDARY_COLOR,
  customCss: '',
}

/** Specification §2: what pages for a promoter's staff wear, whoever's host they are on. */
export const STAFF_SETTINGS: SiteSettings = { ...FALLBACK_SETTINGS, siteName: 'Staff Portal' }

/**
 * Specification §2: paths that skip the loading of a custom domain. `/staff` counts as a whole step of the path: an event
 * called `/events/staff-party` keeps its storefront's look.
 */
export const isStaffPath = (path: string): boolean => /\/(staff|direct-staff-access)(\/|$)/.test(path)

export const INVALID_SETTINGS = 'Invalid domain settings format'

/**
 * Settings as an answer or a cookie holds them; undefined when they are none: specification §5 and §8 want a string siteName.
 * Of the rest, what doesn't fit takes its default. Not a schema: the page that waits for its site would add it to every other's
 * JavaScript.
 */
export function readSettings(value: unknown): SiteSettings | undefined {
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

/** A cookie holds 4096 bytes, its name and attributes among them. */
const LONGEST_COOKIE = 3800

/** Settings as the cookie keeps them: the CSS is a stylesheet of its own, and addresses that don't fit are left out. */
export function cookieSettings(settings: SiteSettings): string {
  const kept = { ...settings, customCss: '' }
  const short = { ...kept, logoUrl: '', faviconUrl: '' }
  const least = { ...short, siteName: settings.siteName.slice(0, 80).toWellFormed() }
  const texts = [kept, short, least].map((each) => JSON.stringify(each))
  return texts.find((text) => encodeURIComponent(text).length <= LONGEST_COOKIE) ?? ''
}

/**
 * What a hostname stands for. `main` lists every promoter's events; `storefront` sells one promoter's;
 * `unknown` shows the main look and nobody's events.
 */
export type Site =
  | { kind: 'main'; host: string; settings: SiteSettings; legal: readonly LegalKind[] }
  | {
      kind: 'storefront'
      host: string
      promoterId: string
      settings: SiteSettings
      /** Which legal pages there are, in the order of a footer. */
      legal: readonly LegalKind[]
      /** The name that the site is found under; undefined when its promoter has proven none. */
      canonicalHost: string | undefined
      /** Whether this is a proven name that isn't the canonical one: its pages lead there. */
      isAlias: boolean
    }
  | { kind: 'unknown'; host: string; settings: SiteSettings; legal: readonly [] }

/** Whose events a site may show, hold and sell. */
export type SiteScope = { promoterId: string } | 'every promoter' | 'nobody'

export function scopeOf(site: Site): SiteScope {
  if (site.kind === 'main') return 'every promoter'
  return site.kind === 'storefront' ? { promoterId: site.promoterId } : 'nobody'
}

export const isInScope = (scope: SiteScope, promoterId: string): boolean =>
  scope === 'every promoter' || (scope !== 'nobody' && scope.promoterId === promoterId)
