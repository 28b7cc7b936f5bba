import type { ClientConfig } from 'pg'
import type { Context } from '#server/context.ts'
import { listenForNotifications, type NotificationListener } from '#server/platform/db/listen.ts'
import type { CdnPurge } from '#server/http/cdn/purge-cdn.ts'
import type { PageCache } from './page-cache.ts'

/**
 * Listens to database notifications, and reloads sites, purges cached pages and starts sending new emails. After a lost
 * connection, reloads everything; until then, pages are at most as old as the cache allows.
 */
export function listenForChanges(parts: {
  context: Context
  connection: ClientConfig
  cache: PageCache
  cdn?: CdnPurge | undefined
  onMail?: () => void
}): Promise<NotificationListener> {
  const { context, connection, cache, cdn, onMail = () => undefined } = parts
  const purge = (promoterId?: string): void => {
    cache.purge(promoterId)
    cdn?.purge(promoterId)
  }
  // Reloads the sites first, so that a page rendered in between has the new settings.
  const renew = async (promoterId?: string): Promise<void> => {
    await context.sites.reload(promoterId)
    purge(promoterId)
  }
  return listenForNotifications({
    connection,
    log: context.log,
    channels: {
      foyer_changes: (promoterId) => purge(promoterId || undefined),
      foyer_sites: (promoterId) => renew(promoterId || undefined),
      mails: onMail,
    },
    onGap: () => {
      onMail()
      return renew()
    },
  })
}
