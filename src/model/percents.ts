import { readPercentage } from './typed-numbers.ts'

// More than are taken: what is too fine is told apart from what is no percentage.
const MOST_DECIMALS = 12

/** '2.5%' or a number of whole percents → basis points; or a sentence that says what is wrong with it. */
export function readPercent(given: string | number): { basisPoints: number } | { complaint: string } {
  const text = String(given).trim()
  const hasSign = text.endsWith('%')
  const read = readPercentage(text, MOST_DECIMALS)
  if (!('value' in read)) return { complaint: 'Enter a percentage like 2.5%.' }
  const percent = read.value
  // Specification §5 reads 0.5 as a half, and 1 as all of it.
  if (!hasSign && percent > 0 && percent <= 1)
    return {
      complaint: `${text} could be ${text}% or ${writePercent(percent * 10_000)}. Write it with a % sign.`,
    }
  const basisPoints = Math.round(percent * 100)
  if (Math.abs(basisPoints - percent * 100) > 1e-6)
    return { complaint: 'Use two decimals of a percent at most.' }
  return basisPoints > 10_000 ? { complaint: 'Enter 100% or less.' } : { basisPoints }
}

/** 250 → '2.5%'. Read back, it is the same. */
export const writePercent = (basisPoints: number): string => `${Number((basisPoints / 100).toFixed(4))}%`
