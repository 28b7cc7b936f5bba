import { allowedValuesOf, OWN_PROPERTY_NAME, type AllowedValues, type ValueRange } from './css-properties.ts'

/** Matches uploaded images and data URLs. The Content-Security-Policy also blocks all other images. */
const OWN_PICTURE = /^(\/uploads\/[\w.-]+$|data:image\/(png|jpeg|webp|avif|gif);)/

/** Upper bound of each unit in pixels, assuming the largest screen and the default font size. */
const PIXELS: Readonly<Record<string, number>> = {
  px: 1,
  pt: 1.34,
  em: 16,
  rem: 16,
  ch: 9,
  ex: 9,
  lh: 26,
  rlh: 26,
  vw: 16,
  vh: 10,
  svh: 10,
  lvh: 10,
  dvh: 10,
  svw: 16,
  dvw: 16,
  vmin: 10,
  vmax: 16,
  vi: 16,
  vb: 10,
}

const COLOR =
  /^(rgb|hsl|hwb|lab|lch|oklab|oklch|srgb|srgb-linear|display-p3|a98-rgb|prophoto-rgb|rec2020|xyz-d50|xyz-d65|currentcolor|light-dark)$/
const COLOR_FUNCTION =
  /^(color-mix|color|rgb|rgba|hsl|hsla|hwb|lab|lch|oklab|oklch|light-dark|(repeating-)?(linear|radial|conic)-gradient)$/
const MATH_FUNCTION = /^(calc|min|max|clamp)$/
const EASING = /^(cubic-bezier|steps|linear)$/
/** Types of tokens that are allowed everywhere. */
const PLAIN_TOKEN = /^(ident|string|number|percentage|dimension|comma|white-space|delim|hash|id-hash)$/
/** Functions that load resources, read the page or device, or tie an animation to scrolling. They are refused. */
const REFUSED =
  /^(image-set|env|cross-fade|element|unresolved-color|dashed-ident|animation-name|scroll|view|arguments)$/
/** Field names in the parser's output that aren't CSS keywords. */
const PART_NAMES =
  /^(pair|keyword|length|length-percentage|dimension|value|token|percentage|number|unparsed|white-space|ident|calc|function|sum|product|type|clamp|min|max|comma|var|line)$/

const MAX_TEXT_LENGTH = 60

interface Given {
  allowance: AllowedValues
  scale: number
}

export function valueRefusal(property: string, value: unknown): string | undefined {
  const allowance = allowedValuesOf(property)
  if (!allowance) return refusedProperty(property)
  if (property.startsWith('--') && !isOwnValue(property, value))
    return 'Only colours and values made of colours can be used.'
  const reason = judge(value, { allowance, scale: 1 })
  if (reason) return reason
  const { words } = allowance
  const strange = words && wordsOf(value).find((word) => !words.test(word))
  return strange === undefined ? undefined : `${property} can’t be “${strange.slice(0, 20)}”.`
}

const refusedProperty = (property: string): string =>
  property.startsWith('--')
    ? 'Foyer’s own properties can’t be changed. Name yours like --my-colour.'
    : `${property} can’t be set.`

/** Custom properties can't contain lengths or bare keywords, because these could bypass the limits of other properties. */
function isOwnValue(property: string, value: unknown): boolean {
  if (!OWN_PROPERTY_NAME.test(property)) return true
  if (!Array.isArray(value) || value.length > 20) return false
  return value.every((part: unknown) => {
    const type = textAt(part, 'type')
    if (type === 'color' || type === 'var') return true
    if (type === 'token') return textAt(at(part, 'value'), 'type') === 'white-space'
    return type === 'function' && COLOR_FUNCTION.test(textAt(at(part, 'value'), 'name'))
  })
}

function judge(value: unknown, given: Given): string | undefined {
  if (typeof value === 'number') return judgeNumber(value, given.allowance)
  if (typeof value === 'string') return judgeText(value)
  if (Array.isArray(value)) return firstReason(value, (each) => judge(each, given))
  return typeof value === 'object' && value !== null ? judgePart(value, given) : undefined
}

/** Checks a number. Zero is also allowed where a length is. */
const judgeNumber = (value: number, { number, px }: AllowedValues): string | undefined =>
  within(value, number ?? (value === 0 ? px : undefined), 'number')

const judgeText = (text: string): string | undefined =>
  text.length > MAX_TEXT_LENGTH || text.includes('<') ? 'This text is too long, or contains “<”.' : undefined

