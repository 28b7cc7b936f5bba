import { scopeOf, type Site } from '#model/sites/sites.ts'
import type { Context } from '#server/context.ts'
import { listEventAddresses } from './event-rows.ts'

/** A sitemap can have 50,000 URLs, one of which is the home page. */
const MAX_ADDRESSES = 49_999

export const listSitemapEvents = (
  context: Context,
  { site }: { site: Site },
): Promise<{ slug: string; changedAt: string }[]> =>
  listEventAddresses(context.db, { scope: scopeOf(site), limit: MAX_ADDRESSES })
