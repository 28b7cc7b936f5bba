import * as z from 'zod/mini'

/** Specification §3 and §9: colours when the promoter has chosen none. */
export const DEFAULT_PRIMARY_COLOR = '#4f46e5'
export const DEFAULT_SECONDARY_COLOR = '#1e293b'

const color = z.string().check(z.regex(/^#[0-9a-f]{6}$/i, 'Use a colour like #4f46e5.'))

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

/** What was uploaded here, or came with Foyer: pages show nobody else's pictures. */
const picture = z
  .string()
  .check(
    z.trim(),
    z.regex(/^(\/(uploads|demo\/logos)\/[\w-]+\.(webp|png|svg))?$/, 'Upload the picture first.'),
  )

/** The same as a promoter sets them. */
export const brandSettings = z.object({
  siteName: z
    .string('Enter a name.')
    .check(z.trim(), z.minLength(1, 'Enter a name.'), z.maxLength(80, 'Use 80 characters at most.')),
  logoUrl: z._default(picture, ''),
  faviconUrl: z._default(picture, ''),
  primaryColor: z._default(color, DEFAULT_PRIMARY_COLOR),
  secondaryColor: z._default(color, DEFAULT_SECONDARY_COLOR),
  customCss: z._default(z.string().check(z.maxLength(64 * 1024, 'Use 64 KB of CSS at most.')), ''),
})

/** Specification §9, fallback site settings. */
export const FALLBACK_SETTINGS: SiteSettings = {
  siteName: 'Event Ticketing',
  logoUrl: '',
  faviconUrl: '',
  primaryColor: '#4338ca',
  secondaryColor: DEFAULT_SECONDARY_COLOR,
  customCss: '',
}

/**
 * What a hostname stands for. `main` lists every promoter's events; `storefront` sells one promoter's;
 * `unknown` shows the main look and nobody's events.
 */
export type Site =
  | { kind: 'main'; host: string; settings: SiteSettings }
  | { kind: 'storefront'; host: string; promoterId: string; settings: SiteSettings }
  | { kind: 'unknown'; host: string; settings: SiteSettings }

/** Whose events a site may show, hold and sell. */
export type SiteScope = { promoterId: string } | 'every promoter' | 'nobody'

export function scopeOf(site: Site): SiteScope {
  if (site.kind === 'main') return 'every promoter'
  return site.kind === 'storefront' ? { promoterId: site.promoterId } : 'nobody'
}

export const isInScope = (scope: SiteScope, promoterId: string): boolean =>
  scope === 'every promoter' || (scope !== 'nobody' && scope.promoterId === promoterId)
