import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { checkBackups } from '#server/commands/doctor/check-backups.ts'
import { checkMachine, thisMachine } from '#server/commands/doctor/check-machine.ts'
import { checkWallets } from '#server/commands/doctor/check-wallets.ts'
import type { Finding } from '#server/commands/doctor/findings.ts'
import { seedDemo } from '#server/commands/seed.ts'
import { readConfig } from '#server/platform/config.ts'
import { writeBackupState, type BackupStateRow } from '#server/platform/backups/backup-rows.ts'
import {
  createAppleCertificates,
  hasOpenssl,
  type AppleCertificates,
} from '#tests/support/apple-certificates.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { openRightInstall, runDoctor, urlOf, type RightInstall } from '#tests/support/doctor.ts'
import { createHome, runFoyer } from '#tests/support/owners.ts'
import { startS3Server } from '#tests/support/s3-server.ts'

let install: RightInstall
beforeAll(async () => {
  install = await openRightInstall()
})
afterAll(() => install.close())
beforeEach(() => install.resetStripe())

let undo: (() => unknown)[] = []
afterEach(async () => {
  for (const each of undo.toReversed()) await each()
  undo = []
})

/** Problems that the command finds, which must exit with code 1. */
async function problemsOf(settings: Record<string, string>): Promise<string> {
  const { code, out, err } = await runDoctor(settings)
  expect(code).toBe(1)
  return [...out.split('\n').filter((line) => line.includes('PROBLEM')), err].join('\n')
}

/** A database of its own, to break. */
async function openBroken(...statements: string[]) {
  const database = await createTestDatabase()
  undo.push(database.drop)
  for (const statement of statements)
    await sql.raw(statement.replaceAll('$database', database.address.database)).execute(database.db)
  return { ...database, settings: install.settings({ DATABASE_URL: urlOf(database.address) }) }
}

describe('settings', () => {
  test.each([
    [
      'Stripe’s keys of both modes',
      { STRIPE_SECRET_KEY: 'sk_live_1' },
      'STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY must both be test keys or both be live.',
    ],
    [
      'Stripe without its webhook secret',
      { STRIPE_WEBHOOK_SECRET: '' },
      'STRIPE_SECRET_KEY is set, so STRIPE_WEBHOOK_SECRET must be too.',
    ],
    ['a mail server without a sender', { MAIL_FROM: '' }, 'SMTP_URL is set, so MAIL_FROM must be too'],
    [
      'an encryption key that is too short',
      { FOYER_ENCRYPTION_KEY: 'c2hvcnQ=' },
      'FOYER_ENCRYPTION_KEY is set to something else, but it must be a key of 32 bytes in base64',
    ],
    [
      'no encryption key',
      { FOYER_ENCRYPTION_KEY: '' },
      'FOYER_ENCRYPTION_KEY or FOYER_ENCRYPTION_KEY_FILE must be too',
    ],
    [
      'backups elsewhere without a key',
      { BACKUP_TO: '/mnt/backups' },
      'BACKUP_TO is set, so BACKUP_KEY must be too',
    ],
    [
      'backups in S3 without its settings',
      { BACKUP_TO: 's3://backups', BACKUP_KEY: Buffer.alloc(32, 1).toString('base64') },
      'BACKUP_TO begins with s3://, so the BACKUP_S3 settings must be set too.',
    ],
    [
      'a proxy that isn’t trusted',
      { TRUSTED_PROXIES: '' },
      'TRUSTED_PROXIES doesn’t contain the proxy on this machine',
    ],
    ['a host without DNS', { MAIN_HOSTS: 'lost.example' }, 'lost.example (MAIN_HOSTS) has no DNS record.'],
    [
      'a HOST of another machine',
      { HOST: '192.0.2.77' },
      'HOST is 192.0.2.77, which isn’t an address of this machine.',
    ],
    [
      'a mail server that is down',
      { SMTP_URL: 'smtp://127.0.0.1:1' },
      'The mail server in SMTP_URL can’t be used: ',
    ],
    ['Stripe’s key revoked', { STRIPE_SECRET_KEY: 'sk_test_another' }, 'Stripe refuses STRIPE_SECRET_KEY.'],
    [
      'Stripe out of reach',
      { STRIPE_API_URL: 'http://127.0.0.1:1' },
      'Stripe doesn’t respond at http://127.0.0.1:1.',
    ],
    [
      'another webhook secret missing',
      { STRIPE_WEBHOOK_SECRET: 'whsec_0123456789abcdef0123' },
      'There are 2 endpoints with this install’s address, but STRIPE_WEBHOOK_SECRET has 1.',
    ],
  ])('%s', async (_, change, text) => {
    expect(await problemsOf(install.settings(change))).toContain(text)
  })

  test('uploads that can’t be written', async () => {
    const file = join(install.folder, 'no-folder')
    writeFileSync(file, '')
    undo.push(() => rmSync(file))
    expect(await problemsOf(install.settings({ UPLOADS_DIR: join(file, 'uploads') }))).toMatch(
      /Images can’t be stored\. /,
    )
  })

  test('wrong keys for S3', async () => {
    const server = await startS3Server()
    undo.push(() => server.close())
    expect(
      await problemsOf(
        install.settings({
          S3_ENDPOINT: server.settings.endpoint,
          S3_BUCKET: server.settings.bucket,
          S3_REGION: server.settings.region,
          S3_ACCESS_KEY_ID: server.settings.accessKeyId,
          S3_SECRET_ACCESS_KEY: 'wrong',
        }),
      ),
    ).toMatch(/Check S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY\./)
  })

  test('no mail server is worth a look', async () => {
    const { out } = await runDoctor(install.settings({ SMTP_URL: '' }))
    expect(out).toContain('check    SMTP_URL is not set')
  })
})

