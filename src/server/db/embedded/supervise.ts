import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import {
  ensurePostmaster,
  isAlive,
  rememberSocketFolder,
  stopPostmaster,
  type Postmaster,
} from './postmaster.ts'

const LOOK_EVERY_MS = 250

export interface EmbeddedPostgres {
  connection: { host: string; port: number; user: string; database: string }
  /** True when the server ran before. */
  isAdopted: boolean
  /** Ends the watch, and the server too unless it is left to whoever runs it. */
  stop: (options: { leaveRunning: boolean }) => Promise<void>
}

/** Runs the server of a data folder and starts it again, at the same socket, whenever it dies. */
export async function supervisePostgres(
  folder: string,
  log: Logger,
  flags: readonly string[] = [],
): Promise<EmbeddedPostgres> {
  let server: Postmaster = await ensurePostmaster(folder, flags)
  const { socketFolder, port } = server
  rememberSocketFolder(folder, socketFolder)
  const stopping = new AbortController()
  const watch = (async () => {
    while (!stopping.signal.aborted) {
      await pause(LOOK_EVERY_MS, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined)
      if (stopping.signal.aborted || isAlive(server.pid)) continue
      log.error('The embedded PostgreSQL has died and is started again')
      server = await ensurePostmaster(folder, flags).catch((error: unknown) => {
        log.error({ err: error }, 'The embedded PostgreSQL could not be started again')
        return server
      })
    }
  })()
  return {
    connection: { host: socketFolder, port, user: 'foyer', database: 'postgres' },
    isAdopted: server.child === undefined,
    stop: async ({ leaveRunning }) => {
      stopping.abort()
      await watch
      if (!leaveRunning) await stopPostmaster(server)
      server.child?.unref()
    },
  }
}
