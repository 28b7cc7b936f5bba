import type { CSSProperties } from 'react'
import { brandColors, contrastRatio, textColorOn } from '#model/sites/colors.ts'
import type { Sender } from '#server/platform/outbox/sender.ts'

interface Scheme {
  ground: string
  surface: string
  sunken: string
  line: string
  text: string
  muted: string
  link: string
}

const LIGHT = {
  ground: '#f4f4f7',
  surface: '#ffffff',
  sunken: '#eeeff3',
  line: '#dcdde4',
  text: '#1c1c26',
  muted: '#565766',
}

const DARK = {
  ground: '#16161d',
  surface: '#1f2029',
  sunken: '#272833',
  line: '#3c3d4a',
  text: '#f0f0f4',
  muted: '#b4b5c2',
}

interface Button {
  ground: string
  text: string
}

export interface Theme {
  light: Scheme
  button: Button
  /** Rules that can't be inline styles. Mail programs that remove them show the light scheme. */
  css: string
}

export const FONT = "'Instrument Sans', -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif"
export const CODE_FONT = "ui-monospace, SFMono-Regular, Menlo, Consolas, 'Liberation Mono', monospace"

export function createMailTheme(sender: Pick<Sender, 'primaryColor' | 'secondaryColor'>): Theme {
  const colors = brandColors(sender)
  const light = { ...LIGHT, link: colors.primaryOnLight }
  const dark = { ...DARK, link: colors.primaryOnDark }
  const button = buttonOn(light, colors.primary)
  const darkButton = buttonOn(dark, colors.primary)
  return {
    light,
    button,
    css: `:root{color-scheme:light dark;supported-color-schemes:light dark}${darkRules(dark, darkButton)}@media(max-width:480px){.gutter{padding-left:20px!important;padding-right:20px!important}}`,
  }
}

/** Returns the colours of buttons: the brand colour, or its readable variant if it has too little contrast with the surface. */
function buttonOn(scheme: Scheme, primary: string): Button {
  const ground = contrastRatio(primary, scheme.surface) < VISIBLE ? scheme.link : primary
  return { ground, text: textColorOn(ground) }
}

const VISIBLE = 1.6

function darkRules(dark: Scheme, button: Button): string {
  const rules = [
    `.ground{background-color:${dark.ground}!important}`,
    `.surface{background-color:${dark.surface}!important}`,
    `.sunken{background-color:${dark.sunken}!important}`,
    `.line{border-color:${dark.line}!important}`,
    `.text{color:${dark.text}!important}`,
    `.muted{color:${dark.muted}!important}`,
    `.link{color:${dark.link}!important}`,
    `.button{background-color:${button.ground}!important;color:${button.text}!important}`,
    // Logos are images for a light ground, and dark ones would be invisible on a dark one.
    `.logo{background-color:${LIGHT.ground}!important;padding:8px 12px!important;border-radius:8px!important}`,
  ]
  return `@media(prefers-color-scheme:dark){${rules.join('')}}`
}

/** Class for the dark scheme, and inline styles for the light scheme. */
export interface ThemedStyle {
  className: string
  style: CSSProperties
}

/** Returns the class and inline style of an element: `themedStyle(light, 'surface', { padding: 8 })`. */
export function themedStyle(
  light: Scheme,
  role: keyof Scheme | 'line-top',
  style: CSSProperties = {},
): ThemedStyle {
  if (role === 'ground' || role === 'surface' || role === 'sunken')
    return { className: role, style: { backgroundColor: light[role], ...style } }
  if (role === 'line') return { className: role, style: { border: `1px solid ${light.line}`, ...style } }
  if (role === 'line-top')
    return { className: 'line', style: { borderTop: `1px solid ${light.line}`, ...style } }
  return { className: role, style: { color: light[role], ...style } }
}