describe('the database', () => {
  test.each([
    [
      'is out of reach',
      'postgres://foyer@127.0.0.1:1/foyer',
      /The database that DATABASE_URL names can't be used: connect ECONNREFUSED/,
    ],
    ['of several hosts has no primary', 'postgres://foyer@127.0.0.1:1,127.0.0.1:2/foyer', /DATABASE_URL/],
  ])('%s', async (_, DATABASE_URL, text) => {
    expect(await problemsOf(install.settings({ DATABASE_URL }))).toMatch(text)
  })

  test('is a standby', async () => {
    const { settings } = await openBroken('alter database $database set default_transaction_read_only = on')
    expect(await problemsOf(settings)).toMatch(/The database is read-only, probably a replica/)
  })

  test('is too old', async () => {
    const { settings } = await openBroken(
      `create function public.current_setting(name text) returns text language sql as $$
        select case name when 'server_version_num' then '170004' when 'server_version' then '17.4' else pg_catalog.current_setting(name) end $$`,
      'alter database $database set search_path = public, pg_catalog',
    )
    expect(await problemsOf(settings)).toMatch(
      /DATABASE_URL names a PostgreSQL 17\.4; Foyer needs version 18 or newer\./,
    )
  })

  test('has another clock', async () => {
    const { settings } = await openBroken(
      `create function public.clock_timestamp() returns timestamptz language sql as $$ select pg_catalog.clock_timestamp() - interval '1 hour' $$`,
      'alter database $database set search_path = public, pg_catalog',
    )
    expect(await problemsOf(settings)).toMatch(
      /The clocks of this machine and the database differ by 3(?:59\d|60\d) seconds/,
    )
  })

  test('is behind a pooler that drops time limits', async () => {
    const { address } = await openBroken()
    expect(
      await problemsOf(install.settings({ DATABASE_URL: urlOf(address, '&statement_timeout=0') })),
    ).toMatch(/has no statement_timeout, which Foyer sets/)
  })

  test('belongs to another user', async () => {
    const { address, db } = await openBroken('create role doctor_guest login')
    undo.push(() => sql`drop role doctor_guest`.execute(install.database.db))
    undo.push(() => sql`drop owned by doctor_guest`.execute(db))
    await sql`grant select on all tables in schema public to doctor_guest`.execute(db)
    const settings = install.settings({ DATABASE_URL: urlOf({ ...address, user: 'doctor_guest' }) })
    expect(await problemsOf(settings)).toMatch(
      /The user doctor_guest isn’t allowed to create tables and schemas/,
    )
    expect(await problemsOf(settings)).toMatch(
      /The database’s user isn’t allowed to read and write these tables: (?:\w+, ){2}\w+\. They belong to another user\./,
    )
  })

  test('was migrated by a newer version', async () => {
    const { settings } = await openBroken(
      `insert into kysely_migration (name, timestamp) values ('9999_later', 'now')`,
    )
    expect(await problemsOf(settings)).toMatch(/was migrated by a newer Foyer \(9999_later\)/)
  })

  test('has secrets of another key', async () => {
    const { settings } = await openBroken()
    await runFoyer(['secrets'], settings)
    const other = Buffer.alloc(32, 5).toString('base64')
    expect(await problemsOf({ ...settings, FOYER_ENCRYPTION_KEY: other })).toMatch(/FOYER_ENCRYPTION_KEY/)
  })

  test('has demo accounts where real tickets are sold', async () => {
    const { db, settings } = await openBroken()
    await seedDemo(db, Date.now())
    expect(await problemsOf(settings)).toMatch(
      /This production install has the demo’s promoters: .*`foyer demo remove`/,
    )
  })

  test('without an operator or archiving is worth a look', async () => {
    const { out } = await runDoctor(install.settings())
    expect(out).toContain('check    There is no operator.')
    expect(out).toContain('check    PostgreSQL doesn’t archive its WAL.')
  })
})

