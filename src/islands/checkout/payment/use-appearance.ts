import type { Appearance } from '@stripe/stripe-js'
import { useEffect, useState } from 'react'
import { stripeAppearance, type PageColors } from './stripe-appearance.ts'

const DARK = '(prefers-color-scheme: dark)'

/** Stripe's fields look like the page's own, and go dark when it does. */
export function useAppearance(): Appearance {
  const [appearance, setAppearance] = useState(readAppearance)
  useEffect(() => {
    const listening = new AbortController()
    const scheme = window.matchMedia(DARK)
    scheme.addEventListener('change', () => setAppearance(readAppearance()), { signal: listening.signal })
    return () => listening.abort()
  }, [])
  return appearance
}

const readAppearance = (): Appearance => stripeAppearance(readColors(), window.matchMedia(DARK).matches)

/** What the tokens come to on this site, in this light: only a computed colour says it. */
function readColors(): PageColors {
  const probe = document.createElement('span')
  document.body.append(probe)
  const read = (token: string): string => {
    probe.style.color = `var(${token})`
    return getComputedStyle(probe).color
  }
  const colors: PageColors = {
    surface: read('--surface'),
    text: read('--text'),
    muted: read('--muted'),
    edge: read('--edge'),
    accent: read('--link'),
    danger: read('--danger'),
  }
  probe.remove()
  return colors
}
