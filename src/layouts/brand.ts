import { createHash } from 'node:crypto'
import { brandProperties } from '#model/sites/colors.ts'
import type { Site, SiteSettings } from '#model/sites/sites.ts'
import { tenantStyles } from '#server/sites/custom-css/tenant-css.ts'

export interface Brand {
  /** The site's colours and corner radii as CSS custom properties, for an inline `<style>`. */
  css: string
  /** Source expression that allows this style in the Content-Security-Policy. */
  cssHash: `sha256-${string}`
  /** The promoter's own CSS after filtering; '' if there is none. */
  styles: string
  /** Source expression that allows `styles` when they are inline. */
  stylesHash: `sha256-${string}`
  stylesVersion: string
  /** True if pages contain `styles` instead of linking to them. */
  isInline: boolean
}

/** A page contains the promoter's CSS up to this length, because another request would delay what it shows. */
const INLINE_LENGTH = 4096

// The settings can be the cache key, because the object stays the same until the site index is reloaded.
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
  // Declares the order of the layers before any stylesheet is loaded.
  const { css: styles, shape } = tenantStyles(settings.customCss)
  const css = `@layer reset,tokens,base,components,pages,tenant;:root{${properties}}${shape}`
  return {
    css,
    styles,
    cssHash: `sha256-${digest(css, 'base64')}`,
    stylesHash: `sha256-${digest(styles, 'base64')}`,
    isInline: styles.length <= INLINE_LENGTH,
    stylesVersion: styles && digest(styles, 'hex').slice(0, 12),
  }
}

/** Returns the event with the site's colours on a storefront; on the main site, the promoter's colours stay. */
export const withSiteColors = <Event extends { promoter: { primaryColor: string; secondaryColor: string } }>(
  event: Event,
  { kind, settings: { primaryColor, secondaryColor } }: Site,
): Event =>
  kind === 'storefront' ? { ...event, promoter: { ...event.promoter, primaryColor, secondaryColor } } : event

const digest = (text: string, encoding: 'base64' | 'hex'): string =>
  createHash('sha256').update(text).digest(encoding)
