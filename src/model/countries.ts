/** 'Germany' → 'DE'. Undefined for what is no country's English name. */
export function countryCode(name: string): string | undefined {
  return codesByName().get(name.trim().toLowerCase())
}

let byName: ReadonlyMap<string, string> | undefined

/** Made once: asking for the names of all the codes takes longer than a page. */
function codesByName(): ReadonlyMap<string, string> {
  byName ??= new Map(listCountries().map(({ code, name }) => [name.toLowerCase(), code]))
  return byName
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('')
/** Every pair of letters: those that are no country have no name. */
const CODES = LETTERS.flatMap((first) => LETTERS.map((second) => first + second))

/** English names by code, in their order. */
export function listCountries(): { code: string; name: string }[] {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  return CODES.flatMap((code) => {
    const name = NO_COUNTRIES.has(code) ? undefined : names.of(code)
    return name === undefined ? [] : [{ code, name }]
  }).toSorted((one, other) => one.name.localeCompare(other.name, 'en'))
}

/** Unions, codes that were given up, and codes for none. */
const NO_COUNTRIES = new Set(
  [
    'AN',
    'BU',
    'CS',
    'CT',
    'DD',
    'DY',
    'EU',
    'EZ',
    'FQ',
    'FX',
    'HV',
    'JT',
    'MI',
    'NH',
    'NQ',
    'NT',
    'PC',
    'PU',
  ].concat(['PZ', 'QO', 'RH', 'SU', 'TP', 'UK', 'UN', 'VD', 'WK', 'XA', 'XB', 'YD', 'YU', 'ZR', 'ZZ']),
)
