import { createHash } from 'node:crypto'
import { transform, type Rule, type StyleSheet } from 'lightningcss'
import type { DroppedRule } from '#contracts/domains.ts'
import { whyTooMuch } from './css-bounds.ts'
import { GUARDED } from './css-selectors.ts'
import { lineOf, siftRule, type Sieve } from './css-sieve.ts'

export interface TenantStyles {
  /** The stylesheet that is served; '' when nothing is left. */
  css: string
  /** What was left out, in the order of the lines. */
  dropped: DroppedRule[]
}

/** Longer than what anybody may write can become. */
const MOST_SERVED = 128 * 1024
const MOST_REPORTED = 200

/**
 * A promoter's CSS as a stylesheet that can only style the storefront, and nothing in it that sells: parsed, sifted through a list
 * of what is allowed, and written anew, so that no brace escapes the scope. docs/decisions says what is allowed and why.
 */
export function tenantStyles(customCss: string): TenantStyles {
  const hash = createHash('sha256').update(customCss).digest('base64')
  const styles = sifted.get(hash) ?? siftStyles(customCss)
  // The one that was used last stands last.
  sifted.delete(hash)
  sifted.set(hash, styles)
  for (const oldest of sifted.keys()) {
    if (sifted.size <= MOST_KEPT) break
    sifted.delete(oldest)
  }
  return styles
}

/** By the hash of what was written: sites are read anew far more often than their CSS changes. */
const sifted = new Map<string, TenantStyles>()
const MOST_KEPT = 200

function siftStyles(customCss: string): TenantStyles {
  if (customCss.trim() === '') return { css: '', dropped: [] }
  const tooMuch = whyTooMuch(customCss)
  if (tooMuch) return { css: '', dropped: [{ line: 1, rule: '', reason: tooMuch }] }
  const sieve: Sieve = { source: customCss.split('\n'), dropped: [], keyframes: [], paints: false }
  const css = sift(customCss, sieve)
  if (css === undefined) return { css: '', dropped: [{ line: 1, rule: '', reason: 'It can’t be read.' }] }
  return { css, dropped: sieve.dropped.toSorted((a, b) => a.line - b.line).slice(0, MOST_REPORTED) }
}

/** Undefined when it can't be written anew, or doesn't look as it should: then nothing of it is served. */
function sift(customCss: string, sieve: Sieve): string | undefined {
  try {
    const rules = print(customCss, sieve)
    const css = rules === '' ? '' : wrap(rules, printSheet(sieve.keyframes), sieve.paints)
    return isHarmless(css) ? css : undefined
  } catch {
    // Whatever the parser finds wrong, it finds in what was written.
    return undefined
  }
}

function print(customCss: string, sieve: Sieve): string {
  const { code, warnings } = transform({
    filename: 'site.css',
    code: new TextEncoder().encode(customCss),
    minify: true,
    errorRecovery: true,
    visitor: {
      StyleSheet: (sheet) => ({ ...sheet, rules: sheet.rules.flatMap((rule) => siftRule(rule, sieve)) }),
    },
  })
  for (const { message, loc } of warnings) {
    sieve.dropped.push({
      line: loc.line,
      rule: lineOf(sieve, loc.line),
      reason: `It can’t be read: ${message}.`,
    })
  }
  return new TextDecoder().decode(code)
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

/** Layers come in the order that the page has set; what stands in `base` here is outdone by Foyer's own rules. */
const wrap = (rules: string, keyframes: string, paints: boolean): string =>
  `${guardSheet(paints)}@layer tenant{${keyframes}@scope(.storefront) to (${GUARDED.join(',')}){${rules}}}`

/**
 * Selectors can't mean the guarded parts, but these would inherit from what is around them: they begin anew, on a ground of their
 * own when the promoter paints any. A panel of ours names its own with `--guarded-ground`.
 */
function guardSheet(paints: boolean): string {
  const guarded = GUARDED.filter((each) => !/^(input|select|textarea|dialog|\[popover\])$/.test(each)).join(
    ',',
  )
  const ground = paints ? 'background:var(--guarded-ground,var(--ground));' : ''
  return `@layer base{:where(.storefront) :where(${guarded}){${ground}color:var(--text);font:400 var(--text-md)/1.6 var(--font);font-feature-settings:normal;letter-spacing:normal;word-spacing:.05em;text-align:start;text-transform:none;text-shadow:none;text-wrap:wrap;hyphens:manual;overflow-wrap:break-word;list-style:none}}`
}

/** What the sieve lets through must look like it, whatever the parser made of it. */
const isHarmless = (css: string): boolean =>
  css.length <= MOST_SERVED &&
  !/<|@(import|font-face|charset|namespace|property)|expression\(|javascript:|-moz-binding|image-set|url\((?!["']?(?:\/uploads\/|data:image\/))/i.test(
    css,
  )
