import type { EventSummary } from '#model/catalog.ts'
import { scopeOf, type Site } from '#model/sites.ts'
import type { Context } from '../context.ts'
import { listUpcomingRows } from './event-rows.ts'
import { toEventSummary } from './event-views.ts'
import { offersOfEvents } from './offers-of-events.ts'

/** So many of each are shown. */
const MOST = 3
/** Of these the first that are on sale. */
const CANDIDATES = 24

export interface RelatedEvents {
  /** Of the same promoter. */
  more: EventSummary[]
  /** Of others, those in the same city first. Only on the main site: a storefront has its promoter's alone. */
  others: EventSummary[]
}

/** Public events ahead that are on sale, the next first, without the one that is looked at. */
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
      .slice(0, MOST)
  return { more: onSale(own), others: onSale(others) }
}
