import { readPercentage } from './typed-numbers.ts'

// Matches more decimals than are allowed, to distinguish "too precise" from "not a percentage".
const MAX_DECIMALS = 12

/** Parses a percentage, such as '2.5%' or 2.5, to basis points. Returns an error message for an invalid one. */
export function parsePercent(input: string | number): { basisPoints: number } | { problemMessage: string } {
  const text = String(input).trim()
  const hasSign = text.endsWith('%')
  const read = readPercentage(text, MAX_DECIMALS)
  if (!('value' in read)) return { problemMessage: 'Enter a percentage like 2.5%.' }
  const percent = read.value
  // Refused as ambiguous, because specification §5 reads 0.5 as a half and 1 as 100%.
  if (!hasSign && percent > 0 && percent <= 1)
    return {
      problemMessage: `${text} could be ${text}% or ${formatPercent(percent * 10_000)}. Write it with a % sign.`,
    }
  const basisPoints = Math.round(percent * 100)
  if (Math.abs(basisPoints - percent * 100) > 1e-6) return { problemMessage: 'Use at most two decimals.' }
  return basisPoints > 10_000 ? { problemMessage: 'Enter 100% or less.' } : { basisPoints }
}

export const formatPercent = (basisPoints: number): string => `${Number((basisPoints / 100).toFixed(4))}%`
