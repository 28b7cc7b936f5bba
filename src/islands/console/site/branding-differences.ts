import type { SiteSettings } from '#model/sites/sites.ts'
import type { Difference } from '#islands/console/editing/differences.ts'

const NAMES: Readonly<Record<keyof SiteSettings, string>> = {
  siteName: 'Site name',
  logoUrl: 'Logo',
  faviconUrl: 'Icon',
  primaryColor: 'Primary colour',
  secondaryColor: 'Secondary colour',
  customCss: 'Custom CSS',
}

/** Returns the differences between a draft and another person's branding. Images are named without their values. */
export function brandingDifferences(mine: SiteSettings, theirs: SiteSettings): Difference[] {
  // The keys of NAMES are fields of SiteSettings.
  const fields = Object.entries(NAMES) as [keyof SiteSettings, string][]
  return fields
    .filter(([field]) => mine[field] !== theirs[field])
    .map(([field, name]) => ({
      field: name,
      mine: formatField(field, mine[field]),
      theirs: formatField(field, theirs[field]),
    }))
}

function formatField(field: keyof SiteSettings, value: string): string {
  if (field === 'logoUrl' || field === 'faviconUrl') return value ? 'An image' : ''
  return value
}
