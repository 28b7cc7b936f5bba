import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import { findBinaries } from './binaries.ts'
import { POSTGRES_USER } from './data-folder.ts'
import { isServerOf } from './pid-file.ts'
import { ensurePostmaster, stopPostmaster, type Postmaster } from './postmaster.ts'
import { isDataFolderInitialised, initialiseDataFolder, syncFolder } from './set-up.ts'

const LOOK_EVERY_MS = 250

export interface EmbeddedPostgres {
  connection: { host: string; port: number; user: string; database: string }
  isAdopted: boolean
  stop: (options: { leaveRunning: boolean }) => Promise<void>
}

/**
 * Runs the server of a data folder, which is initialised when it is missing. When the server exits, restarts it with
 * the same socket.
 */
export async function supervisePostgres(
  folder: string,
  log: Logger,
  flags: readonly string[] = [],
): Promise<EmbeddedPostgres> {
  const binaries = findBinaries(POSTGRES_USER !== undefined)
  const isNew = !isDataFolderInitialised(folder)
  if (isNew) await initialiseDataFolder(binaries.initdb, folder)
  let server: Postmaster = await ensurePostmaster({ binaries, folder, flags })
  const { socketFolder, port, child } = server
  const syncing = isNew
    ? syncFolder(binaries.initdb, folder).catch((error: unknown) =>
        log.error({ err: error }, 'The files of the new database are not yet on disk'),
      )
    : undefined
  const stopping = new AbortController()
  const watch = (async () => {
    while (!stopping.signal.aborted) {
      await pause(LOOK_EVERY_MS, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined)
      if (stopping.signal.aborted || isServerOf(folder, server.pid)) continue
      log.error('The embedded PostgreSQL exited and is being restarted')
      server = await ensurePostmaster({ binaries, folder, flags, socketFolder }).catch((error: unknown) => {
        log.error({ err: error }, 'The embedded PostgreSQL could not be restarted')
        return server
      })
    }
  })()
  return {
    connection: { host: socketFolder, port, user: 'foyer', database: 'postgres' },
    isAdopted: child === undefined,
    stop: async ({ leaveRunning }) => {
      stopping.abort()
      await watch
      await syncing
      if (!leaveRunning) await stopPostmaster(folder, server)
      // Neither the server process nor its output keeps Node running.
      server.child?.unref()
      server.child?.stderr?.destroy()
    },
  }
}
