import { countryCodeOf } from '#model/sites/countries.ts'

export type PaperSize = 'A4' | 'Letter'

/** Countries in which printers use Letter paper. */
const LETTER_COUNTRIES = new Set('US CA MX PR PH CL CO VE CR GT NI PA DO SV'.split(' '))

/** Returns the usual paper size of a country. `country` is an English name, or any other text entered by a promoter. */
export const paperSizeOf = (country: string): PaperSize =>
  LETTER_COUNTRIES.has(countryCodeOf(country) ?? '') ? 'Letter' : 'A4'
