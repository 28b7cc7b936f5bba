/** Currencies for ticket prices, most used first. */
export const CURRENCIES: readonly string[] = (
  'EUR USD GBP CHF SEK NOK DKK PLN CZK HUF RON ISK TRY CAD AUD NZD JPY KRW HKD SGD TWD INR THB MYR IDR PHP VND ' +
  'BRL MXN ARS CLP COP PEN ZAR KES NGN EGP MAD ILS AED SAR KWD'
).split(' ')

const OF_COUNTRIES: Readonly<Record<string, readonly string[]>> = {
  EUR: [
    'AT',
    'BE',
    'BG',
    'CY',
    'DE',
    'EE',
    'ES',
    'FI',
    'FR',
    'GR',
    'HR',
    'IE',
    'IT',
    'LT',
    'LU',
    'LV',
    'MT',
    'NL',
    'PT',
    'SI',
    'SK',
  ],
  CHF: ['CH', 'LI'],
  USD: ['US', 'PR', 'EC', 'SV'],
  DKK: ['DK', 'FO', 'GL'],
  NOK: ['NO'],
  MAD: ['MA'],
}

export const currencyOfCountry = (countryCode: string): string | undefined =>
  Object.entries(OF_COUNTRIES).find(([, countries]) => countries.includes(countryCode))?.[0] ??
  // Most currency codes start with the country code.
  CURRENCIES.find((code) => code.startsWith(countryCode))
