import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readConfig, WrongSetting } from '#server/platform/config.ts'
import { SETTINGS } from '#server/platform/settings.ts'
import { CDN_EXAMPLES, MONITORING_EXAMPLES, type SettingExample } from '#tests/support/setting-examples.ts'
import { BACKUP, BACKUP_EXAMPLES, KEY } from './backup-examples.ts'

type Name = keyof typeof SETTINGS

const EXAMPLES: Record<Name, SettingExample> = {
  NODE_ENV: {
    byDefault: '',
    right: [
      ['production', 'production'],
      ['Production', 'production'],
      ['prod', 'production'],
      ['pre-prod', 'pre-prod'],
      ['test', 'test'],
    ],
    wrong: [],
  },
  DEMO: {
    byDefault: 'auto',
    right: [
      ['auto', 'auto'],
      ['on', 'on'],
      ['off', 'off'],
    ],
    wrong: ['yes', 'ON', '1'],
  },
  PORT: {
    byDefault: 4321,
    right: [
      ['0', 0],
      ['8080', 8080],
      [' 65535 ', 65_535],
    ],
    wrong: ['65536', '-1', '80.5', 'http', '1e3', '123456'],
  },
  HOST: {
    byDefault: '127.0.0.1',
    right: [
      ['0.0.0.0', '0.0.0.0'],
      ['::1', '::1'],
      ['tickets.example', 'tickets.example'],
    ],
    wrong: ['http://localhost', 'a b', 'a,b'],
  },
  WORKERS: {
    byDefault: 1,
    right: [
      ['1', 1],
      ['64', 64],
    ],
    wrong: ['0', '65', '-1', '2.5', 'all', '100'],
  },
  DATABASE_URL: {
    byDefault: '',
    right: [
      ['postgres://foyer:secret@db:5432/foyer', 'postgres://foyer:secret@db:5432/foyer'],
      ['postgresql://db/foyer?sslmode=require', 'postgresql://db/foyer?sslmode=require'],
    ],
    wrong: ['mysql://db/foyer', 'db:5432', 'postgres://', 'postgres://a b'],
  },
  FOYER_DATA_DIR: {
    byDefault: resolve('.foyer'),
    right: [
      ['/srv/foyer', '/srv/foyer'],
      ['data', resolve('data')],
    ],
    wrong: [],
  },
  FOYER_ENCRYPTION_KEY: {
    byDefault: [],
    right: [
      [KEY, [KEY]],
      [`${KEY}, ${'-_'.repeat(21)}8`, [KEY, `${'-_'.repeat(21)}8`]],
    ],
    wrong: ['short', KEY.slice(1), `${KEY}${KEY}`, `${KEY},`, '!'.repeat(43)],
  },
  FOYER_ENCRYPTION_KEY_FILE: {
    byDefault: '',
    right: [['/run/secrets/foyer', '/run/secrets/foyer']],
    wrong: [],
  },
  UPLOADS_DIR: {
    byDefault: resolve('.foyer/uploads'),
    right: [
      ['/srv/uploads', '/srv/uploads'],
      ['pictures', resolve('pictures')],
    ],
    wrong: [],
  },
  S3_ENDPOINT: {
    byDefault: '',
    right: [
      ['https://s3.eu-central-1.amazonaws.com', 'https://s3.eu-central-1.amazonaws.com'],
      ['http://127.0.0.1:9000/', 'http://127.0.0.1:9000'],
      ['https://storage.example/v1/s3/', 'https://storage.example/v1/s3'],
    ],
    wrong: [
      's3.example',
      's3://pictures',
      'https://key:secret@s3.example',
      'https://s3.example/?x',
      'https://',
    ],
  },
  S3_BUCKET: {
    byDefault: '',
    right: [['foyer-pictures.example', 'foyer-pictures.example']],
    wrong: ['ab', 'a/b', '../etc', 'a b c', '-pictures'],
  },
  S3_REGION: {
    byDefault: '',
    right: [
      ['eu-central-1', 'eu-central-1'],
      ['auto', 'auto'],
    ],
    wrong: ['EU', 'eu/central', 'a b'],
  },
  S3_ACCESS_KEY_ID: {
    byDefault: '',
    right: [['AKIAIOSFODNN7EXAMPLE', 'AKIAIOSFODNN7EXAMPLE']],
    wrong: ['a b', 'a/b', 'a,b'],
  },
  S3_SECRET_ACCESS_KEY: {
    byDefault: '',
    right: [['wJalr/K7MDENG+bPx=', 'wJalr/K7MDENG+bPx=']],
    // The default must not be printed.
    wrong: [],
  },
  ...BACKUP_EXAMPLES,
  MAIN_HOSTS: {
    byDefault: ['localhost', '127.0.0.1', '[::1]'],
    right: [
      ['Tickets.Example', ['tickets.example']],
      ['a.example, b.example,', ['a.example', 'b.example']],
      ['[::1]', ['[::1]']],
    ],
    wrong: ['https://tickets.example', 'tickets.example:443', ',', 'a b', 'a_b/c'],
  },
  VOUCHER_YEARS: { byDefault: 3, right: [['5', 5]], wrong: ['0', '31', 'three'] },
  TRUSTED_PROXIES: {
    byDefault: [],
    right: [
      ['10.0.0.1', ['10.0.0.1']],
      ['10.0.0.1, ::1', ['10.0.0.1', '::1']],
    ],
    wrong: ['10.0.0.0/8', 'proxy.example', '10.0.0.1;10.0.0.2', '*'],
  },
  STAFF_HINT_EMAILS: {
    byDefault: [],
    right: [['Ada@example.com, bo@mail.example.com', ['ada@example.com', 'bo@mail.example.com']]],
    wrong: ['ada', 'ada@', 'ada@example.com; bo@example.com', '@example.com'],
  },
  OPERATOR_EMAIL: {
    byDefault: '',
    right: [['Ines@Example.com', 'ines@example.com']],
    wrong: ['ines', 'a b@example.com', '@example.com'],
  },
  SMTP_URL: {
    byDefault: '',
    right: [
      ['smtp://localhost:1025', 'smtp://localhost:1025'],
      ['smtps://user:p%40ss@mail.example:465', 'smtps://user:p%40ss@mail.example:465'],
    ],
    wrong: ['mail.example', 'http://mail.example', 'smtp://', 'smtp://a b'],
  },
  SMTP_CLEARTEXT_PASSWORD: {
    byDefault: 'off',
    right: [['on', 'on']],
    wrong: ['yes', 'true', '1'],
  },
  MAIL_FROM: {
    byDefault: 'foyer@localhost',
    right: [['tickets@mail.example', 'tickets@mail.example']],
    wrong: ['tickets', 'Foyer <tickets@mail.example>', 'a@b, c@d', 'a b@c', 'a@b\nBcc: c@d'],
  },
  DKIM_SELECTOR: {
    byDefault: '',
    right: [
      ['foyer', 'foyer'],
      ['2026-11.mail', '2026-11.mail'],
    ],
    wrong: ['a b', '.foyer', 'a;b', 'a..b'],
  },
  DKIM_PRIVATE_KEY_FILE: {
    byDefault: '',
    right: [['/etc/foyer/dkim.pem', '/etc/foyer/dkim.pem']],
    wrong: [],
  },
  MAILBOX: {
    byDefault: 'auto',
    right: [['on', 'on']],
    wrong: ['off', 'yes', 'true'],
  },
  STOREFRONT_TARGET: {
    byDefault: [],
    right: [
      ['Sites.Foyer.example', ['sites.foyer.example']],
      ['sites.foyer.example, 192.0.2.1, 2001:db8::1', ['sites.foyer.example', '192.0.2.1', '2001:db8::1']],
    ],
    wrong: ['https://sites.foyer.example', 'localhost', '192.0.2.1:443', 'a b'],
  },
  DNS_SERVERS: {
    byDefault: [],
    right: [
      ['192.0.2.1', ['192.0.2.1']],
      ['127.0.0.1:5353, [2001:db8::1]:53,2001:db8::2', ['127.0.0.1:5353', '[2001:db8::1]:53', '2001:db8::2']],
    ],
    wrong: ['dns.example', '192.0.2', '192.0.2.1:', '[192.0.2.1', 'udp://192.0.2.1'],
  },
  STRIPE_SECRET_KEY: {
    byDefault: '',
    right: [],
    wrong: ['pk_test_1', 'sk_test_', 'sk_prod_1', 'sk_live_a b'],
  },
  STRIPE_PUBLISHABLE_KEY: { byDefault: '', right: [], wrong: ['sk_test_1', 'pk_test_', 'pk_1'] },
  STRIPE_WEBHOOK_SECRET: {
    byDefault: [],
    right: [],
    wrong: ['secret', 'whsec_short', 'whsec_12345678,', ','],
  },
  STRIPE_API_URL: {
    byDefault: 'https://api.stripe.com',
    right: [['http://127.0.0.1:12111', 'http://127.0.0.1:12111']],
    wrong: ['api.stripe.com', 'ftp://api.stripe.com', 'https://api.stripe.com/v1', 'https://a b'],
  },
  SANDBOX_WEBHOOK_SECRET: {
    byDefault: [expect.stringMatching(/^[\w-]{32}$/)],
    right: [
      ['sixteen letters!', ['sixteen letters!']],
      ['sixteen letters!, the one before it', ['sixteen letters!', 'the one before it']],
    ],
    wrong: ['too short', 'fifteen letters', 'sixteen letters!,short'],
  },
  APPLE_WALLET_PASS_TYPE: { byDefault: '', right: [], wrong: ['com.example', 'pass.', 'pass.a b'] },
  APPLE_WALLET_TEAM: { byDefault: '', right: [], wrong: ['A1B2C3D4E', 'a1b2c3d4e5', 'A1B2C3D4E-'] },
  APPLE_WALLET_CERTIFICATE_FILE: { byDefault: '', right: [], wrong: [] },
  APPLE_WALLET_KEY_FILE: { byDefault: '', right: [], wrong: [] },
  APPLE_WALLET_ISSUER_FILE: { byDefault: '', right: [], wrong: [] },
  APPLE_PUSH_URL: {
    byDefault: 'https://api.push.apple.com',
    right: [['http://127.0.0.1:2197', 'http://127.0.0.1:2197']],
    wrong: ['api.push.apple.com', 'https://api.push.apple.com/3', 'https://a b', 'https://a:99999'],
  },
  GOOGLE_WALLET_ISSUER: { byDefault: '', right: [], wrong: ['issuer', '3388 1', '-3'] },
  GOOGLE_WALLET_KEY_FILE: { byDefault: '', right: [], wrong: [] },
  GOOGLE_WALLET_API_URL: {
    byDefault: 'https://walletobjects.googleapis.com',
    right: [['http://127.0.0.1:8080', 'http://127.0.0.1:8080']],
    wrong: ['walletobjects.googleapis.com', 'https://a/walletobjects', 'https://a b'],
  },
  SWEEP_INTERVAL_MS: {
    byDefault: 2000,
    right: [
      ['100', 100],
      ['600000', 600_000],
    ],
    wrong: ['99', '099', '000', '600001', '1s', '-100', '1000.5'],
  },
  ...CDN_EXAMPLES,
  ...MONITORING_EXAMPLES,
  LOG_LEVEL: {
    byDefault: 'info',
    right: [
      ['silent', 'silent'],
      ['trace', 'trace'],
    ],
    wrong: ['verbose', 'INFO', '3'],
  },
}

