import { setting } from './setting.ts'

export const VOUCHER_SETTINGS = {
  VOUCHER_YEARS: setting({
    means: 'Minimum validity of vouchers in full calendar years; 3 by German law',
    shape: 'a number from 1 to 30',
    fallback: '3',
    parse: (text) =>
      /^\d{1,2}$/.test(text) && Number(text) >= 1 && Number(text) <= 30 ? Number(text) : undefined,
  }),
}
