import type { Kysely } from 'kysely'
import type { ClientConfig } from 'pg'
import { pino, type Logger } from 'pino'
import type { Config } from './config.ts'
import { systemClock, type Clock, type Context } from './context.ts'
import { openSharedLine } from './db/shared-line.ts'
import type { Database } from './db/tables.ts'
import { openHoldDesk } from './inventory/combine-holds.ts'
import { createSandbox } from './payments/sandbox.ts'
import { createSiteIndex } from './sites/site-index.ts'

export const createLog = (config: Config): Logger =>
  pino({
    level: config.LOG_LEVEL,
    redact: ['req.headers.authorization', 'req.headers.cookie', 'card', 'password'],
  })

/** The composition root: the only place that chooses what a context is made of. */
export async function createContext(parts: {
  config: Config
  db: Kysely<Database>
  connection: ClientConfig
  log: Logger
  clock?: Clock
}): Promise<Context> {
  const { config, db, connection, log, clock = systemClock } = parts
  const holds = openHoldDesk({ connection, clock, log })
  const reads = openSharedLine(connection, log)
  return {
    config,
    db,
    reads,
    log,
    clock,
    sites: await createSiteIndex(db, config.MAIN_HOSTS),
    holds,
    payments: createSandbox({ db, clock, webhookSecret: config.SANDBOX_WEBHOOK_SECRET }),
    close: async () => {
      await holds.close()
      await reads.destroy()
    },
  }
}
