import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { ApiDocument } from '#contracts/api-document.ts'
import type { AccessTokens } from './accounts/access-tokens.ts'
import type { DeviceCookies } from './accounts/device-cookies.ts'
import type { Passwords } from './accounts/passwords.ts'
import type { MailMarks } from './mail/mail-marks.ts'
import type { EventMarks } from './catalog/event-marks.ts'
import type { Config } from './config.ts'
import type { Database } from './db/tables.ts'
import type { NameLookups } from './domains/name-lookups.ts'
import type { KeyedTurns } from './http/keyed-turns.ts'
import type { Encryption } from './encryption/encryption.ts'
import type { RateLimits } from './http/rate-limits.ts'
import type { HoldDesk } from './inventory/combine-holds.ts'
import type { InvoicePapers } from './invoices/invoice-papers.ts'
import type { EventDesk } from './payments/combine-events.ts'
import type { ManualOrderKeys } from './orders/manual-order-keys.ts'
import type { PaymentProvider } from './payments/provider.ts'
import type { VisitCounter } from './reports/visit-counter.ts'
import type { SharePictures } from './sites/share-pictures.ts'
import type { SiteIndex } from './sites/site-index.ts'
import type { TrackingMarks } from './tracking/tracking-marks.ts'
import type { Pictures } from './uploads/pictures.ts'
import type { UploadTurns } from './uploads/take-turns.ts'
import type { UploadStore } from './uploads/upload-store.ts'

/** Milliseconds since the epoch. Tests control it. */
export interface Clock {
  now: () => number
}

/** Everything that a use case can access, built by the composition root (`create-context.ts`) and replaced in tests. */
export interface Context {
  config: Config
  db: Kysely<Database>
  /** Reads by key on one shared connection (`db/shared-line.ts`). */
  reads: Kysely<Database>
  /** Slow reads of the console, on connections of their own (`db/pool.ts`). */
  desk: Kysely<Database>
  /** Statements of jobs, with longer time limits (`db/pool.ts`). */
  jobs: Kysely<Database>
  sites: SiteIndex
  sharePictures: SharePictures
  invoicePapers: InvoicePapers
  holds: HoldDesk
  payments: PaymentProvider
  events: EventDesk
  names: NameLookups
  encryption: Encryption
  tokens: AccessTokens
  passwords: Passwords
  devices: DeviceCookies
  eventMarks: EventMarks
  manualOrderKeys: ManualOrderKeys
  mailMarks: MailMarks
  limits: RateLimits
  turns: KeyedTurns
  tracking: TrackingMarks
  /** OpenAPI document, built on first use. */
  apiDocument: () => Promise<ApiDocument>
  visits: VisitCounter
  uploads: UploadStore
  uploadTurns: UploadTurns
  pictures: Pictures
  clock: Clock
  log: Logger
  /** Closes what the context opened; not `db`. */
  close: () => Promise<void>
}

/** Returns the context for jobs, with connections and time limits of their own. */
export const forJobs = (context: Context): Context => ({ ...context, db: context.jobs })

export const systemClock: Clock = { now: () => Date.now() }
