import { resolve } from 'node:path'
import { setting } from './setting.ts'

/** Settings for tickets in Apple Wallet, and for the push messages that update them. */
export const APPLE_WALLET_SETTINGS = {
  APPLE_WALLET_PASS_TYPE: setting<string>({
    means: 'Pass type id of tickets for Apple Wallet; all APPLE_WALLET settings or none',
    shape: 'an id like pass.com.example.tickets',
    fallback: () => '',
    parse: (text) => (/^pass\.[\w.-]{1,200}$/.test(text) ? text : undefined),
  }),
  APPLE_WALLET_TEAM: setting<string>({
    means: 'Id of the Apple developer team that the pass type belongs to',
    shape: '10 letters and digits',
    fallback: () => '',
    parse: (text) => (/^[A-Z\d]{10}$/.test(text) ? text : undefined),
  }),
  APPLE_WALLET_CERTIFICATE_FILE: setting<string>({
    means: 'File with the certificate of the pass type (PEM), which signs passes and sends pushes',
    shape: 'a file',
    fallback: () => '',
    parse: (text) => resolve(text),
  }),
  APPLE_WALLET_KEY_FILE: setting<string>({
    means: 'File with the private key of that certificate (PEM, RSA, without a passphrase)',
    shape: 'a file',
    fallback: () => '',
    parse: (text) => resolve(text),
  }),
  APPLE_WALLET_ISSUER_FILE: setting<string>({
    means: 'File with Apple’s intermediate certificate that issued it (WWDR, PEM)',
    shape: 'a file',
    fallback: () => '',
    parse: (text) => resolve(text),
  }),
  APPLE_PUSH_URL: setting({
    means: 'URL of Apple’s push service',
    shape: 'an address like https://api.push.apple.com',
    fallback: 'https://api.push.apple.com',
    parse: (text) => (/^https?:\/\/[\w.-]+(:\d{1,5})?$/.test(text) && URL.canParse(text) ? text : undefined),
  }),
}
