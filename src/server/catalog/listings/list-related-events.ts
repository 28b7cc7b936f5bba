import type { EventSummary } from '#model/catalog/catalog.ts'
import { scopeOf, type Site } from '#model/sites/sites.ts'
import type { Context } from '#server/context.ts'
import { listUpcomingRows } from './event-rows.ts'
import { toEventSummary } from './event-views.ts'
import { offersOfEvents } from './offers-of-events.ts'

const MAX_RELATED = 3
const CANDIDATES = 24

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
  const now = new Date(context.clock.now())
  const promoterId = event.promoter.id
  const find = { scope: scopeOf(site), notEvent: event.id, now, limit: CANDIDATES }
  const [own, others] = await Promise.all([
    listUpcomingRows(context.reads, { ...find, promoterId }),
    site.kind === 'main'
      ? listUpcomingRows(context.reads, { ...find, notPromoter: promoterId, city: event.venue.city })
      : [],
  ])
  const offers = await offersOfEvents(context, [...own, ...others])
  const onSale = (rows: typeof own): EventSummary[] =>
    rows
      .map((row) => toEventSummary(row, offers.get(row.id) ?? []))
      .filter(({ availability }) => availability === 'on_sale' || availability === 'few_left')
      .slice(0, MAX_RELATED)
  return { more: onSale(own), others: onSale(others) }
}
