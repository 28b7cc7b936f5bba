import * as z from 'zod/mini'
import { emailAddress } from '#model/people/people.ts'
import { brandSettings } from './brand-settings.ts'
import { FALLBACK_SITE_SETTINGS, type SiteSettings } from './sites.ts'

export const mainSiteSettings = z.extend(
  z.pick(brandSettings, {
    siteName: true,
    logoUrl: true,
    faviconUrl: true,
    primaryColor: true,
    secondaryColor: true,
  }),
  {
    /** Contact address, shown in the footer and used as the Reply-To address of the main site's emails. */
    contactEmail: z.union([z.literal(''), emailAddress]),
  },
)
export type MainSiteSettings = z.infer<typeof mainSiteSettings>

export const DEFAULT_MAIN_SITE_SETTINGS: SiteSettings = { ...FALLBACK_SITE_SETTINGS, siteName: 'Foyer' }

const LABELS: Readonly<Record<keyof MainSiteSettings, string>> = {
  siteName: 'name',
  logoUrl: 'logo',
  faviconUrl: 'icon',
  primaryColor: 'primary colour',
  secondaryColor: 'secondary colour',
  contactEmail: 'contact email',
}

const SETTINGS = z.keyof(mainSiteSettings).options

export const changedSettingNames = (before: MainSiteSettings, after: MainSiteSettings): string[] =>
  SETTINGS.flatMap((field) => (before[field] === after[field] ? [] : [LABELS[field]]))
