import { siteScopeOf, type Site } from '#model/sites/sites.ts'
import type { Context } from '#server/context.ts'
import { listSitemapRows } from './event-rows.ts'

/** A sitemap can have 50,000 URLs, one of which is the home page. */
const MAX_ADDRESSES = 49_999

export const listSitemapEvents = (
  context: Context,
  { site }: { site: Site },
): Promise<{ slug: string; changedAt: string }[]> =>
  listSitemapRows(context.db, { scope: siteScopeOf(site), limit: MAX_ADDRESSES })
