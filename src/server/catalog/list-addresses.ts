import { scopeOf, type Site } from '#model/sites.ts'
import type { Context } from '../context.ts'
import { listEventAddresses } from './event-rows.ts'

/** What one sitemap may hold, less the front page. */
const MOST_ADDRESSES = 49_999

/** The slugs of a site's events, the latest first, and the day on which each was last changed. */
export const listAddresses = (
  context: Context,
  { site }: { site: Site },
): Promise<{ slug: string; changedAt: string }[]> =>
  listEventAddresses(context.db, { scope: scopeOf(site), limit: MOST_ADDRESSES })
