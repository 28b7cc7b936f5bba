import type { Logger } from 'pino'
import type { ApiDocument } from '#contracts/console/developers/api-document.ts'
import type { AccessTokens } from '#server/people/sessions/access-tokens.ts'
import type { DeviceCookies } from '#server/people/sessions/device-cookies.ts'
import type { Passwords } from '#server/people/passwords/passwords.ts'
import type { MailPreferenceTokens } from '#server/platform/outbox/mail-preference-tokens.ts'
import type { EventUnlockSigner } from '#server/catalog/listings/event-unlock-signer.ts'
import type { Config } from '#server/platform/config.ts'
import type { HealthLog } from '#server/platform/health/health-log.ts'
import type { Metrics } from '#server/platform/metrics/metrics.ts'
import type { WriteAccess } from '#server/platform/db/standby/write-access.ts'
import type { Db } from '#server/platform/db/query.ts'
import type { NameLookups } from '#server/platform/dns/name-lookups.ts'
import type { KeyedQueue } from '#server/platform/limits/keyed-queue.ts'
import type { Encryption } from '#server/platform/encryption/encryption.ts'
import type { RateLimits } from '#server/platform/limits/rate-limits.ts'
import type { HoldBatcher } from '#server/catalog/inventory/hold-batcher.ts'
import type { InvoiceRenderer } from '#server/money/invoices/invoice-pdfs.ts'
import type { EventBatcher } from '#server/money/payments/event-batcher.ts'
import type { KeyedIds } from '#server/sales/orders/keyed-ids.ts'
import type { PaymentProvider } from '#server/money/providers/provider.ts'
import type { VisitCounter } from '#server/reports/visits/visit-counter.ts'
import type { AppleWallet } from '#server/sales/wallets/apple/apple-wallet.ts'
import type { GoogleWallet } from '#server/sales/wallets/google/google-wallet.ts'
import type { PassTokens } from '#server/sales/wallets/apple/pass-tokens.ts'
import type { TicketRenderer } from '#server/sales/ticket-pdfs/ticket-pdfs.ts'
import type { ShareImages } from '#server/sites/share-pictures/share-images.ts'
import type { SiteIndex } from '#server/sites/hosts/site-index.ts'
import type { VisitSigner } from '#server/sales/attribution/visit-signer.ts'
import type { Traces } from '#server/platform/traces/traces.ts'
import type { ImageConverter } from '#server/platform/uploads/image-converter.ts'
import type { UploadLimiters } from '#server/platform/uploads/upload-limiters.ts'
import type { UploadStore } from '#server/platform/uploads/upload-store.ts'

/** Current time in milliseconds since the epoch. Tests control it. */
export interface Clock {
  now: () => number
}

/** Everything that a use case can access. Built by the composition root (`create-context.ts`), replaced in tests. */
export interface Context {
  config: Config
  db: Db
  /** Reads by key on one shared connection (`platform/db/shared-connection.ts`). */
  reads: Db
  /** Slow reads of the console, on separate connections (`platform/db/pool.ts`). */
  slowReads: Db
  /** Statements of jobs, with longer time limits (`platform/db/pool.ts`). */
  jobs: Db
  writeAccess: WriteAccess
  sites: SiteIndex
  sharePictures: ShareImages
  invoicePdfs: InvoiceRenderer
  ticketPdfs: TicketRenderer
  /** Wallets; undefined if the settings contain no certificate or service account. */
  wallets: { apple: AppleWallet | undefined; google: GoogleWallet | undefined; passTokens: PassTokens }
  holds: HoldBatcher
  payments: PaymentProvider
  events: EventBatcher
  names: NameLookups
  encryption: Encryption
  tokens: AccessTokens
  passwords: Passwords
  devices: DeviceCookies
  eventUnlockSigner: EventUnlockSigner
  keyedIds: KeyedIds
  mailMarks: MailPreferenceTokens
  limits: RateLimits
  turns: KeyedQueue
  tracking: VisitSigner
  apiDocument: () => Promise<ApiDocument>
  visits: VisitCounter
  uploads: UploadStore
  uploadTurns: UploadLimiters
  pictures: ImageConverter
  health: HealthLog
  metrics: Metrics
  /** Client for traces; undefined without OTEL_EXPORTER_OTLP_ENDPOINT. */
  traces: Traces | undefined
  clock: Clock
  log: Logger
  close: () => Promise<void>
}

export const contextForJobs = (context: Context): Context => ({ ...context, db: context.jobs })

/** Context for pages while the database is read-only: all statements go to `reads`, which refuses writes. */
export const contextForReading = (context: Context, reads: Db): Context => ({
  ...context,
  db: reads,
  reads,
  slowReads: reads,
})

export const systemClock: Clock = { now: () => Date.now() }
