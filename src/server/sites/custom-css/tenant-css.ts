import { createHash } from 'node:crypto'
import { transform, type Rule, type StyleSheet } from 'lightningcss'
import { LRUCache } from 'lru-cache'
import type { DroppedCssRule } from '#contracts/console/domains.ts'
import { cssLimitMessage } from './css-bounds.ts'
import { GUARDED_SELECTORS } from './css-selectors.ts'
import { sourceLine, filterCssRule, type CssFilter } from './css-filter.ts'

export interface TenantStyles {
  css: string
  /** The corner radii that `:scope` sets, as a rule for `:root`; '' if there are none. Part of every page, also of the checkout. */
  shape: string
  dropped: DroppedCssRule[]
}

/** Maximum length of the filtered CSS. No accepted input produces more. */
const MAX_SERVED = 128 * 1024
const MAX_REPORTED = 200

/**
 * Filters a promoter's CSS. The result can only style the storefront, except the parts that are needed to buy. The
 * input is parsed, filtered by a list of allowed rules and serialised again, so that no brace can escape the scope.
 * docs/decisions lists what is allowed.
 */
export function tenantStyles(customCss: string): TenantStyles {
  const hash = createHash('sha256').update(customCss).digest('base64')
  const styles = filtered.get(hash) ?? filterStyles(customCss)
  filtered.set(hash, styles)
  return styles
}

/** Filtered CSS by hash of the input. Cached, because sites are reloaded far more often than their CSS changes. */
const filtered = new LRUCache<string, TenantStyles>({ max: 200 })

function filterStyles(customCss: string): TenantStyles {
  if (customCss.trim() === '') return refused()
  const tooMuch = cssLimitMessage(customCss)
  if (tooMuch) return refused(tooMuch)
  const filter: CssFilter = { source: customCss.split('\n'), dropped: [], keyframes: [], paints: false }
  const served = filterCss(customCss, filter)
  if (!served) return refused('The CSS can’t be read.')
  return { ...served, dropped: filter.dropped.toSorted((a, b) => a.line - b.line).slice(0, MAX_REPORTED) }
}

const refused = (reason?: string): TenantStyles => ({
  css: '',
  shape: '',
  dropped: reason ? [{ line: 1, rule: '', reason }] : [],
})

/**
 * Filters the CSS. Returns undefined when the result can't be serialised or fails the final check. Then no custom CSS
 * is served.
 */
function filterCss(customCss: string, filter: CssFilter): Omit<TenantStyles, 'dropped'> | undefined {
  try {
    const { code, shape } = print(customCss, filter)
    const css = code === '' ? '' : wrap(code, printSheet(filter.keyframes), filter.paints)
    return isHarmless(css + shape) ? { css, shape } : undefined
  } catch {
    // Any error of the parser is caused by the input.
    return undefined
  }
}

function print(customCss: string, filter: CssFilter): { code: string; shape: string } {
  let shape: Rule[] = []
  const { code, warnings } = transform({
    filename: 'site.css',
    code: new TextEncoder().encode(customCss),
    minify: true,
    errorRecovery: true,
    visitor: {
      StyleSheet: (sheet) => {
        const rules = sheet.rules.flatMap((rule) => filterCssRule(rule, filter))
        shape = rules.flatMap(shapeOf)
        return { ...sheet, rules }
      },
    },
  })
  for (const { message, loc } of warnings) {
    filter.dropped.push({
      line: loc.line,
      rule: sourceLine(filter, loc.line),
      reason: `The CSS can’t be read: ${message}.`,
    })
  }
  return { code: new TextDecoder().decode(code), shape: shape.length > 0 ? printSheet(shape) : '' }
}

const RADIUS = /^--(radius|radius-small|button-radius)$/
const SCOPE = '[[{"type":"pseudo-class","kind":"scope"}]]'

/** Reduces a rule for `:scope`, which is the root element outside of `@scope`, to its radii. */
function shapeOf(rule: Rule): Rule[] {
  if (rule.type !== 'style' || JSON.stringify(rule.value.selectors) !== SCOPE) return []
  const declarations = (rule.value.declarations?.declarations ?? []).filter(
    (each) => each.property === 'custom' && RADIUS.test(each.value.name),
  )
  if (declarations.length === 0) return []
  return [
    {
      ...rule,
      value: { ...rule.value, rules: [], declarations: { declarations, importantDeclarations: [] } },
    },
  ]
}

function printSheet(rules: Rule[]): string {
  const sheet: Pick<StyleSheet, 'rules'> = { rules }
  const { code } = transform({
    filename: 'site.css',
    code: new Uint8Array(),
    minify: true,
    visitor: { StyleSheet: (empty) => ({ ...empty, ...sheet }) },
  })
  return new TextDecoder().decode(code)
}

/**
 * Puts the promoter's rules into the last layer (`tenant`) and limits them to the storefront, except the elements of `GUARDED_SELECTORS`,
 * such as the payment form. Before them comes `guardSheet`, in the layer `base`, so that Foyer's own rules override it.
 */
const wrap = (rules: string, keyframes: string, paints: boolean): string =>
  `${guardSheet(paints)}@layer tenant{${keyframes}@scope(.storefront) to (${GUARDED_SELECTORS.join(',')}){${rules}}}`

/**
 * Resets the guarded parts, which would otherwise inherit styles from their ancestors. When a custom rule sets a
 * background, guarded parts get their own background; a panel sets its own with `--guarded-ground`.
 */
function guardSheet(paints: boolean): string {
  const guarded = GUARDED_SELECTORS.filter(
    (each) => !/^(input|select|textarea|dialog|\[popover\])$/.test(each),
  ).join(',')
  const ground = paints ? 'background:var(--guarded-ground,var(--ground));' : ''
  return `@layer base{:where(.storefront) :where(${guarded}){${ground}color:var(--text);font:400 var(--text-md)/1.6 var(--font);font-feature-settings:normal;letter-spacing:normal;word-spacing:.05em;text-align:start;text-transform:none;text-shadow:none;text-wrap:wrap;hyphens:manual;overflow-wrap:anywhere;list-style:none}}`
}

/** Final check of the output, independent of the parser. */
const isHarmless = (css: string): boolean =>
  css.length <= MAX_SERVED &&
  !/<|@(import|font-face|charset|namespace|property)|expression\(|javascript:|-moz-binding|image-set|url\((?!["']?(?:\/uploads\/|data:image\/))/i.test(
    css,
  )