const S3 = {
  S3_ENDPOINT: 'https://s3.example',
  S3_BUCKET: 'pictures',
  S3_REGION: 'auto',
  S3_ACCESS_KEY_ID: 'key',
  S3_SECRET_ACCESS_KEY: 'never to be told',
}

// The type guarantees that all settings are listed.
const names = Object.keys(EXAMPLES) as Name[]

/** Settings that must not be logged, even when invalid. */
const isSecret = (name: Name): boolean => /_(SECRET|KEY|TOKEN)$/.test(name)

describe.each(names)('%s', (name) => {
  const { byDefault, right, wrong } = EXAMPLES[name]

  test('has a default, also when empty', () => {
    expect(readConfig({})[name]).toEqual(byDefault)
    expect(readConfig({ [name]: '' })[name]).toEqual(byDefault)
    expect(readConfig({ [name]: '  ' })[name]).toEqual(byDefault)
  })

  test.each(right)('accepts %j', (text, value) => {
    const beside = {
      MAIL_FROM: 'tickets@mail.example',
      ...(name.startsWith('S3_') && S3),
      ...(name.startsWith('BACKUP_') && BACKUP),
      ...(name.startsWith('DKIM_') && {
        DKIM_SELECTOR: 'foyer',
        DKIM_PRIVATE_KEY_FILE: '/etc/foyer/dkim.pem',
      }),
      ...(name === 'CDN' && { CDN_ZONE: 'zone', CDN_TOKEN: 'a-token-of-16-chars' }),
    }
    expect(readConfig({ ...beside, [name]: text })[name]).toEqual(value)
  })

  test.each(wrong)('refuses %j with a message that names it and its format', (text) => {
    const read = () => readConfig({ [name]: text })
    expect(read).toThrow(WrongSetting)
    const shown = isSecret(name) ? 'something else' : `"${text}"`
    expect(read).toThrow(`${name} is set to ${shown}, but it must be ${SETTINGS[name].shape}.`)
  })
})

