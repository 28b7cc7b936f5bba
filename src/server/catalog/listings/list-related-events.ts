import type { EventSummary } from '#model/catalog/catalog.ts'
import { siteScopeOf, type Site } from '#model/sites/sites.ts'
import type { Context } from '#server/context.ts'
import { listUpcomingRows } from './event-rows.ts'
import { toEventSummary } from './event-views.ts'
import { listOffersOfEvents } from './offers-of-events.ts'

const MAX_RELATED = 3
/** Events that are read to find those on sale. The first few usually suffice. */
const CANDIDATES = [6, 24] as const

export interface RelatedEvents {
  more: EventSummary[]
  /** Events of other promoters; those in the same city come first. Empty on storefronts. */
  others: EventSummary[]
}

export async function listRelatedEvents(
  context: Context,
  to: { site: Site; event: Pick<EventSummary, 'id' | 'promoter' | 'venue'> },
): Promise<RelatedEvents> {
  const { site, event } = to
  const promoterId = event.promoter.id
  const find = { scope: siteScopeOf(site), notEvent: event.id, now: new Date(context.clock.now()) }
  const [more, others] = await Promise.all([
    findOnSale(context, { ...find, promoterId }),
    site.kind === 'main'
      ? findOnSale(context, { ...find, notPromoter: promoterId, city: event.venue.city })
      : [],
  ])
  return { more, others }
}

async function findOnSale(
  context: Context,
  find: Omit<Parameters<typeof listUpcomingRows>[1], 'limit'>,
): Promise<EventSummary[]> {
  let onSale: EventSummary[] = []
  for (const limit of CANDIDATES) {
    const rows = await listUpcomingRows(context.reads, { ...find, limit })
    const offers = await listOffersOfEvents(context, rows)
    onSale = rows
      .map((row) => toEventSummary(row, offers.get(row.id) ?? []))
      .filter(({ availability }) => availability === 'on_sale' || availability === 'few_left')
      .slice(0, MAX_RELATED)
    if (onSale.length === MAX_RELATED || rows.length < limit) break
  }
  return onSale
}
