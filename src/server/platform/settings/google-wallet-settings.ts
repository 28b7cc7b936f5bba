import { resolve } from 'node:path'
import { setting } from './setting.ts'

export const GOOGLE_WALLET_SETTINGS = {
  GOOGLE_WALLET_ISSUER: setting<string>({
    means: 'Issuer id of tickets for Google Wallet; both settings or none',
    shape: 'a number of up to 25 digits',
    fallback: () => '',
    parse: (text) => (/^\d{1,25}$/.test(text) ? text : undefined),
  }),
  GOOGLE_WALLET_KEY_FILE: setting<string>({
    means: 'File with the key of a service account that may edit the issuer’s passes (JSON)',
    shape: 'a file',
    fallback: () => '',
    parse: (text) => resolve(text),
  }),
  GOOGLE_WALLET_API_URL: setting({
    means: 'URL of Google Wallet’s API',
    shape: 'an address like https://walletobjects.googleapis.com',
    fallback: 'https://walletobjects.googleapis.com',
    parse: (text) => (/^https?:\/\/[\w.-]+(:\d{1,5})?$/.test(text) && URL.canParse(text) ? text : undefined),
  }),
}
