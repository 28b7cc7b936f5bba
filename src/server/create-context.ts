import type { Logger } from 'pino'
import { createMailPreferenceTokens } from '#server/platform/outbox/mail-preference-tokens.ts'
import { createAccessTokens } from '#server/people/sessions/access-tokens.ts'
import { readAuthKeys } from '#server/platform/encryption/auth-key-rows.ts'
import { createDeviceCookies } from '#server/people/sessions/device-cookies.ts'
import type { PasswordCost } from '#server/people/passwords/password-hash.ts'
import { createPasswords } from '#server/people/passwords/passwords.ts'
import { createEventUnlockSigner } from '#server/catalog/listings/event-unlock-signer.ts'
import type { Config } from '#server/platform/config.ts'
import { systemClock, type Clock, type Context } from './context.ts'
import {
  createDatabase,
  createJobPool,
  createSlowReadsPool,
  type FoyerPool,
} from '#server/platform/db/pool.ts'
import type { DatabaseConnection } from '#server/platform/db/client/foyer-client.ts'
import { createStandby, type Standby } from '#server/platform/db/standby/standby.ts'
import { createWriteAccess } from '#server/platform/db/standby/write-access.ts'
import { openSharedConnection } from '#server/platform/db/shared-connection.ts'
import type { Db } from '#server/platform/db/query.ts'
import { createHealthLog, type HealthLog } from '#server/platform/health/health-log.ts'
import { createMetrics, type Metrics } from '#server/platform/metrics/metrics.ts'
import { addPoolMetrics } from '#server/platform/metrics/pool-metrics.ts'
import { addProcessMetrics } from '#server/platform/metrics/process-metrics.ts'
import { createNameLookups } from '#server/platform/dns/name-lookups.ts'
import { encryptPlaintext, expectKnownKeys } from '#server/platform/encryption/encrypt-secrets.ts'
import { createEncryption } from '#server/platform/encryption/encryption.ts'
import { readKeys } from '#server/platform/encryption/read-keys.ts'
import { createKeyedQueue } from '#server/platform/limits/keyed-queue.ts'
import { createRateLimits } from '#server/platform/limits/rate-limits.ts'
import { createHoldBatcher } from '#server/catalog/inventory/hold-batcher.ts'
import { createInvoiceRenderer } from '#server/money/invoices/invoice-pdfs.ts'
import { createEventBatcher } from '#server/money/payments/event-batcher.ts'
import { createApiDocumentLoader } from './openapi/api-document-loader.ts'
import { createKeyedIds } from '#server/sales/orders/keyed-ids.ts'
import type { PaymentProvider } from '#server/money/providers/provider.ts'
import { createSandbox } from '#server/money/providers/sandbox.ts'
import { createVisitCounter } from '#server/reports/visits/visit-counter.ts'
import { readAppleCredentials } from '#server/sales/wallets/apple/apple-credentials.ts'
import { createAppleWallet } from '#server/sales/wallets/apple/apple-wallet.ts'
import { readGoogleCredentials } from '#server/sales/wallets/google/google-credentials.ts'
import { createGoogleWallet } from '#server/sales/wallets/google/google-wallet.ts'
import { createPassTokens } from '#server/sales/wallets/apple/pass-tokens.ts'
import { createTicketRenderer, type TicketRenderer } from '#server/sales/ticket-pdfs/ticket-pdfs.ts'
import { createShareImages } from '#server/sites/share-pictures/share-images.ts'
import { createSiteIndex } from '#server/sites/hosts/site-index.ts'
import { createVisitSigner } from '#server/sales/attribution/visit-signer.ts'
import { openTraces } from '#server/platform/traces/open-traces.ts'
import { withDemoPhotos } from '#server/demo/demo-photos.ts'
import { createLocalUploads } from '#server/platform/uploads/local-uploads.ts'
import { createImageConverter } from '#server/platform/uploads/image-converter.ts'
import { cacheUploads } from '#server/platform/uploads/cache-uploads.ts'
import { createS3Uploads } from '#server/platform/uploads/s3-uploads.ts'
import { createUploadLimiters } from '#server/platform/uploads/upload-limiters.ts'
import type { UploadStore } from '#server/platform/uploads/upload-store.ts'

/** Uses Stripe if its keys are set. Loads Stripe's library only then, because it is large. */
async function choosePayments(parts: { config: Config; db: Db; clock: Clock }): Promise<PaymentProvider> {
  const { config, clock } = parts
  if (!config.STRIPE_SECRET_KEY)
    return createSandbox({ ...parts, webhookSecrets: config.SANDBOX_WEBHOOK_SECRET })
  const { createStripe } = await import('#server/money/providers/stripe.ts')
  return createStripe({
    secretKey: config.STRIPE_SECRET_KEY,
    publishableKey: config.STRIPE_PUBLISHABLE_KEY,
    webhookSecrets: config.STRIPE_WEBHOOK_SECRET,
    apiUrl: config.STRIPE_API_URL,
    clock,
  })
}

