import type { Appearance } from '@stripe/stripe-js'
import { fromOklch } from '#model/sites/colors.ts'

/** Computed colours, in the form `rgb(…)` or `oklch(…)`. */
export interface PageColors {
  surface: string
  text: string
  muted: string
  edge: string
  accent: string
  danger: string
}

/** Styles for Stripe's fields. They are in frames of their own, where the page's stylesheets don't apply. */
export function stripeAppearance(page: PageColors, isDark: boolean): Appearance {
  const accent = toHex(page.accent)
  const edge = toHex(page.edge)
  const danger = toHex(page.danger)
  return {
    theme: isDark ? 'night' : 'stripe',
    variables: {
      colorPrimary: accent,
      colorBackground: toHex(page.surface),
      colorText: toHex(page.text),
      colorTextSecondary: toHex(page.muted),
      colorTextPlaceholder: toHex(page.muted),
      colorDanger: danger,
      fontFamily: 'system-ui, sans-serif',
      fontSizeBase: '17px',
      spacingUnit: '4px',
      gridRowSpacing: '16px',
      gridColumnSpacing: '16px',
      borderRadius: '12px',
    },
    rules: {
      '.Input': { border: `1px solid ${edge}`, boxShadow: 'none', padding: '13px 14px' },
      '.Input:focus': { border: `1px solid ${accent}`, boxShadow: `0 0 0 1px ${accent}`, outline: 'none' },
      '.Input--invalid': { border: `1px solid ${danger}`, boxShadow: 'none' },
      '.Tab': { border: `1px solid ${edge}`, boxShadow: 'none' },
      '.Tab--selected': { border: `1px solid ${accent}`, boxShadow: `0 0 0 1px ${accent}` },
      '.Label': { fontSize: '15px', fontWeight: '600' },
      '.Error': { fontSize: '15px' },
    },
  }
}

/** Converts a colour to hexadecimal, because Stripe doesn't support oklch(). */
export function toHex(color: string): string {
  const [first = 0, second = 0, third = 0] = (color.match(/-?[\d.]+(e-?\d+)?/g) ?? []).map(Number)
  if (color.startsWith('oklch')) return fromOklch({ lightness: first, chroma: second, hue: third })
  return `#${[first, second, third].map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`
}
