import * as z from 'zod/mini'
import { hasBidiControl, NO_BIDI_CONTROL } from '#model/platform/text/bidi-controls.ts'
import { hasWebAddress, NO_WEB_ADDRESS } from '#model/platform/web-addresses.ts'
import { DEFAULT_PRIMARY_COLOR, DEFAULT_SECONDARY_COLOR, siteColor } from './sites.ts'

/**
 * Accepts only images that were uploaded for this purpose or are part of Foyer, because pages don't load images
 * from third parties.
 */
const picture = (address: RegExp) =>
  z._default(z.string().check(z.trim(), z.maxLength(200), z.regex(address, 'Upload the image first.')), '')
const LOGO = /^(\/uploads\/[\da-f]{64}\.webp|\/demo\/logos\/[\w-]+\.svg)?$/
const ICON = /^(\/uploads\/[\da-f]{64}\.png|\/demo\/logos\/[\w-]+\.svg)?$/

const brandColor = siteColor.check(z.toLowerCase())

export const brandSettings = z.object({
  siteName: z.string('Enter a name.').check(
    z.trim(),
    z.minLength(1, 'Enter a name.'),
    z.maxLength(80, 'Use 80 characters at most.'),
    z.refine((name) => !hasWebAddress(name), NO_WEB_ADDRESS),
    z.refine((name) => !hasBidiControl(name), NO_BIDI_CONTROL),
  ),
  logoUrl: picture(LOGO),
  faviconUrl: picture(ICON),
  primaryColor: z._default(brandColor, DEFAULT_PRIMARY_COLOR),
  secondaryColor: z._default(brandColor, DEFAULT_SECONDARY_COLOR),
  customCss: z._default(z.string().check(z.maxLength(64 * 1024, 'Use 64 KB of CSS at most.')), ''),
})

const { siteName, logoUrl, faviconUrl, primaryColor, secondaryColor, customCss } = brandSettings.shape

/** Partial update: omitted fields stay unchanged. */
export const brandChange = z.object({
  siteName: z.optional(siteName),
  logoUrl: z.optional(logoUrl.def.innerType),
  faviconUrl: z.optional(faviconUrl.def.innerType),
  primaryColor: z.optional(primaryColor.def.innerType),
  secondaryColor: z.optional(secondaryColor.def.innerType),
  customCss: z.optional(customCss.def.innerType),
})
export type BrandChange = z.infer<typeof brandChange>