/** Composition root: the only place that chooses implementations. Sites may still be loading when it returns. */
export async function createContext(parts: {
  config: Config
  db: Db
  connection: DatabaseConnection
  /** Pool of `db`, whose connections the metrics count. */
  pool?: FoyerPool
  log: Logger
  metrics?: Metrics
  clock?: Clock
  passwordCost?: PasswordCost
  ticketPdfs?: TicketRenderer
}): Promise<Context> {
  const { config, db, connection, log, clock = systemClock, passwordCost } = parts
  const { metrics = createMetrics(), ticketPdfs = createTicketRenderer() } = parts
  const { encryption, keys } = await openEncryption(config, db)
  const holds = createHoldBatcher({ connection, clock, log, metrics })
  const { lines, pools } = openLines(connection, log)
  const uploads = withDemoPhotos(openUploads(config, clock))
  const health = openHealth(metrics, clock, { ...pools, ...(parts.pool && { requests: parts.pool }) })
  const traces = openTraces(config, { registry: metrics.registry, nodeId: health.node.id })
  const writeAccess = createWriteAccess(db, openStandby(connection, log, health))
  const sites = createSiteIndex({ db, mainHosts: config.MAIN_HOSTS, log })
  return {
    config,
    db,
    ...lines,
    writeAccess,
    log,
    clock,
    sites,
    holds,
    sharePictures: createShareImages(uploads),
    invoicePdfs: createInvoiceRenderer(),
    ticketPdfs,
    wallets: { ...(await openWallets(config, clock)), passTokens: createPassTokens(keys) },
    payments: await choosePayments({ config, db, clock }),
    events: createEventBatcher({ db, clock, metrics }),
    names: createNameLookups(config.DNS_SERVERS),
    encryption,
    tokens: await createAccessTokens(keys, clock),
    passwords: createPasswords({ cost: passwordCost }),
    ...createMarks(keys),
    limits: createRateLimits(db),
    turns: createKeyedQueue(),
    apiDocument: createApiDocumentLoader(),
    visits: createVisitCounter(db, clock),
    uploads,
    uploadTurns: createUploadLimiters(),
    pictures: createImageConverter(),
    health,
    metrics,
    traces,
    close: async () => {
      sites.close()
      await holds.close()
      await writeAccess.close()
      await traces?.close()
      await Promise.all([ticketPdfs.close(), ...Object.values(lines).map((line) => line.destroy())])
    },
  }
}

async function openEncryption(config: Config, db: Db) {
  const encryption = createEncryption(readKeys(config))
  await expectKnownKeys({ db, encryption })
  await encryptPlaintext({ db, encryption })
  return { encryption, keys: await readAuthKeys(db, encryption) }
}

const createMarks = (keys: Awaited<ReturnType<typeof readAuthKeys>>) => ({
  devices: createDeviceCookies(keys),
  eventUnlockSigner: createEventUnlockSigner(keys),
  keyedIds: createKeyedIds(keys),
  mailMarks: createMailPreferenceTokens(keys),
  tracking: createVisitSigner(keys),
})

function openHealth({ registry }: Metrics, clock: Clock, pools: Record<string, FoyerPool>): HealthLog {
  const health = createHealthLog(clock.now())
  addProcessMetrics(registry, health.node.id)
  addPoolMetrics(registry, pools)
  return health
}

/** Opens the connections to the standby. Returns undefined for a database with a single host, which has no standby. */
function openStandby(
  { hostUrls = [] }: DatabaseConnection,
  log: Logger,
  { node, heartbeatAt }: HealthLog,
): Standby | undefined {
  if (hostUrls.length < 2) return undefined
  return createStandby(hostUrls, log, () => ({ nodeId: node.id, at: heartbeatAt() }))
}

/** Opens the database connections that don't belong to the pool. */
function openLines(connection: DatabaseConnection, log: Logger) {
  const pools = { slow_reads: createSlowReadsPool(connection, log), jobs: createJobPool(connection, log) }
  const lines = {
    reads: openSharedConnection(connection, log),
    slowReads: createDatabase(pools.slow_reads),
    jobs: createDatabase(pools.jobs),
  }
  return { lines, pools }
}

async function openWallets(
  config: Config,
  clock: Clock,
): Promise<Pick<Context['wallets'], 'apple' | 'google'>> {
  const [apple, google] = await Promise.all([readAppleCredentials(config), readGoogleCredentials(config)])
  return {
    apple: apple && createAppleWallet(apple, config.APPLE_PUSH_URL),
    google: google && createGoogleWallet(google, { apiUrl: config.GOOGLE_WALLET_API_URL, clock }),
  }
}

export function openUploads(config: Config, clock: Clock): UploadStore {
  if (!config.S3_ENDPOINT) return createLocalUploads(config.UPLOADS_DIR)
  const store = createS3Uploads({
    endpoint: config.S3_ENDPOINT,
    bucket: config.S3_BUCKET,
    region: config.S3_REGION,
    accessKeyId: config.S3_ACCESS_KEY_ID,
    secretAccessKey: config.S3_SECRET_ACCESS_KEY,
  })
  return cacheUploads(store, clock)
}
