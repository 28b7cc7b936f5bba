import type { Selector, SelectorComponent } from 'lightningcss'

/** Elements that custom CSS can't style: everything needed to buy, prices, and overlays. */
export const GUARDED_SELECTORS = [
  'page-overlays',
  'cart-badge',
  'ticket-form',
  'cart-panel',
  '.event-buy',
  '.event-price',
  '.event-fees',
  '.event-card-price',
  '.buy-bar',
  '.skip-link',
  'dialog',
  '[popover]',
  'input',
  'select',
  'textarea',
] as const

const GUARDED_TYPES =
  /^(page-overlays|cart-badge|cart-panel|ticket-form|dialog|input|select|textarea|option|iframe)$/
const GUARDED_CLASSES =
  /^(event-(buy|price|fees|card-price)|buy-bar|skip-link)$|^(cart|checkout|drawer|stepper|price|ticket|toast|toaster|order|plain|promo|hold|field|choice|challenge|account|portal|staff|sandbox)(-|$)/

/** Pseudo-classes for structure and pointer state. None of them reveals input or visited links. */
const PLAIN_STATES = new Set([
  'hover',
  'active',
  'focus',
  'focus-visible',
  'focus-within',
  'first-child',
  'last-child',
  'only-child',
  'first-of-type',
  'last-of-type',
  'only-of-type',
  'nth-child',
  'nth-last-child',
  'nth-of-type',
  'nth-last-of-type',
  'empty',
  'link',
  'any-link',
  'scope',
])
const PARTS = new Set(['before', 'after', 'first-line', 'first-letter', 'marker', 'selection'])
const ATTRIBUTES = /^(class|id|role|lang|dir|open|hidden|data-[\w-]+|aria-[\w-]+)$/

const SAME_EVERYWHERE = 'Prices, the cart and checkout look the same on every site.'
const STOREFRONT_ONLY = 'Rules apply only inside the storefront. Begin the selector with :scope.'

const MAX_SELECTORS = 20
const MAX_COMPONENTS = 24

export function selectorRefusal(selectors: readonly Selector[]): string | undefined {
  if (selectors.length > MAX_SELECTORS) return `A rule can have ${MAX_SELECTORS} selectors at most.`
  return first(selectors, (selector) =>
    selector.length > MAX_COMPONENTS ? 'This selector is too long.' : first(selector, componentRefusal),
  )
}

export const hasImageSelector = (selectors: readonly Selector[]): boolean =>
  selectors.every((selector) => {
    const begin = selector.findLastIndex((each) => each.type === 'combinator') + 1
    const subject = selector.slice(begin)
    return subject.some((each) => each.type === 'type' && each.name === 'img')
  })

type Of<Type> = Extract<SelectorComponent, { type: Type }>
type Judge = (component: never) => string | undefined

const JUDGES: Readonly<Record<string, Judge>> = {
  combinator: ({ value }: Of<'combinator'>) =>
    /^(child|descendant|next-sibling|later-sibling)$/.test(value)
      ? undefined
      : 'This combinator can’t be used.',
  type: ({ name }: Of<'type'>) => {
    if (name.toLowerCase() === 'html') return STOREFRONT_ONLY
    return GUARDED_TYPES.test(name.toLowerCase()) ? SAME_EVERYWHERE : undefined
  },
  class: ({ name }: Of<'class'>) => (GUARDED_CLASSES.test(name) ? SAME_EVERYWHERE : undefined),
  universal: () => undefined,
  nesting: () => undefined,
  id: () => undefined,
  attribute: (component: Of<'attribute'>) =>
    ATTRIBUTES.test(component.name) ? attributeRefusal(component) : `[${component.name}] can’t be used.`,
  'pseudo-class': pseudoClassRefusal,
  'pseudo-element': ({ kind }: Of<'pseudo-element'>) =>
    PARTS.has(kind) ? undefined : `::${kind} can’t be styled.`,
}

function componentRefusal(component: SelectorComponent): string | undefined {
  const judge = Object.hasOwn(JUDGES, component.type) ? JUDGES[component.type] : undefined
  // The table maps each type of component to the function that takes this type.
  return judge ? judge(component as never) : 'This selector can’t be used.'
}

/**
 * Returns why an attribute selector is rejected. `[class*=…]` and the like are rejected,
 * because a part of a protected class's name can match.
 */
const attributeRefusal = (component: Of<'attribute'>): string | undefined =>
  component.name === 'class' && component.operation
    ? 'Select classes with a dot, not by attribute.'
    : undefined

function pseudoClassRefusal(component: Of<'pseudo-class'>): string | undefined {
  const { kind } = component
  if (kind === 'root') return STOREFRONT_ONLY
  if (kind === 'is' || kind === 'where' || kind === 'not' || kind === 'has')
    return selectorRefusal(component.selectors)
  if (!PLAIN_STATES.has(kind)) return `:${kind} can’t be used.`
  return 'of' in component && component.of ? selectorRefusal(component.of) : undefined
}

function first<Item>(items: readonly Item[], judge: (item: Item) => string | undefined): string | undefined {
  for (const item of items) {
    const reason = judge(item)
    if (reason) return reason
  }
  return undefined
}
