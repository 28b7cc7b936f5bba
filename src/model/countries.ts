/** 'Germany' → 'DE'. Undefined for what is no country's English name. */
export function countryCode(name: string): string | undefined {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  return CODES.find((code) => names.of(code)?.toLowerCase() === name.trim().toLowerCase())
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('')
/** Every pair of letters: those that are no country have no name. */
const CODES = LETTERS.flatMap((first) => LETTERS.map((second) => first + second))
