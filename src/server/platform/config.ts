import { SETTINGS } from './settings.ts'
import type { Setting } from './settings/setting.ts'

type Settings = typeof SETTINGS
type ValueOf<S> = S extends Setting<infer Value> ? Value : never
export type Config = { [Name in keyof Settings]: ValueOf<Settings[Name]> }

/** An invalid setting. The message names it and the allowed values. */
export class WrongSetting extends Error {
  override name = 'WrongSetting'
}

type Texts = Readonly<Record<string, string | undefined>>

/**
 * Reads all settings. An empty or blank text counts as not set. `defaults` replace the default values in SETTINGS.
 */
export function readConfig(
  environment: Texts,
  defaults: Readonly<Partial<Record<keyof Settings, string>>> = {},
): Config {
  const given: Texts = defaults
  const entries = Object.entries(SETTINGS).map(([name, each]) => [
    name,
    readSetting(name, each, environment[name]?.trim() || given[name]),
  ])
  // The entries pair every name of SETTINGS with a value from its own parser.
  const config = Object.fromEntries(entries) as Config
  if (config.SMTP_URL && !environment['MAIL_FROM']?.trim())
    throw new WrongSetting(
      'SMTP_URL is set, so MAIL_FROM must be too: it is the address that emails are sent from.',
    )
  if (config.FOYER_ENCRYPTION_KEY.length > 0 && config.FOYER_ENCRYPTION_KEY_FILE)
    throw new WrongSetting('Set either FOYER_ENCRYPTION_KEY or FOYER_ENCRYPTION_KEY_FILE, not both.')
  for (const names of TOGETHER) expectAllOrNone(config, names)
  expectOneMode(config)
  expectCdn(config)
  expectBackupSettings(config)
  return config
}

/**
 * Settings that must be set together. Otherwise, a missing one would cause a failure only when the storage or
 * provider is used.
 */
const TOGETHER: readonly (readonly (keyof Config)[])[] = [
  ['S3_ENDPOINT', 'S3_BUCKET', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
  ['BACKUP_S3_ENDPOINT', 'BACKUP_S3_REGION', 'BACKUP_S3_ACCESS_KEY_ID', 'BACKUP_S3_SECRET_ACCESS_KEY'],
  ['DKIM_SELECTOR', 'DKIM_PRIVATE_KEY_FILE'],
  ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'],
  [
    'APPLE_WALLET_PASS_TYPE',
    'APPLE_WALLET_TEAM',
    'APPLE_WALLET_CERTIFICATE_FILE',
    'APPLE_WALLET_KEY_FILE',
    'APPLE_WALLET_ISSUER_FILE',
  ],
  ['GOOGLE_WALLET_ISSUER', 'GOOGLE_WALLET_KEY_FILE'],
]

function expectAllOrNone(config: Config, names: readonly (keyof Config)[]): void {
  const isSet = (name: keyof Config): boolean => String(config[name]) !== ''
  const given = names.find(isSet)
  const missing = names.filter((name) => !isSet(name))
  if (given && missing.length > 0)
    throw new WrongSetting(`${given} is set, so ${missing.join(', ')} must be too.`)
}

function expectOneMode({ STRIPE_SECRET_KEY: secret, STRIPE_PUBLISHABLE_KEY: publishable }: Config): void {
  const modeOf = (key: string): string | undefined => key.split('_')[1]
  if (modeOf(secret) !== modeOf(publishable))
    throw new WrongSetting(
      'STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY must both be test keys or both be live.',
    )
}

function expectCdn({ CDN, CDN_ZONE, CDN_TOKEN }: Config): void {
  const isComplete = CDN_ZONE !== '' && CDN_TOKEN !== ''
  if (CDN !== 'off' && !isComplete)
    throw new WrongSetting(`CDN is ${CDN}, so CDN_ZONE and CDN_TOKEN must be set.`)
}

function expectBackupSettings({ BACKUP_TO: to, BACKUP_KEY: keys, BACKUP_S3_ENDPOINT: s3 }: Config): void {
  if (to !== '' && to !== 'off' && keys.length === 0)
    throw new WrongSetting(
      'BACKUP_TO is set, so BACKUP_KEY must be too: backups elsewhere are encrypted. `openssl rand -base64 32` makes a key. Keep a copy of it apart from this machine.',
    )
  if (to.startsWith('s3://') && !s3)
    throw new WrongSetting('BACKUP_TO begins with s3://, so the BACKUP_S3 settings must be set too.')
}

/** Returns the value for an error message. Secrets are hidden, even invalid ones. */
const toShow = (name: string, text: string): string =>
  /SECRET|_KEY$|_TOKEN$/.test(name) ? 'something else' : `"${text}"`

function readSetting(name: string, each: Setting<unknown>, text: string | undefined): unknown {
  if (!text) return typeof each.fallback === 'function' ? each.fallback() : each.parse(each.fallback)
  const value = each.parse(text)
  if (value === undefined)
    throw new WrongSetting(`${name} is set to ${toShow(name, text)}, but it must be ${each.shape}.`)
  return value
}
