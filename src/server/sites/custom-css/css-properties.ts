/** Allowed values of a property in custom CSS. Lengths are in CSS pixels; `css-values.ts` converts other units. */
export interface AllowedValues {
  px?: ValueRange
  /** Range as a fraction: 1 means 100%. */
  percent?: ValueRange
  number?: ValueRange
  seconds?: ValueRange
  vars?: RegExp
  /** Pattern of the allowed keywords. When undefined, all keywords of the property are allowed. */
  words?: RegExp
  /** True when the property is allowed only on images, because they have no children. */
  imagesOnly?: boolean
}

export type ValueRange = readonly [min: number, max: number]

/**
 * Matches the names of custom properties that promoters can define. Their values can only be colours, or values made
 * of colours.
 */
export const OWN_PROPERTY_NAME = /^--my-[a-z\d-]{1,40}$/

const COLORS =
  /^--(my-[a-z\d-]{1,40}|(on-)?(primary|secondary)|link|ground|surface|sunken|line|edge|text|muted|(danger|success|warning)(-soft)?)$/
const SPACES = /^--(space-[1-8]|radius|radius-small|button-radius)$/
const SIZES = /^--text-(sm|md|lg|xl|display)$/
const TIMES = /^--(quick|ease)$/

const paint: AllowedValues = { px: [-2000, 2000], percent: [-2, 3], number: [-1000, 1000], vars: COLORS }
const keyword: AllowedValues = {}
const times: AllowedValues = { seconds: [0, 120], number: [-2, 100] }
const easing: AllowedValues = { ...times, vars: TIMES }
const shape: AllowedValues = { px: [0, 999], percent: [0, 1], vars: SPACES }
const picture: AllowedValues = { px: [0, 400], percent: [0, 10], number: [0, 100], imagesOnly: true }

/**
 * Properties that custom CSS can set. Excludes properties that move elements out of the flow, that cover, hide or
 * disable them, or that change the order or direction of letters. `guardSheet` resets inherited properties in guarded
 * parts.
 */
const PROPERTIES: ReadonlyMap<string, AllowedValues> = new Map<string, AllowedValues>([
  ['color', paint],
  ['background', paint],
  ['background-color', paint],
  ['background-image', paint],
  ['background-position', paint],
  ['background-position-x', paint],
  ['background-position-y', paint],
  ['background-size', paint],
  ['background-repeat', paint],
  ['background-origin', paint],
  ['background-clip', paint],
  ['box-shadow', { px: [-24, 32], vars: COLORS }],
  ['text-shadow', { px: [-8, 24], vars: COLORS }],
  ['gap', { px: [0, 96], percent: [0, 0.1], vars: SPACES }],
  ['row-gap', { px: [0, 96], percent: [0, 0.1], vars: SPACES }],
  ['column-gap', { px: [0, 96], percent: [0, 0.1], vars: SPACES }],
  ['font', { px: [9, 160], percent: [0.75, 4], number: [0.8, 1000] }],
  ['font-size', { px: [9, 160], percent: [0.75, 4], vars: SIZES }],
  ['font-family', { vars: /^--font$/ }],
  ['font-weight', { number: [1, 1000] }],
  ['font-style', { number: [-90, 90] }],
  ['font-stretch', { percent: [0.5, 2] }],
  ['font-kerning', keyword],
  ['font-variant-caps', keyword],
  ['font-variant-ligatures', keyword],
  ['font-variant-numeric', keyword],
  ['font-feature-settings', { number: [0, 20] }],
  ['letter-spacing', { px: [-3, 12] }],
  ['word-spacing', { px: [-3, 16] }],
  ['line-height', { px: [12, 200], percent: [0.8, 3], number: [0.8, 3] }],
  ['text-align', keyword],
  ['text-transform', keyword],
  ['text-wrap', { words: /^(wrap|balance|pretty|stable)$/ }],
  [
    'text-decoration',
    {
      px: [0, 8],
      vars: COLORS,
      words: /^(none|underline|overline|auto|from-font|solid|dotted|dashed|wavy|double)$/,
    },
  ],
  ['text-decoration-line', { words: /^(none|underline|overline)$/ }],
  ['text-decoration-color', { vars: COLORS }],
  ['text-decoration-style', keyword],
  ['text-decoration-thickness', { px: [0, 8], percent: [0, 0.2] }],
  ['text-underline-offset', { px: [0, 12], percent: [0, 0.5] }],
  ['hyphens', keyword],
  ['overflow-wrap', keyword],
  ['list-style-type', { words: /^(none|disc|circle|square|decimal)$/ }],
  ['list-style-position', keyword],
  ['vertical-align', { words: /^(baseline|middle|top|bottom|sub|super|text-top|text-bottom)$/ }],
  ['min-height', { px: [0, 800], percent: [0, 1], words: /^(auto|fit-content|min-content)$/ }],
  ['max-width', { px: [240, 9999], percent: [0.5, 1], words: /^none$/ }],
  ['display', { words: /^(block|inline|flow|flow-root|flex|grid)$/ }],
  ['align-items', keyword],
  ['align-content', keyword],
  ['align-self', keyword],
  ['justify-content', keyword],
  ['justify-items', keyword],
  ['justify-self', keyword],
  ['place-items', keyword],
  ['place-content', keyword],
  ['flex-wrap', { words: /^wrap$/ }],
  ['content', { words: /^(none|normal)$/ }],
  ['transition', easing],
  ['transition-property', times],
  ['transition-duration', easing],
  ['transition-delay', easing],
  ['transition-timing-function', easing],
  ['animation', times],
  ['animation-name', times],
  ['animation-duration', times],
  ['animation-delay', times],
  ['animation-timing-function', times],
  ['animation-iteration-count', times],
  ['animation-direction', keyword],
  ['animation-fill-mode', keyword],
  ['opacity', { ...picture, number: [0.1, 1] }],
  ['filter', picture],
  ['object-fit', picture],
  ['object-position', picture],
  ['aspect-ratio', picture],
  ['--radius', { px: [0, 99] }],
  ['--radius-small', { px: [0, 99] }],
  ['--button-radius', { px: [0, 99] }],
])

const EDGE = /^border(-(top|right|bottom|left|block|inline)(-(start|end))?)?(-(color|style|width))?$/
const RADIUS = /^border(-(top|bottom|start|end)-(left|right|start|end))?-radius$/
const MARGIN = /^margin(-(top|right|bottom|left|block|inline)(-(start|end))?)?$/
const PADDING = /^padding(-(top|right|bottom|left|block|inline)(-(start|end))?)?$/

export function allowedValuesOf(property: string): AllowedValues | undefined {
  if (EDGE.test(property)) return { px: [0, 48], vars: COLORS }
  if (RADIUS.test(property)) return shape
  if (MARGIN.test(property)) return { px: [0, 200], percent: [0, 0.2], vars: SPACES }
  if (PADDING.test(property)) return { px: [0, 160], percent: [0, 0.2], vars: SPACES }
  if (OWN_PROPERTY_NAME.test(property)) return { percent: [0, 1], number: [0, 1], vars: COLORS }
  return PROPERTIES.get(property)
}