describe('settings', () => {
  test('ignores unknown names', () => {
    expect(Object.keys(readConfig({ UNKNOWN: '1' })).toSorted()).toEqual(names.toSorted())
  })

  test('a command’s default replaces an unset or blank setting, not a given one', () => {
    const defaults = { LOG_LEVEL: 'warn' }
    expect(readConfig({}, defaults).LOG_LEVEL).toBe('warn')
    expect(readConfig({ LOG_LEVEL: ' ' }, defaults).LOG_LEVEL).toBe('warn')
    expect(readConfig({ LOG_LEVEL: 'debug' }, defaults).LOG_LEVEL).toBe('debug')
  })

  test('are read from the environment in one place', () => {
    const elsewhere = globSync('src/**/*.{ts,tsx,astro}').flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/process\.env(?:\.|\[['"])(\w+)/g)].flatMap(([, name = '']) =>
        name in SETTINGS ? `${name} in ${file}` : [],
      ),
    )
    expect(elsewhere).toEqual([])
  })

  test('an unset secret differs between starts', () => {
    expect(readConfig({}).SANDBOX_WEBHOOK_SECRET).not.toEqual(readConfig({}).SANDBOX_WEBHOOK_SECRET)
  })

  test('encryption keys have one source', () => {
    const both = { FOYER_ENCRYPTION_KEY: KEY, FOYER_ENCRYPTION_KEY_FILE: '/run/secrets/foyer' }
    expect(() => readConfig(both)).toThrow(
      'either FOYER_ENCRYPTION_KEY or FOYER_ENCRYPTION_KEY_FILE, not both',
    )
  })

  test('a CDN requires its zone and token', () => {
    expect(() => readConfig({ CDN: 'fastly', CDN_ZONE: 'zone' })).toThrow(
      'CDN is fastly, so CDN_ZONE and CDN_TOKEN must be set.',
    )
  })

  test('a mail server requires a sender address', () => {
    expect(() => readConfig({ SMTP_URL: 'smtp://localhost:1025' })).toThrow(/MAIL_FROM must be too/)
  })

  describe('of Stripe', () => {
    const keys = {
      STRIPE_SECRET_KEY: 'sk_test_1',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
      STRIPE_WEBHOOK_SECRET: 'whsec_12345678, whsec_87654321',
    }

    test('must be set together', () => {
      expect(readConfig(keys)).toMatchObject({
        ...keys,
        STRIPE_WEBHOOK_SECRET: ['whsec_12345678', 'whsec_87654321'],
      })
      expect(readConfig({ ...keys, STRIPE_SECRET_KEY: 'rk_test_1' })).toMatchObject({
        STRIPE_SECRET_KEY: 'rk_test_1',
      })
    })

    test.each(Object.keys(keys))('are refused with a message when only %s is missing', (name) => {
      expect(() => readConfig({ ...keys, [name]: '' })).toThrow(new RegExp(`is set, so ${name} must be too`))
    })

    test('are refused when test and live keys are mixed', () => {
      const mixed = { ...keys, STRIPE_PUBLISHABLE_KEY: 'pk_live_1' }
      expect(() => readConfig(mixed)).toThrow(/must both be test keys or both be live/)
    })
  })

  test.each(Object.keys(S3))('S3 without %s is refused', (missing) => {
    const read = () => readConfig({ ...S3, [missing]: '' })
    expect(read).toThrow(WrongSetting)
    expect(read).toThrow(new RegExp(`^S3_\\w+ is set, so ${missing} must be too\\.$`))
    expect(read).not.toThrow(/never to be told/)
  })

  test('an incomplete S3 configuration lists all missing settings', () => {
    expect(() => readConfig({ S3_BUCKET: 'pictures', S3_REGION: 'auto' })).toThrow(
      'S3_BUCKET is set, so S3_ENDPOINT, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY must be too.',
    )
  })

  test('match the README', () => {
    const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8')
    // The formatter pads table columns.
    const lines = readme.split('\n').map((line) => line.replaceAll(/ {2,}/g, ' '))
    const rows = lines.slice(lines.indexOf('| setting | means | default |') + 2)
    expect(rows.slice(0, rows.indexOf(''))).toEqual(
      Object.entries(SETTINGS).map(([name, { means, fallback }]) => {
        const shown = typeof fallback === 'string' ? `\`${fallback}\`` : '–'
        return `| \`${name}\` | ${means} | ${shown} |`
      }),
    )
  })
})
