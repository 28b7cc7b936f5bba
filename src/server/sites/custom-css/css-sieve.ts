import type { Declaration, DeclarationBlock, KeyframesRule, Rule, StyleRule } from 'lightningcss'
import type { DroppedRule } from '#contracts/console/domains.ts'
import { selectsPictures, whyNotSelected } from './css-selectors.ts'
import { whyNotValue } from './css-values.ts'

/** Results collected while a stylesheet is filtered. */
export interface Sieve {
  source: readonly string[]
  dropped: DroppedRule[]
  keyframes: Rule[]
  /** True when a rule sets a background. */
  paints: boolean
}

/** Prefix of the names of custom animations. */
const ANIMATIONS = 'tenant-'

/** Filters a rule into any number of rules. Keyframes are collected in `sieve`. */
export function siftRule(rule: Rule, sieve: Sieve): Rule[] {
  if (rule.type === 'style') return siftStyle(rule.value, sieve)
  if (rule.type === 'keyframes') return siftKeyframes(rule.value, sieve)
  if (rule.type === 'nested-declarations') return siftNested(rule, sieve)
  if (rule.type === 'ignored') return []
  if (rule.type === 'container' && !isSizeQuery(rule.value.condition))
    return drop(sieve, rule, 'Containers are asked for their size only.')
  return rule.type === 'media' || rule.type === 'supports' || rule.type === 'container'
    ? siftGroup(rule, sieve)
    : drop(sieve, rule, 'This at-rule can’t be used.')
}

/** Filters declarations inside a nested group. The selector is not known here, so image-only values are not allowed. */
function siftNested(rule: Extract<Rule, { type: 'nested-declarations' }>, sieve: Sieve): Rule[] {
  const { loc } = rule.value
  const declarations = siftBlock(rule.value.declarations, { sieve, loc, isPicture: false })
  return [{ ...rule, value: { ...rule.value, declarations } }]
}

type Group = Extract<Rule, { type: 'media' | 'supports' | 'container' }>

function siftGroup(rule: Group, sieve: Sieve): Rule[] {
  const rules = rule.value.rules.flatMap((each) => siftRule(each, sieve))
  // The filtered rules have the type of those they replace.
  return rules.length > 0 ? [{ ...rule, value: { ...rule.value, rules } } as Rule] : []
}

/** Rejects `style()` and `scroll-state()` queries. */
const isSizeQuery = (condition: unknown): boolean =>
  !/"type":"(style|scroll-state|unknown)"/.test(JSON.stringify(condition ?? ''))

function siftStyle(style: StyleRule, sieve: Sieve): Rule[] {
  const reason = whyNotSelected(style.selectors)
  if (reason) return drop(sieve, { value: style }, reason)
  const declarations = siftBlock(style.declarations, {
    sieve,
    loc: style.loc,
    isPicture: selectsPictures(style.selectors),
  })
  const rules = (style.rules ?? []).flatMap((each) => siftRule(each, sieve))
  return declarations.declarations?.length || rules.length > 0
    ? [{ type: 'style', value: { ...style, declarations, rules } }]
    : []
}

interface Place {
  sieve: Sieve
  loc: { line: number }
  /** True when the rule matches images only. */
  isPicture: boolean
}

function siftBlock(block: DeclarationBlock | undefined, place: Place): DeclarationBlock {
  for (const each of block?.importantDeclarations ?? [])
    report(place, each, 'Leave !important out: your rules come last anyway.')
  const declarations = (block?.declarations ?? []).flatMap((each) => {
    const reason = whyNotDeclared(each, place)
    if (reason) {
      report(place, each, reason)
      return []
    }
    if (nameOf(each).startsWith('background')) place.sieve.paints = true
    return [returnable(rename(each))]
  })
  return { declarations, importantDeclarations: [] }
}

function whyNotDeclared(declaration: Declaration, { isPicture }: Place): string | undefined {
  const property = nameOf(declaration)
  const isForPictures = /^(opacity|filter|object-fit|object-position|aspect-ratio)$/.test(property)
  if (isForPictures && !isPicture) return `${property} is for pictures: end the selector with img.`
  return whyNotValue(property, valueOf(declaration))
}

function nameOf(declaration: Declaration): string {
  if (declaration.property === 'unparsed') return declaration.value.propertyId.property
  return declaration.property === 'custom' ? declaration.value.name : declaration.property
}

const valueOf = (declaration: Declaration): unknown =>
  declaration.property === 'unparsed' || declaration.property === 'custom'
    ? declaration.value.value
    : 'value' in declaration
      ? declaration.value
      : declaration

/** The parser accepts its own output, except null values, which are removed. */
const returnable = (declaration: Declaration): Declaration =>
  // Only keys with null values are removed.
  JSON.parse(
    JSON.stringify(declaration, (_, value: unknown) => (value === null ? undefined : value)),
  ) as Declaration

function rename(declaration: Declaration): Declaration {
  if (declaration.property === 'animation-name')
    return {
      ...declaration,
      value: declaration.value.map((name) =>
        name.type === 'none' ? name : { ...name, value: ANIMATIONS + name.value },
      ),
    }
  if (declaration.property !== 'animation') return declaration
  const value = declaration.value.map((each) =>
    each.name.type === 'none'
      ? each
      : { ...each, name: { ...each.name, value: ANIMATIONS + each.name.value } },
  )
  return { ...declaration, value }
}

const MOST_STEPS = 12

/** Keyframes are global, so they are moved in front of the scope and renamed with a prefix. */
function siftKeyframes(rule: KeyframesRule, sieve: Sieve): Rule[] {
  const { line } = rule.loc
  if (rule.keyframes.length > MOST_STEPS)
    return drop(sieve, { value: rule }, `An animation takes ${MOST_STEPS} steps at most.`)
  const keyframes = rule.keyframes.map((step) => ({
    ...step,
    declarations: siftBlock(step.declarations, { sieve, loc: { line }, isPicture: false }),
  }))
  const name = { ...rule.name, value: ANIMATIONS + rule.name.value }
  sieve.keyframes.push({ type: 'keyframes', value: { ...rule, name, keyframes } })
  return []
}

function drop(sieve: Sieve, rule: { value?: unknown }, reason: string): [] {
  const line = lineNumber(rule.value)
  sieve.dropped.push({ line, rule: lineOf(sieve, line), reason })
  return []
}

/** Line numbers of rules start at 0. */
function lineNumber(value: unknown): number {
  if (typeof value !== 'object' || value === null || !('loc' in value)) return 1
  const { loc } = value
  return typeof loc === 'object' && loc !== null && 'line' in loc ? Number(loc.line) + 1 : 1
}

/** Declarations have no line number: reports the first line after the start of the rule that contains the property. */
function report({ sieve, loc }: Place, declaration: Declaration, reason: string): void {
  const property = nameOf(declaration)
  const found = sieve.source.findIndex((text, index) => index >= loc.line && text.includes(property))
  const line = (found < 0 ? loc.line : found) + 1
  sieve.dropped.push({
    line,
    rule: lineOf(sieve, line).includes(property) ? lineOf(sieve, line) : property,
    reason,
  })
}

/** Returns the text of a line, counted from 1. */
export const lineOf = ({ source }: Sieve, line: number): string =>
  (source[line - 1] ?? '').trim().slice(0, 120)
