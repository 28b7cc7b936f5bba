/** Returns the ISO 3166 code for an English country name: 'Germany' → 'DE'. Undefined for unknown names. */
export function countryCodeOf(name: string): string | undefined {
  return codesByName().get(name.trim().toLowerCase())
}

let byName: ReadonlyMap<string, string> | undefined

/**
 * Returns the codes by country name. Cached, because looking up the names of all codes takes longer than rendering a
 * page.
 */
function codesByName(): ReadonlyMap<string, string> {
  byName ??= new Map(listCountries().map(({ code, name }) => [name.toLowerCase(), code]))
  return byName
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('')
/** All pairs of letters. Pairs that aren't country codes have no name and are filtered out. */
const CODES = LETTERS.flatMap((first) => LETTERS.map((second) => first + second))

export function listCountries(): { code: string; name: string }[] {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  return CODES.flatMap((code) => {
    const name = NO_COUNTRIES.has(code) ? undefined : names.of(code)
    return name === undefined ? [] : [{ code, name }]
  }).toSorted((one, other) => one.name.localeCompare(other.name, 'en'))
}

/** Codes with a name that aren't countries: unions, withdrawn codes and placeholders. */
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
