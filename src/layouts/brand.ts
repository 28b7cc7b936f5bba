import { createHash } from 'node:crypto'
import { brandProperties } from '#model/colors.ts'
import type { Site, SiteSettings } from '#model/sites.ts'
import { tenantStyles } from '#server/sites/tenant-css.ts'

export interface Brand {
  /** The site's colours as custom properties, for an inline `<style>`. */
  css: string
  /** That style's source expression for the Content-Security-Policy. */
  cssHash: `sha256-${string}`
  /** What is served of the promoter's own CSS; '' when nothing is. */
  styles: string
  /** Their source expression, for where they are inline. */
  stylesHash: `sha256-${string}`
  /** Changes with those styles; '' when there are none. */
  stylesVersion: string
}

// Settings are one object per site until the sites are read anew.
const brands = new WeakMap<SiteSettings, Brand>()

export function brandOf(settings: SiteSettings): Brand {
  const brand = brands.get(settings) ?? makeBrand(settings)
  brands.set(settings, brand)
  return brand
}

function makeBrand(settings: SiteSettings): Brand {
  const properties = Object.entries(brandProperties(settings))
    .map(([name, value]) => `${name}:${value}`)
    .join(';')
  // The order of the layers comes first in the document, whatever stylesheet arrives first.
  const css = `@layer reset,tokens,base,components,pages,tenant;:root{${properties}}`
  const styles = tenantStyles(settings.customCss).css
  return {
    css,
    styles,
    cssHash: `sha256-${digest(css, 'base64')}`,
    stylesHash: `sha256-${digest(styles, 'base64')}`,
    stylesVersion: styles && digest(styles, 'hex').slice(0, 12),
  }
}

/** An event as its promoter's own site shows it: artwork in the colours that this page wears, saved or not. */
export const inSiteColors = <Event extends { promoter: { primaryColor: string; secondaryColor: string } }>(
  event: Event,
  { kind, settings: { primaryColor, secondaryColor } }: Site,
): Event =>
  kind === 'storefront' ? { ...event, promoter: { ...event.promoter, primaryColor, secondaryColor } } : event

const digest = (text: string, encoding: 'base64' | 'hex'): string =>
  createHash('sha256').update(text).digest(encoding)
