import { randomBytes } from 'node:crypto'
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { parseEncryptionKey } from '#server/platform/encryption/encryption.ts'
import { APPLE_WALLET_SETTINGS } from './settings/apple-wallet-settings.ts'
import { BACKUP_SETTINGS } from './settings/backup-settings.ts'
import { GOOGLE_WALLET_SETTINGS } from './settings/google-wallet-settings.ts'
import { VOUCHER_SETTINGS } from './settings/voucher-settings.ts'
import { CDN_SETTINGS } from './settings/cdn-settings.ts'
import { MONITORING_SETTINGS } from './settings/monitoring-settings.ts'
import { isDnsServer, parseList, parseSecrets } from './settings/setting-formats.ts'
import { setting } from './settings/setting.ts'

/** All settings of Foyer. No other code reads environment variables. */
export const SETTINGS = {
  NODE_ENV: setting<string>({
    means: 'production: no demo data unless DEMO is on',
    shape: 'production, or any other word',
    fallback: () => '',
    parse: (text) => (/^prod(uction)?$/i.test(text) ? 'production' : text),
  }),
  DEMO: setting<'auto' | 'on' | 'off'>({
    means:
      'Whether an empty database is filled with the demo: auto with the embedded database, local MAIN_HOSTS and NODE_ENV other than production. Demo accounts sign in from this machine only',
    shape: 'auto, on or off',
    fallback: 'auto',
    parse: (text) => (text === 'auto' || text === 'on' || text === 'off' ? text : undefined),
  }),
  PORT: setting({
    means: 'Port that Foyer listens on; 0 chooses a free port',
    shape: 'a number from 0 to 65535',
    fallback: '4321',
    parse: (text) => (/^\d{1,5}$/.test(text) && Number(text) <= 65_535 ? Number(text) : undefined),
  }),
  HOST: setting({
    means: 'Address that Foyer listens on; 0.0.0.0 for every interface',
    shape: 'an IP address or a host name',
    fallback: '127.0.0.1',
    parse: (text) => (/^[\w.:-]+$/.test(text) ? text : undefined),
  }),
  WORKERS: setting({
    means: 'Processes that share the port; one for each core that PostgreSQL leaves free',
    shape: 'a number from 1 to 64',
    fallback: '1',
    parse: (text) =>
      /^\d{1,2}$/.test(text) && Number(text) >= 1 && Number(text) <= 64 ? Number(text) : undefined,
  }),
  DATABASE_URL: setting<string>({
    means: 'PostgreSQL 18 or newer to use instead of the embedded one; several hosts are separated by commas',
    shape: 'an address like postgres://user:password@host:5432/foyer',
    fallback: () => '',
    parse: (text) => (/^postgres(ql)?:\/\/\S+$/.test(text) ? text : undefined),
  }),
  FOYER_DATA_DIR: setting({
    means: 'Folder of the embedded PostgreSQL',
    shape: 'a folder',
    fallback: '.foyer',
    parse: (text) => resolve(text),
  }),
  FOYER_ENCRYPTION_KEY: setting<string[]>({
    means:
      'Keys that encrypt secrets in the database (`openssl rand -base64 32`): the first encrypts, all decrypt. Needed with DATABASE_URL; generated beside the data of the embedded PostgreSQL',
    shape: 'a key of 32 bytes in base64; several keys are separated by commas',
    fallback: () => [],
    parse: (text) => {
      const keys = text.split(',').map((key) => key.trim())
      return keys.every((key) => parseEncryptionKey(key)) ? keys : undefined
    },
  }),
  FOYER_ENCRYPTION_KEY_FILE: setting<string>({
    means: 'File with these keys instead, one per line',
    shape: 'a file',
    fallback: () => '',
    parse: (text) => resolve(text),
  }),
  UPLOADS_DIR: setting({
    means: 'Folder of uploaded images; nodes share one. Not used with S3',
    shape: 'a folder',
    fallback: '.foyer/uploads',
    parse: (text) => resolve(text),
  }),
  S3_ENDPOINT: setting<string>({
    means: 'S3-compatible storage that keeps uploaded images instead of a folder; all S3 settings or none',
    shape: 'an address like https://s3.eu-central-1.amazonaws.com',
    fallback: () => '',
    parse: (text) =>
      URL.canParse(text) ? /^(https?:\/\/[^\s?#@]*[^\s?#@/])\/*$/.exec(text)?.[1] : undefined,
  }),
  S3_BUCKET: setting<string>({
    means: 'Bucket of the images; it need not be public',
    shape: 'the name of a bucket',
    fallback: () => '',
    parse: (text) => (/^[a-z\d][\w.-]{1,61}[a-z\d]$/i.test(text) ? text : undefined),
  }),
  S3_REGION: setting<string>({
    means: 'Region of the bucket; some providers have only one (auto, us-east-1)',
    shape: 'a region like eu-central-1',
    fallback: () => '',
    parse: (text) => (/^[a-z\d-]+$/.test(text) ? text : undefined),
  }),
  S3_ACCESS_KEY_ID: setting<string>({
    means: 'Key that may get, put, delete and list the bucket’s objects',
    shape: 'the id of an access key',
    fallback: () => '',
    parse: (text) => (/^[^\s/,=]+$/.test(text) ? text : undefined),
  }),
  S3_SECRET_ACCESS_KEY: setting<string>({
    means: 'Secret of that key',
    shape: 'the secret of the access key',
    fallback: () => '',
    parse: (text) => text,
  }),
  ...BACKUP_SETTINGS,
  MAIN_HOSTS: setting({
    means:
      'Host names of the main site, which lists every promoter’s events; no custom domain is looked up for them',
    shape: 'host names, separated by commas',
    fallback: 'localhost,127.0.0.1,[::1]',
    parse: (text) => {
      const hosts = parseList(text)
      return hosts.length > 0 && hosts.every((host) => /^(\[[\da-f:]+\]|[a-z\d.-]+)$/.test(host))
        ? hosts
        : undefined
    },
  }),
  ...VOUCHER_SETTINGS,
  TRUSTED_PROXIES: setting<string[]>({
    means: 'Addresses of proxies whose X-Forwarded-For, X-Forwarded-Proto and X-Forwarded-Host are trusted',
    shape: 'IP addresses, separated by commas',
    fallback: () => [],
    parse: (text) => (parseList(text).every((address) => isIP(address) > 0) ? parseList(text) : undefined),
  }),
  STAFF_HINT_EMAILS: setting<string[]>({
    means: 'Email addresses whose owners see staff pages first; this grants no permissions',
    shape: 'email addresses, separated by commas',
    fallback: () => [],
    parse: (text) =>
      parseList(text).every((each) => /^[^\s@]+@[\w.-]+$/.test(each)) ? parseList(text) : undefined,
  }),
  OPERATOR_EMAIL: setting<string>({
    means: 'Email address that gets the link for the first operator, which is also printed',
    shape: 'an email address',
    fallback: () => '',
    parse: (text) => (/^[^\s@]+@[\w.-]+$/.test(text) ? text.toLowerCase() : undefined),
  }),
  SMTP_URL: setting<string>({
    means: 'Mail server that sends email; needs MAIL_FROM',
    shape: 'an address like smtps://user:password@mail.example:465',
    fallback: () => '',
    parse: (text) => (/^smtps?:\/\/\S+$/.test(text) && URL.canParse(text) ? text : undefined),
  }),
  SMTP_CLEARTEXT_PASSWORD: setting<'off' | 'on'>({
    means: 'Whether the password in an smtp:// SMTP_URL may be sent without TLS; off requires STARTTLS',
    shape: 'off or on',
    fallback: 'off',
    parse: (text) => (text === 'off' || text === 'on' ? text : undefined),
  }),
  MAIL_FROM: setting({
    means: 'Address that emails are sent from; the name shown with it is the site’s',
    shape: 'an email address',
    fallback: 'foyer@localhost',
    parse: (text) => (/^[^\s@<>"(),:;]+@[\w.-]+$/.test(text) ? text : undefined),
  }),
  DKIM_SELECTOR: setting<string>({
    means:
      'Selector of the DKIM key that email is signed with, if the mail server doesn’t sign it; with DKIM_PRIVATE_KEY_FILE',
    shape: 'letters, digits and hyphens, with dots between them',
    fallback: () => '',
    parse: (text) => (/^[a-z\d-]+(\.[a-z\d-]+)*$/i.test(text) ? text : undefined),
  }),
  DKIM_PRIVATE_KEY_FILE: setting<string>({
    means: 'File with the private RSA key of DKIM_SELECTOR, in PEM, for the domain of MAIL_FROM',
    shape: 'a file',
    fallback: () => '',
    parse: (text) => resolve(text),
  }),
  MAILBOX: setting<'auto' | 'on'>({
    means:
      'Whether email is shown at /dev/mailbox, on this machine only, while SMTP_URL is not set: auto with the embedded database, on with any database',
    shape: 'auto or on',
    fallback: 'auto',
    parse: (text) => (text === 'auto' || text === 'on' ? text : undefined),
  }),
  STOREFRONT_TARGET: setting<string[]>({
    means:
      'Where promoters’ domains must point: the name for their CNAME, the addresses for their A and AAAA records',
    shape: 'host names and IP addresses, separated by commas',
    fallback: () => [],
    parse: (text) =>
      parseList(text).every((each) => isIP(each) > 0 || /^[a-z\d-]+(\.[a-z\d-]+)+$/.test(each))
        ? parseList(text)
        : undefined,
  }),
  DNS_SERVERS: setting<string[]>({
    means: 'DNS servers used to verify domains; the system’s when not set',
    shape: 'IP addresses, with a port if it is not 53, separated by commas',
    fallback: () => [],
    parse: (text) => (parseList(text).every(isDnsServer) ? parseList(text) : undefined),
  }),
  STRIPE_SECRET_KEY: setting<string>({
    means: 'Stripe’s secret key; without it, payments are simulated and no real money moves',
    shape: 'a key like sk_live_…, sk_test_… or a restricted rk_…',
    fallback: () => '',
    parse: (text) => (/^[sr]k_(test|live)_\w+$/.test(text) ? text : undefined),
  }),
  STRIPE_PUBLISHABLE_KEY: setting<string>({
    means: 'Stripe’s publishable key, which is sent to browsers',
    shape: 'a key like pk_live_… or pk_test_…',
    fallback: () => '',
    parse: (text) => (/^pk_(test|live)_\w+$/.test(text) ? text : undefined),
  }),
  STRIPE_WEBHOOK_SECRET: setting<string[]>({
    means: 'Signing secrets of Stripe’s webhooks: one for each endpoint, and two while a secret is rotated',
    shape: 'secrets like whsec_…, separated by commas',
    fallback: () => [],
    parse: (text) => parseSecrets(text, /^whsec_\S{8,}$/),
  }),
  STRIPE_API_URL: setting({
    means: 'URL of Stripe’s API',
    shape: 'an address like https://api.stripe.com',
    fallback: 'https://api.stripe.com',
    parse: (text) =>
      /^https?:\/\/[\w.-]+(:\d{1,5})?\/?$/.test(text) && URL.canParse(text) ? text : undefined,
  }),
  SANDBOX_WEBHOOK_SECRET: setting<string[]>({
    means: 'Secrets that sign the sandbox provider’s webhooks; generated at each start when not set',
    shape: '16 characters or more; several secrets are separated by commas',
    fallback: () => [randomBytes(24).toString('base64url')],
    parse: (text) => parseSecrets(text, /^.{16,}$/),
  }),
  ...APPLE_WALLET_SETTINGS,
  ...GOOGLE_WALLET_SETTINGS,
  SWEEP_INTERVAL_MS: setting({
    means: 'Milliseconds between two runs of the background jobs (expired holds, late payments)',
    shape: 'a number from 100 to 600000',
    fallback: '2000',
    parse: (text) =>
      /^\d{3,6}$/.test(text) && Number(text) >= 100 && Number(text) <= 600_000 ? Number(text) : undefined,
  }),
  ...CDN_SETTINGS,
  ...MONITORING_SETTINGS,
} as const
