import type { Appearance } from '@stripe/stripe-js'
import { useEffect, useState } from 'react'
import { stripeAppearance, type PageColors } from './stripe-appearance.ts'

const DARK = '(prefers-color-scheme: dark)'

/** Returns the appearance for the current colour scheme, and updates it when the scheme changes. */
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

/** Reads the values of the colour tokens. They depend on the site and the colour scheme, so only computed styles contain them. */
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
