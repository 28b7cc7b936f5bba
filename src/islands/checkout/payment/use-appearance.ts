import type { Appearance } from '@stripe/stripe-js'
import { useEffect, useState } from 'react'
import { stripeAppearance, type PageColors } from './stripe-appearance.ts'

const DARK = '(prefers-color-scheme: dark)'

/** Follows the page's colour scheme. */
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

/** Values of the tokens on this site and in this colour scheme; only computed styles contain them. */
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