describe('the embedded database', () => {
  test('in a folder that can’t be used', async () => {
    const home = createHome()
    undo.push(() => home.remove())
    mkdirSync(home.config.FOYER_DATA_DIR, { recursive: true })
    chmodSync(home.config.FOYER_DATA_DIR, 0o755)
    writeFileSync(home.folder, 'no folder')
    const settings = install.settings({ ...home.environment, DATABASE_URL: '', FOYER_ENCRYPTION_KEY: '' })
    const { code, out } = await runDoctor(settings)
    expect(code).toBe(1)
    expect(out).toMatch(/^Database\n {2}PROBLEM {2}/m)
  })

  test('whose restore was interrupted', async () => {
    const home = createHome()
    undo.push(() => home.remove())
    mkdirSync(home.config.FOYER_DATA_DIR, { recursive: true })
    writeFileSync(`${home.folder}.restoring`, '')
    const settings = install.settings({ ...home.environment, DATABASE_URL: '', FOYER_ENCRYPTION_KEY: '' })
    expect(await problemsOf(settings)).toMatch(
      /was interrupted while it replaced the data\. Repeat it with `foyer restore`\./,
    )
  })
})

/** Texts of the problems, or with `kind` of the warnings. */
const textsOf = (findings: readonly Finding[], kind: Finding['level'] = 'problem'): string =>
  findings.flatMap(({ level: is, text }) => (is === kind ? text : [])).join('\n')

describe('the machine', () => {
  const config = (change: Record<string, string> = {}) => readConfig({ PORT: '0', ...change })

  test('has an old Node', async () => {
    const findings = await checkMachine(config(), { ...thisMachine, nodeVersion: '20.19.0' })
    expect(textsOf(findings)).toMatch(/^Node 20\.19\.0 is too old\. /)
  })

  test('has a full disk', async () => {
    const full = { ...thisMachine, freeBytes: (folder: string) => (folder.endsWith('uploads') ? 5e8 : 5e9) }
    const findings = await checkMachine(config({ UPLOADS_DIR: '/srv/uploads' }), full)
    expect(textsOf(findings)).toBe(
      'Only 0.5 GB are free at /srv/uploads (UPLOADS_DIR). When the disk is full, nothing can be sold.',
    )
  })

  test('has another program on the port, unlike Foyer itself', async () => {
    let body = 'hello'
    const server = createServer((_, response) => response.end(body)).listen(0, '127.0.0.1')
    await once(server, 'listening')
    undo.push(() => server.close())
    // A listening TCP server has an address with a port.
    const { port } = server.address() as AddressInfo
    const taken = await checkMachine(config({ PORT: String(port) }))
    expect(textsOf(taken)).toBe(`Another program is listening on port ${port}. Set PORT to a free one.`)
    body = 'ok'
    const own = await checkMachine(config({ PORT: String(port) }))
    expect(textsOf(own, 'fine')).toContain(`Foyer runs on port ${port}.`)
    expect(textsOf(own)).toBe('')
  })

  test('has fewer cores than processes', async () => {
    expect(textsOf(await checkMachine(config({ WORKERS: '64' })), 'warning')).toMatch(
      /^WORKERS is 64, and this machine has/,
    )
  })
})

interface Broken {
  state?: Partial<BackupStateRow>
  change?: Record<string, string>
}

