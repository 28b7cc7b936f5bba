import { brandProperties } from '#model/sites/colors.ts'
import type { SiteSettings } from '#model/sites/sites.ts'

export function applyBranding(settings: SiteSettings): void {
  document.title = settings.siteName
  for (const [name, value] of Object.entries(brandProperties(settings)))
    document.documentElement.style.setProperty(name, value)
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
  if (icon && settings.faviconUrl) icon.href = settings.faviconUrl
}