type JudgePart = (value: unknown, given: Given) => string | undefined

const PARTS: ReadonlyMap<string, JudgePart> = new Map<string, JudgePart>([
  ['url', judgeUrl],
  ['var', judgeVariable],
  ['function', judgeFunction],
  ['product', judgeProduct],
  [
    'percentage',
    (value, { allowance, scale }) => within(Number(value) * scale, allowance.percent, 'percentage'),
  ],
  ['seconds', (value, { allowance }) => within(Number(value), allowance.seconds, 'time')],
  ['milliseconds', (value, { allowance }) => within(Number(value) / 1000, allowance.seconds, 'time')],
])

const ANGLE = /^(deg|rad|grad|turn)$/

function judgePart(part: object, given: Given): string | undefined {
  const type = textAt(part, 'type')
  const value = at(part, 'value')
  const unit = at(part, 'unit')
  if (typeof unit === 'string') return judgeLength(unit, value, given)
  if (COLOR.test(type) || ANGLE.test(type)) return undefined
  if (REFUSED.test(type)) return `${type} can’t be used.`
  if (type === 'token' && !PLAIN_TOKEN.test(textAt(value, 'type'))) return 'This value can’t be read.'
  const judgeIt = PARTS.get(type)
  return judgeIt ? judgeIt(value, given) : judgeEach(part, given)
}

const judgeEach = (part: object, given: Given): string | undefined =>
  firstReason(Object.entries(part), ([key, each]) =>
    key === 'vendorPrefix' || key === 'loc' ? undefined : judge(each, given),
  )

function judgeLength(unit: string, value: unknown, { allowance, scale }: Given): string | undefined {
  const pixels = PIXELS[unit]
  if (pixels === undefined || typeof value !== 'number') return `${unit} can’t be used.`
  return within(value * pixels * scale, allowance.px, 'length')
}

function judgeUrl(value: unknown): string | undefined {
  return OWN_PICTURE.test(textAt(value, 'url')) ? undefined : 'Use an image that you uploaded to this site.'
}

function judgeVariable(value: unknown, given: Given): string | undefined {
  const name = textAt(at(value, 'name'), 'ident')
  if (!given.allowance.vars?.test(name)) return `${name} can’t be used here.`
  return judge(at(value, 'fallback'), given)
}

/** Checks a function. `value` is a token with the function's name, or a parsed math function, which has a type. */
function judgeFunction(value: unknown, given: Given): string | undefined {
  const name = textAt(value, 'name').toLowerCase()
  if (name === '') return judge(value, given)
  const inside = at(value, 'arguments')
  if (MATH_FUNCTION.test(name)) return judge(inside, given)
  if (EASING.test(name))
    return given.allowance.seconds ? judge(inside, given) : `${name}() can’t be used here.`
  if (!COLOR_FUNCTION.test(name) || !given.allowance.vars) return `${name}() can’t be used.`
  const { vars } = given.allowance
  return judge(inside, {
    scale: 1,
    allowance: { vars, px: [-2000, 2000], percent: [-2, 3], number: [-360, 360] },
  })
}

function judgeProduct(value: unknown, given: Given): string | undefined {
  const [factor, rest] = Array.isArray(value) ? (value as readonly unknown[]) : []
  return typeof factor === 'number'
    ? judge(rest, { ...given, scale: given.scale * factor })
    : 'This value can’t be read.'
}

const within = (value: number, range: ValueRange | undefined, what: string): string | undefined =>
  range && value >= range[0] - 0.001 && value <= range[1] + 0.001
    ? undefined
    : `This ${what} is outside the allowed range.`

function wordsOf(value: unknown): string[] {
  if (typeof value === 'string') return PART_NAMES.test(value) ? [] : [value]
  if (Array.isArray(value)) return value.flatMap(wordsOf)
  if (typeof value !== 'object' || value === null) return []
  if (textAt(value, 'type') === 'string') return []
  if (COLOR.test(textAt(value, 'type'))) return []
  return Object.entries(value).flatMap(([key, each]) =>
    key === 'unit' || key === 'vendorPrefix' || key === 'ident' ? [] : wordsOf(each),
  )
}

function at(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
}

function textAt(value: unknown, key: string): string {
  const text = at(value, key)
  return typeof text === 'string' ? text : ''
}

function firstReason<Item>(
  items: readonly Item[],
  reasonOf: (item: Item) => string | undefined,
): string | undefined {
  for (const item of items) {
    const reason = reasonOf(item)
    if (reason) return reason
  }
  return undefined
}
