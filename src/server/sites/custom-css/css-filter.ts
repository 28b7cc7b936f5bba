import type { Declaration, DeclarationBlock, KeyframesRule, Rule, StyleRule } from 'lightningcss'
import type { DroppedCssRule } from '#contracts/console/domains.ts'
import { hasImageSelector, selectorRefusal } from './css-selectors.ts'
import { valueRefusal } from './css-values.ts'

export interface CssFilter {
  source: readonly string[]
  dropped: DroppedCssRule[]
  keyframes: Rule[]
  paints: boolean
}

const ANIMATIONS = 'tenant-'

export function filterCssRule(rule: Rule, filter: CssFilter): Rule[] {
  if (rule.type === 'style') return filterStyle(rule.value, filter)
  if (rule.type === 'keyframes') return filterKeyframes(rule.value, filter)
  if (rule.type === 'nested-declarations') return filterNested(rule, filter)
  if (rule.type === 'ignored') return []
  if (rule.type === 'container' && !isSizeQuery(rule.value.condition))
    return drop(filter, rule, 'Container queries can only query sizes.')
  return rule.type === 'media' || rule.type === 'supports' || rule.type === 'container'
    ? filterGroup(rule, filter)
    : drop(filter, rule, 'This at-rule can’t be used.')
}

/**
 * Filters declarations inside a nested group. The selector isn't known here, so values that are only allowed on images are
 * dropped.
 */
function filterNested(rule: Extract<Rule, { type: 'nested-declarations' }>, filter: CssFilter): Rule[] {
  const { loc } = rule.value
  const declarations = filterBlock(rule.value.declarations, { filter, loc, isPicture: false })
  return [{ ...rule, value: { ...rule.value, declarations } }]
}

type Group = Extract<Rule, { type: 'media' | 'supports' | 'container' }>

function filterGroup(rule: Group, filter: CssFilter): Rule[] {
  const rules = rule.value.rules.flatMap((each) => filterCssRule(each, filter))
  // Filtered rules have the same type as the originals.
  return rules.length > 0 ? [{ ...rule, value: { ...rule.value, rules } } as Rule] : []
}

/** Returns whether a container query only asks for sizes. False for `style()` and `scroll-state()` queries. */
const isSizeQuery = (condition: unknown): boolean =>
  !/"type":"(style|scroll-state|unknown)"/.test(JSON.stringify(condition ?? ''))

function filterStyle(style: StyleRule, filter: CssFilter): Rule[] {
  const reason = selectorRefusal(style.selectors)
  if (reason) return drop(filter, { value: style }, reason)
  const declarations = filterBlock(style.declarations, {
    filter,
    loc: style.loc,
    isPicture: hasImageSelector(style.selectors),
  })
  const rules = (style.rules ?? []).flatMap((each) => filterCssRule(each, filter))
  return declarations.declarations?.length || rules.length > 0
    ? [{ type: 'style', value: { ...style, declarations, rules } }]
    : []
}

interface Place {
  filter: CssFilter
  loc: { line: number }
  isPicture: boolean
}

function filterBlock(block: DeclarationBlock | undefined, place: Place): DeclarationBlock {
  for (const each of block?.importantDeclarations ?? [])
    report(place, each, 'Leave out !important. Your rules take precedence without it.')
  const declarations = (block?.declarations ?? []).flatMap((each) => {
    const reason = declarationRefusal(each, place)
    if (reason) {
      report(place, each, reason)
      return []
    }
    if (nameOf(each).startsWith('background')) place.filter.paints = true
    return [returnable(rename(each))]
  })
  return { declarations, importantDeclarations: [] }
}

function declarationRefusal(declaration: Declaration, { isPicture }: Place): string | undefined {
  const property = nameOf(declaration)
  const isForPictures = /^(opacity|filter|object-fit|object-position|aspect-ratio)$/.test(property)
  if (isForPictures && !isPicture) return `${property} is allowed for images only. End the selector with img.`
  return valueRefusal(property, valueOf(declaration))
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

/** Removes null values, which the parser outputs but doesn't accept as input. */
const returnable = (declaration: Declaration): Declaration =>
  // Safe cast: only keys with null values are removed.
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

const MAX_STEPS = 12

/** Keyframes are global, so they are moved in front of the scope and their names get a prefix. */
function filterKeyframes(rule: KeyframesRule, filter: CssFilter): Rule[] {
  const { line } = rule.loc
  if (rule.keyframes.length > MAX_STEPS)
    return drop(filter, { value: rule }, `An animation can have ${MAX_STEPS} steps at most.`)
  const keyframes = rule.keyframes.map((step) => ({
    ...step,
    declarations: filterBlock(step.declarations, { filter, loc: { line }, isPicture: false }),
  }))
  const name = { ...rule.name, value: ANIMATIONS + rule.name.value }
  filter.keyframes.push({ type: 'keyframes', value: { ...rule, name, keyframes } })
  return []
}

function drop(filter: CssFilter, rule: { value?: unknown }, reason: string): [] {
  const line = lineNumber(rule.value)
  filter.dropped.push({ line, rule: sourceLine(filter, line), reason })
  return []
}

function lineNumber(value: unknown): number {
  if (typeof value !== 'object' || value === null || !('loc' in value)) return 1
  const { loc } = value
  return typeof loc === 'object' && loc !== null && 'line' in loc ? Number(loc.line) + 1 : 1
}

/**
 * Reports a dropped declaration. Declarations have no line number, so the line is the first one after the start of
 * the rule that contains the property's name.
 */
function report({ filter, loc }: Place, declaration: Declaration, reason: string): void {
  const property = nameOf(declaration)
  const found = filter.source.findIndex((text, index) => index >= loc.line && text.includes(property))
  const line = (found < 0 ? loc.line : found) + 1
  filter.dropped.push({
    line,
    rule: sourceLine(filter, line).includes(property) ? sourceLine(filter, line) : property,
    reason,
  })
}

export const sourceLine = ({ source }: CssFilter, line: number): string =>
  (source[line - 1] ?? '').trim().slice(0, 120)
