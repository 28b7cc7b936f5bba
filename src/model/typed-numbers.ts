import { minorDigits } from './money.ts'

/** A number that somebody has typed, or a sentence that says how to write it. */
export type TypedNumber = { value: number } | { complaint: string }

// Beyond this, neighbouring whole numbers become one.
const MOST_DIGITS = 15

/** How many there are: digits alone, since '1,000' is one to some people and a thousand to others. */
export function readCount(text: string, fewest = 0): TypedNumber {
  const typed = text.trim()
  if (!/^\d+$/.test(typed) || typed.length > MOST_DIGITS)
    return { complaint: 'Enter a whole number in digits alone, like 1000.' }
  const value = Number(typed)
  return value < fewest ? { complaint: `Enter ${fewest} or more.` } : { value }
}

/** Major units of a currency, with no more decimals than it has: '12.50' and '12,5' are amounts of euros, '1,250' is none. */
export function readAmount(text: string, currency: string): TypedNumber {
  const digits = minorDigits(currency)
  const typed = text.trim()
  // '1,250' dinars have three decimals, or are more than a thousand.
  const isUnclear = /^\d+,\d{3}$/.test(typed)
  const value = isUnclear ? undefined : readDecimal(typed, digits)
  return value === undefined ? { complaint: AMOUNT_WORDS(digits) } : { value }
}

const AMOUNT_WORDS = (digits: number): string =>
  digits === 0
    ? 'Enter a whole amount in digits alone, like 1250.'
    : `Enter an amount like 1250.${'50'.padEnd(digits, '0')}, with nothing between the thousands.`

/** Whole percents, with or without their sign: '12,5%' is 12.5. */
export function readPercentage(text: string, digits: number): TypedNumber {
  const typed = text.trim()
  const value = readDecimal(typed.endsWith('%') ? typed.slice(0, -1).trimEnd() : typed, digits)
  return value === undefined
    ? { complaint: `Enter a percentage like 2.5, with ${DIGIT_WORDS[digits] ?? digits} decimals at most.` }
    : { value }
}

const DIGIT_WORDS: Readonly<Record<number, string>> = { 2: 'two', 4: 'four' }

/** Digits, with a point or a comma and so many more; undefined for everything else. */
function readDecimal(typed: string, digits: number): number | undefined {
  const [, whole, decimals = ''] = /^(\d+)(?:[.,](\d+))?$/.exec(typed) ?? []
  const isRight = whole && decimals.length <= digits && whole.length + decimals.length <= MOST_DIGITS
  return isRight ? Number(`${whole}.${decimals}`) : undefined
}
