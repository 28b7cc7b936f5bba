import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { examineInstall } from '#server/commands/doctor.ts'
import { STRIPE_EVENTS } from '#server/money/providers/stripe-events.ts'
import { WrongSetting } from '#server/platform/config.ts'
import { createTestDatabase } from './database.ts'
import { startDnsServer, type DnsServer } from './dns-server.ts'
import { TEST_ENCRYPTION_KEY } from './encryption.ts'
import { openMailServer, type MailServer } from './mail-server.ts'
import type { ServerAddress } from './postgres.ts'
import { STRIPE_KEYS } from './stripe-server/keys.ts'
import { openStripeServer, type StripeServer } from './stripe-server/server.ts'

export const WEBHOOK_URL = 'https://foyer.example/api/payments/webhook'
const SECRETS = 'whsec_0123456789abcdef0123,whsec_0123456789abcdef4567'

/** A production install in which everything is right, for tests that break one thing. */
export interface RightInstall {
  database: Awaited<ReturnType<typeof createTestDatabase>>
  stripe: StripeServer
  mail: MailServer
  dns: DnsServer
  /** Of uploads. */
  folder: string
  settings: (change?: Record<string, string>) => Record<string, string>
  /** Sets Stripe's account up as it should be. */
  resetStripe: () => void
  close: () => Promise<void>
}

export async function openRightInstall(): Promise<RightInstall> {
  const database = await createTestDatabase()
  const stripe = await openStripeServer({ db: database.db })
  const mail = await openMailServer()
  const dns = await startDnsServer()
  const folder = await mkdtemp(join(tmpdir(), 'doctor-'))
  dns.set('foyer.example', { A: ['192.0.2.1'] })
  dns.set('sites.foyer.example', { A: ['192.0.2.1'] })
  return {
    database,
    stripe,
    mail,
    dns,
    folder,
    settings: (change = {}) => ({
      NODE_ENV: 'production',
      PORT: '0',
      TRUSTED_PROXIES: '127.0.0.1',
      DATABASE_URL: urlOf(database.address),
      FOYER_ENCRYPTION_KEY: TEST_ENCRYPTION_KEY,
      MAIN_HOSTS: 'foyer.example,localhost',
      STOREFRONT_TARGET: 'sites.foyer.example',
      DNS_SERVERS: dns.address,
      SMTP_URL: mail.url,
      MAIL_FROM: 'tickets@foyer.example',
      UPLOADS_DIR: folder,
      STRIPE_SECRET_KEY: STRIPE_KEYS.secretKey,
      STRIPE_PUBLISHABLE_KEY: STRIPE_KEYS.publishableKey,
      STRIPE_WEBHOOK_SECRET: SECRETS,
      STRIPE_API_URL: stripe.url,
      ...change,
    }),
    resetStripe: () => resetStripe(stripe),
    close: async () => {
      await Promise.all([stripe.close(), mail.close(), dns.close(), rm(folder, { recursive: true })])
      await database.drop()
    },
  }
}

/** Exit code and output of `foyer doctor`, without a process of its own. */
export async function runDoctor(
  settings: Record<string, string>,
): Promise<{ code: number; out: string; err: string }> {
  try {
    const { report, problems } = await examineInstall(settings)
    return { code: problems === 0 ? 0 : 1, out: report, err: '' }
  } catch (error) {
    if (!(error instanceof WrongSetting)) throw error
    return { code: 1, out: '', err: error.message }
  }
}

export const urlOf = ({ host, port, user, database }: ServerAddress, parameters = ''): string =>
  `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}${parameters}`

function resetStripe({ account }: StripeServer): void {
  account.webhookEndpoints = [
    {
      url: WEBHOOK_URL,
      enabled_events: [...STRIPE_EVENTS.account, ...STRIPE_EVENTS.connectedAccounts],
      status: 'enabled',
      api_version: '2026-10-28.endive',
    },
  ]
  account.eventDestinations = [
    {
      url: WEBHOOK_URL,
      enabled_events: [...STRIPE_EVENTS.accountsV2],
      status: 'enabled',
      events_from: ['other_accounts'],
    },
  ]
  account.hasConnect = true
  account.domains.set('foyer.example', { id: 'pmd_1', isEnabled: true })
}
