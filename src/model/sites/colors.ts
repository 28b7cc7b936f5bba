/** Colours are `#rrggbb`. Contrast is the WCAG ratio (1 to 21). Lightness, chroma and hue are those of OKLCH. */

const AA_TEXT = 4.5

/**
 * Backgrounds of text in the brand colour: the darkest one of the light scheme and the lightest one of the dark
 * scheme (tokens.css).
 */
const LIGHT_GROUND = '#eeeff3'
const DARK_GROUND = '#272833'

/** Text colour on light backgrounds, softer than black. */
const INK = '#14141c'

export interface Oklch {
  /** Lightness from 0 to 1. */
  lightness: number
  /** Chroma from 0 (grey) to about 0.37. */
  chroma: number
  /** Hue in degrees. */
  hue: number
}

type Triple = readonly [number, number, number]

/**
 * Colours of a page, derived from the site's two brand colours. Text and its background always have a contrast of at least
 * 4.5 : 1.
 */
export interface BrandColors {
  primary: string
  onPrimary: string
  secondary: string
  onSecondary: string
  primaryOnLight: string
  primaryOnDark: string
  /** Hue of the greys, in degrees. */
  hue: number
}

export function brandColors(site: { primaryColor: string; secondaryColor: string }): BrandColors {
  return {
    primary: site.primaryColor,
    onPrimary: textColorOn(site.primaryColor),
    secondary: site.secondaryColor,
    onSecondary: textColorOn(site.secondaryColor),
    primaryOnLight: readableColorOn(site.primaryColor, LIGHT_GROUND),
    primaryOnDark: readableColorOn(site.primaryColor, DARK_GROUND),
    hue: Math.round(toOklch(site.primaryColor).hue),
  }
}

export function brandProperties(site: {
  primaryColor: string
  secondaryColor: string
}): Record<string, string> {
  const colors = brandColors(site)
  return {
    '--primary': colors.primary,
    '--on-primary': colors.onPrimary,
    '--secondary': colors.secondary,
    '--on-secondary': colors.onSecondary,
    '--primary-on-light': colors.primaryOnLight,
    '--primary-on-dark': colors.primaryOnDark,
    '--hue': String(colors.hue),
  }
}

export const textColorOn = (color: string): string =>
  ['#ffffff', INK].find((text) => contrastRatio(text, color) >= AA_TEXT) ?? '#000000'

/** Returns the colour, darkened or lightened only as far as needed to be legible on `ground`. The hue stays. */
export function readableColorOn(color: string, ground: string): string {
  if (contrastRatio(color, ground) >= AA_TEXT) return color
  const { lightness, chroma, hue } = toOklch(color)
  let legible = luminance(ground) > 0.18 ? 0 : 1
  let illegible = lightness
  let best = legible === 0 ? '#000000' : '#ffffff'
  for (let step = 0; step < 12; step++) {
    const middle = (legible + illegible) / 2
    const candidate = fromOklch({ lightness: middle, chroma, hue })
    if (contrastRatio(candidate, ground) >= AA_TEXT) {
      legible = middle
      best = candidate
    } else {
      illegible = middle
    }
  }
  return best
}

export function contrastRatio(one: string, other: string): number {
  const [a, b] = [luminance(one), luminance(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

/** WCAG relative luminance, 0 to 1. */
export function luminance(color: string): number {
  const [red, green, blue] = linear(color)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

export function toOklch(color: string): Oklch {
  const [red, green, blue] = linear(color)
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
  const b = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  return {
    lightness: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    chroma: Math.hypot(a, b),
    hue: ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360,
  }
}

/** Converts to `#rrggbb`. For colours outside sRGB, reduces the chroma and keeps lightness and hue. */
export function fromOklch({ lightness, chroma, hue }: Oklch): string {
  let reduced = chroma
  let rgb = linearFromOklch({ lightness, chroma: reduced, hue })
  while (reduced > 0.002 && rgb.some((part) => part < -0.0005 || part > 1.0005)) {
    reduced *= 0.94
    rgb = linearFromOklch({ lightness, chroma: reduced, hue })
  }
  return `#${rgb.map(encode).join('')}`
}

function linearFromOklch({ lightness, chroma, hue }: Oklch): Triple {
  const a = chroma * Math.cos((hue * Math.PI) / 180)
  const b = chroma * Math.sin((hue * Math.PI) / 180)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
}

function linear(color: string): Triple {
  const bits = Number.parseInt(color.slice(1), 16)
  return [decode((bits >> 16) & 255), decode((bits >> 8) & 255), decode(bits & 255)]
}

const decode = (byte: number): number => {
  const part = byte / 255
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
}

const encode = (part: number): string => {
  const bounded = Math.min(1, Math.max(0, part))
  const gamma = bounded <= 0.0031308 ? bounded * 12.92 : 1.055 * bounded ** (1 / 2.4) - 0.055
  return Math.round(gamma * 255)
    .toString(16)
    .padStart(2, '0')
}
