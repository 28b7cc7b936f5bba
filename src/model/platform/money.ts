/** Number of decimals by ISO 4217 code; 2 for currencies not listed. */
const DIGITS: Readonly<Record<string, number>> = {
  BIF: 0,
  CLP: 0,
  DJF: 0,
  GNF: 0,
  ISK: 0,
  JPY: 0,
  KMF: 0,
  KRW: 0,
  PYG: 0,
  RWF: 0,
  UGX: 0,
  VND: 0,
  VUV: 0,
  XAF: 0,
  XOF: 0,
  XPF: 0,
  BHD: 3,
  IQD: 3,
  JOD: 3,
  KWD: 3,
  LYD: 3,
  OMR: 3,
  TND: 3,
}

const BASIS_POINTS = 10_000

export const minorDigits = (currencyCode: string): number => DIGITS[currencyCode] ?? 2

/** Rounds half away from zero: 0.5 → 1, −0.5 → −1. */
function roundHalfUp(value: number): number {
  // A floating-point product can be slightly below the half that it should be (1.005 × 100). The correction is far
  // smaller than any real difference.
  const magnitude = Math.abs(value)
  return Math.sign(value) * Math.floor(magnitude + 0.5 + magnitude * Number.EPSILON * 4) || 0
}

/** Converts major units (12.5) to integer minor units (1250). */
export const toCents = (major: number, currencyCode: string): number =>
  roundHalfUp(major * 10 ** minorDigits(currencyCode))

/** Returns the difference of two amounts in major units, without floating-point errors. */
export const subtractMajor = (from: number, part: number, currency: string): number =>
  toMajor(toCents(from, currency) - toCents(part, currency), currency)

export const toMajor = (cents: number, currencyCode: string): number =>
  cents / 10 ** minorDigits(currencyCode)

/** True for an amount without a fraction of a minor unit, apart from floating-point errors of sums. */
export const hasValidDecimals = (major: number, currencyCode: string): boolean =>
  Math.abs(toMajor(toCents(major, currencyCode), currencyCode) - major) < 1e-9

/** True for an amount of at least one minor unit and without a fraction of a minor unit. */
export const isWholeCents = (major: number, currencyCode: string): boolean =>
  toCents(major, currencyCode) >= 1 && hasValidDecimals(major, currencyCode)

/** Returns `cents × basisPoints / 10,000`, rounded half up. Amounts must not be negative. */
export const applyBasisPoints = (cents: number, basisPoints: number): number =>
  Math.floor((cents * basisPoints + BASIS_POINTS / 2) / BASIS_POINTS)

/** Returns `cents × numerator / denominator`, rounded half up. Exact for products of any size. Amounts must not be negative. */
export function multiplyByFraction(cents: number, numerator: number, denominator: number): number {
  const whole = BigInt(denominator)
  return Number((BigInt(cents) * BigInt(numerator) * 2n + whole) / (2n * whole))
}

/**
 * Divides an amount into whole minor units in proportion to weights, which must not be negative (largest remainder
 * method; of equal remainders, the first one wins).
 */
export function allocate(cents: number, weights: readonly number[]): number[] {
  const total = weights.reduce((sum, weight) => sum + BigInt(weight), 0n)
  if (total === 0n) return weights.map(() => 0)
  const exact = weights.map((weight) => BigInt(cents) * BigInt(weight))
  const shares = exact.map((each) => Number(each / total))
  const left = cents - shares.reduce((sum, share) => sum + share, 0)
  const byRemainder = exact
    .map((each, index) => ({ index, remainder: each % total }))
    .toSorted((one, other) => Number(other.remainder - one.remainder) || one.index - other.index)
  for (const { index } of byRemainder.slice(0, left)) shares[index] = (shares[index] ?? 0) + 1
  return shares
}

export const allocateSigned = (cents: number, weights: readonly number[]): number[] =>
  cents < 0 ? allocate(-cents, weights).map((part) => -part || 0) : allocate(cents, weights)

/** Converts a tax rate in percent, as in the API, to millionths: 8.875 → 88,750. */
export const percentToMillionths = (percent: number): number => roundHalfUp(percent * 10_000)

export const millionthsToPercent = (millionths: number): number => millionths / 10_000

/**
 * Converts a fee percentage to basis points. Specification §5: a value above 1 is a percentage, otherwise a fraction.
 * 2.5 → 250, 0.025 → 250, 1 → 10,000.
 */
export const percentageToBasisPoints = (value: number): number =>
  roundHalfUp((value > 1 ? value / 100 : value) * BASIS_POINTS)

/** Converts a percentage, as in a promo code's value: 12.5 → 1,250 basis points. */
export const percentToBasisPoints = (percent: number): number => roundHalfUp(percent * 100)

/** Converts basis points to the fraction that the API returns, which is unambiguous up to 100%. */
export const basisPointsToFraction = (basisPoints: number): number => basisPoints / BASIS_POINTS

/** Symbols of currencies; the others are shown by their codes. Browsers' own lists differ, and load slowly on phones. */
const SYMBOLS: Readonly<Record<string, string>> = {
  EUR: '€',
  GBP: '£',
  JPY: '¥',
  KRW: '₩',
  TRY: '₺',
  INR: '₹',
  THB: '฿',
  PHP: '₱',
  VND: '₫',
  BRL: 'R$',
  NGN: '₦',
  ILS: '₪',
  EGP: 'E£',
  SEK: 'kr',
  NOK: 'kr',
  DKK: 'kr',
  ISK: 'kr',
  PLN: 'zł',
  CZK: 'Kč',
  HUF: 'Ft',
  RON: 'lei',
  MYR: 'RM',
  IDR: 'Rp',
  ZAR: 'R',
}

const DOLLARS = 'USD CAD AUD NZD HKD SGD TWD MXN ARS CLP COP'

/** Currencies with minor units that hardly any price uses: shown only if they aren't zero. */
const MOSTLY_WHOLE = 'HUF IDR COP'

/** Formats an amount as Britons write it, without rounding: '€12.50', '¥5,800', 'CHF 1,200.00' (with a no-break space). */
export function formatMoney(cents: number, currencyCode: string): string {
  const digits = minorDigits(currencyCode)
  const symbol = DOLLARS.includes(currencyCode) ? '$' : (SYMBOLS[currencyCode] ?? currencyCode)
  const figures = String(Math.abs(cents)).padStart(digits + 1, '0')
  const point = figures.length - digits
  const whole = groupThousands(figures.slice(0, point))
  const isShort = digits === 0 || (MOSTLY_WHOLE.includes(currencyCode) && cents % 10 ** digits === 0)
  const fraction = isShort ? '' : `.${figures.slice(point)}`
  return `${cents < 0 ? '-' : ''}${symbol}${/\p{L}$/u.test(symbol) ? '\u00A0' : ''}${whole}${fraction}`
}

function groupThousands(figures: string): string {
  const first = figures.length % 3 || 3
  let grouped = figures.slice(0, first)
  for (let from = first; from < figures.length; from += 3) grouped += `,${figures.slice(from, from + 3)}`
  return grouped
}
