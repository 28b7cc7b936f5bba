import type { ClientConfig } from 'pg'
import type { Context } from '#server/context.ts'
import { listen, type Listening } from '#server/platform/db/listen.ts'
import type { PageCache } from './page-cache.ts'

/**
 * Reloads hosts, purges pages, and starts sending new emails. After a lost database connection, everything is refreshed; the
 * short lifetime of pages bounds staleness.
 */
export function keepFresh(parts: {
  context: Context
  connection: ClientConfig
  cache: PageCache
  onMail?: () => void
}): Promise<Listening> {
  const { context, connection, cache, onMail = () => undefined } = parts
  // Sites first, so that a page rendered in between shows the new settings.
  const renew = async (promoterId?: string): Promise<void> => {
    await context.sites.reload(promoterId)
    cache.purge(promoterId)
  }
  return listen({
    connection,
    log: context.log,
    channels: {
      foyer_changes: (promoterId) => cache.purge(promoterId || undefined),
      foyer_sites: (promoterId) => renew(promoterId || undefined),
      mails: onMail,
    },
    onGap: () => {
      onMail()
      return renew()
    },
  })
}
