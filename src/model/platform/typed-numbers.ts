import { minorDigits } from './money.ts'

export type TypedNumber = { value: number } | { problemMessage: string }

// Numbers with more digits aren't exact.
const MAX_DIGITS = 15

/** Parses a count. Accepts only digits, because '1,000' means one in some countries and a thousand in others. */
export function readCount(text: string, min = 0): TypedNumber {
  const typed = text.trim()
  if (!/^\d+$/.test(typed) || typed.length > MAX_DIGITS)
    return { problemMessage: 'Enter a whole number with digits only, like 1000.' }
  const value = Number(typed)
  return value < min ? { problemMessage: `Enter ${min} or more.` } : { value }
}

/** Parses an amount in major units with at most the currency's decimals. In euros, '12.50' and '12,5' are valid, '1,250' isn't. */
export function readAmount(text: string, currency: string): TypedNumber {
  const digits = minorDigits(currency)
  const typed = text.trim()
  // In a currency with three decimals, '1,250' could also mean more than a thousand.
  const isUnclear = /^\d+,\d{3}$/.test(typed)
  const value = isUnclear ? undefined : readDecimal(typed, digits)
  return value === undefined ? { problemMessage: amountMessage(digits) } : { value }
}

const amountMessage = (digits: number): string =>
  digits === 0
    ? 'Enter a whole amount with digits only, like 1250.'
    : `Enter an amount like 1250.${'50'.padEnd(digits, '0')}, without a thousands separator.`

/** Parses a percentage with or without % sign: '12,5%' → 12.5. */
export function readPercentage(text: string, maxDecimals: number): TypedNumber {
  const typed = text.trim()
  const value = readDecimal(typed.endsWith('%') ? typed.slice(0, -1).trimEnd() : typed, maxDecimals)
  return value === undefined
    ? {
        problemMessage: `Enter a percentage like 2.5, with ${DIGIT_NAMES[maxDecimals] ?? maxDecimals} decimals at most.`,
      }
    : { value }
}

const DIGIT_NAMES: Readonly<Record<number, string>> = { 2: 'two', 4: 'four' }

function readDecimal(typed: string, maxDecimals: number): number | undefined {
  const [, whole, decimals = ''] = /^(\d+)(?:[.,](\d+))?$/.exec(typed) ?? []
  const isRight = whole && decimals.length <= maxDecimals && whole.length + decimals.length <= MAX_DIGITS
  return isRight ? Number(`${whole}.${decimals}`) : undefined
}
