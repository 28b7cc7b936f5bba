import type { ClientConfig } from 'pg'
import type { Context } from '../context.ts'
import { listen, type Listening } from '../db/listen.ts'
import type { PageCache } from './page-cache.ts'

/**
 * Follows promoters' changes, whoever makes them on whatever node: their pages are made anew, their hosts read anew. Mails
 * that anybody writes ring the post office.
 * What is missed while the database can't be heard is caught up with afterwards, and by the short life of every page.
 */
export function keepFresh(parts: {
  context: Context
  connection: ClientConfig
  cache: PageCache
  /** There may be mails to send. */
  onMail?: () => void
}): Promise<Listening> {
  const { context, connection, cache, onMail = () => undefined } = parts
  // The site comes first: a page that is made in between would show it as it was.
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
