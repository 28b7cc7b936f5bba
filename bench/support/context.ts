import { readConfig } from '#server/platform/config.ts'
import type { Context } from '#server/context.ts'
import { createContext } from '#server/create-context.ts'
import { createLog } from '#server/platform/create-log.ts'
import { openDatabase } from '#server/platform/db/open-database.ts'

export interface OpenContext {
  context: Context
  close: () => Promise<void>
}

/** Opens a context for use cases in this process, on the environment's database. */
export async function openContext(environment: NodeJS.ProcessEnv): Promise<OpenContext> {
  const config = readConfig({ LOG_LEVEL: 'warn', ...environment })
  const log = createLog(config)
  const { db, connection, close } = await openDatabase(config, log, { exclusive: false })
  const context = await createContext({ config, db, connection, log })
  await context.sites.whenReady(60_000)
  return {
    context,
    close: async () => {
      await context.close()
      await close()
    },
  }
}