describe('backups', () => {
  const NOW = Date.parse('2026-11-27T18:00:00Z')
  const RIGHT: BackupStateRow = {
    place: '/mnt/backups',
    isElsewhere: true,
    baseAt: new Date(NOW - 3_600_000),
    walAt: new Date(NOW - 10_000),
    error: '',
  }
  const check = async (state: Partial<BackupStateRow>, change: Record<string, string> = {}) => {
    const { db } = install.database
    await writeBackupState(db, { ...RIGHT, ...state })
    const FOYER_DATA_DIR = join(install.folder, 'data')
    return checkBackups(db, readConfig({ FOYER_DATA_DIR, ...change }), NOW)
  }

  test('that are right have no findings but good ones', async () => {
    const findings = await check({})
    expect(findings.map(({ level: is }) => is)).toEqual(['fine'])
    expect(textsOf(findings, 'fine')).toBe('Everything up to 2026-11-27T17:59:50.000Z is backed up.')
  })

  test.each([
    ['are off', { change: { BACKUP_TO: 'off' } }, /^BACKUP_TO is off/],
    [
      'fail',
      { state: { error: 'The backup folder /mnt/backups can’t be used: its disk is full.' } },
      /^The last backup failed: .* its disk is full\.$/,
    ],
    [
      'are old',
      { state: { baseAt: new Date(NOW - 3 * 86_400_000) } },
      /^The last backup is of 2026-11-24T18:00:00\.000Z/,
    ],
  ])('%s', async (_, { state = {}, change = {} }: Broken, text) => {
    expect(textsOf(await check(state, change))).toMatch(text)
  })

  test('can’t be reached', async () => {
    const file = join(install.folder, 'file')
    writeFileSync(file, '')
    undo.push(() => rmSync(file))
    const BACKUP_KEY = Buffer.alloc(32, 1).toString('base64')
    const findings = await check({}, { BACKUP_TO: join(file, 'backups'), BACKUP_KEY })
    expect(textsOf(findings)).toMatch(/^The backups can’t be reached\. The backup folder \S+ can’t be used: /)
  })

  test.each([
    [
      'are on the disk of the data',
      { isElsewhere: false },
      /^The backups are on the same disk as the data, and would be lost with it\./m,
    ],
    [
      'lack what was sold lately',
      { walAt: new Date(NOW - 3_600_000) },
      /^Changes of the last 15 minutes are not in the backup/m,
    ],
    ['were never made', { baseAt: null }, /^There is no backup yet\./m],
  ])('%s', async (_, state, text) => {
    expect(textsOf(await check(state), 'warning')).toMatch(text)
  })

  test('of an external PostgreSQL fail', async () => {
    const { db, address } = await openBroken(
      `create view public.pg_stat_archiver as select now() as last_archived_time, now() + interval '1 second' as last_failed_time,
        '000000010000000000000007'::text as last_failed_wal`,
      'alter database $database set search_path = public, pg_catalog',
    )
    expect(db).toBeDefined()
    expect(await problemsOf(install.settings({ DATABASE_URL: urlOf(address) }))).toMatch(
      /PostgreSQL could not archive the WAL file 000000010000000000000007 at /,
    )
  })
})

describe.runIf(hasOpenssl)('wallets', () => {
  let apple: AppleCertificates
  beforeAll(() => {
    apple = createAppleCertificates()
  })
  afterAll(() => apple.remove())

  const config = (change: Record<string, string> = {}) =>
    readConfig({
      APPLE_WALLET_PASS_TYPE: apple.passType,
      APPLE_WALLET_TEAM: apple.team,
      APPLE_WALLET_CERTIFICATE_FILE: apple.certificate,
      APPLE_WALLET_KEY_FILE: apple.key,
      APPLE_WALLET_ISSUER_FILE: apple.issuer,
      ...change,
    })
  const inDays = (days: number): number => Date.now() + days * 86_400_000

  test('with an expired certificate', async () => {
    expect(textsOf(await checkWallets(config(), inDays(31)))).toMatch(
      /^Apple’s certificate for passes expired on 20/,
    )
    expect(textsOf(await checkWallets(config(), inDays(5)), 'warning')).toMatch(
      /^Apple’s certificate for passes expires on 20/,
    )
  })

  test('with a key of another certificate', async () => {
    const findings = await checkWallets(config({ APPLE_WALLET_KEY_FILE: apple.issuer }), inDays(0))
    expect(textsOf(findings)).toMatch(
      /^The APPLE_WALLET files must be two certificates and a private RSA key/,
    )
  })
})
