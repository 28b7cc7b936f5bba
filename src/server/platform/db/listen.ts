import { setTimeout as pause } from 'node:timers/promises'
import type { ClientConfig } from 'pg'
import type { Logger } from 'pino'
import { FoyerClient } from './client/foyer-client.ts'
import { TIME_LIMITS } from './time-limits.ts'

const FIRST_RETRY_MS = 100
const MAX_RETRY_MS = 1000
/**
 * Milliseconds between checks of the connection. Without them, a dead connection would look like a connection without
 * notifications.
 */
const HEARTBEAT_MS = 3000

export interface NotificationListener {
  stop: () => Promise<void>
}

/**
 * Listens for notifications on its own connection. Calls `onGap` after the connection was lost, because notifications
 * may have been missed.
 */
export async function listenForNotifications(parts: {
  connection: ClientConfig
  log: Logger
  channels: Readonly<Record<string, (payload: string) => unknown>>
  onGap: () => unknown
}): Promise<NotificationListener> {
  const { connection, log, channels, onGap } = parts
  const stopped = new AbortController()
  const hear = (handle: () => unknown): void => {
    Promise.try(handle).catch((error: unknown) =>
      log.error({ err: error }, 'A change notification could not be processed'),
    )
  }
  const open = async (): Promise<FoyerClient> => {
    const client = new FoyerClient({
      ...TIME_LIMITS.requests,
      ...connection,
      application_name: 'foyer notices',
    })
    // A lost connection also emits `end`, whose listener replaces it.
    client.on('error', () => undefined)
    client.on('notification', ({ channel, payload = '' }) => hear(() => channels[channel]?.(payload)))
    try {
      await client.connect()
      for (const channel of Object.keys(channels)) await client.query(`listen ${channel}`)
    } catch (error) {
      await client.end().catch(() => undefined)
      throw error
    }
    // If there is no response, the client destroys the connection.
    const heartbeat = setInterval(() => void client.query('select 1').catch(() => undefined), HEARTBEAT_MS)
    client.once('end', () => {
      clearInterval(heartbeat)
      if (!stopped.signal.aborted) hear(reopen)
    })
    return client
  }
  const reopen = async (): Promise<void> => {
    log.warn('The connection for change notifications was lost')
    for (let wait = FIRST_RETRY_MS; !stopped.signal.aborted; wait = Math.min(wait * 2, MAX_RETRY_MS)) {
      await pause(wait, undefined, { signal: stopped.signal, ref: false }).catch(() => undefined)
      const opened = stopped.signal.aborted ? undefined : await open().catch(() => undefined)
      if (!opened) continue
      if (stopped.signal.aborted) return opened.end()
      client = opened
      return void (await onGap())
    }
  }
  let client = await open()
  return {
    stop: async () => {
      stopped.abort()
      await client.end().catch(() => undefined)
    },
  }
}
