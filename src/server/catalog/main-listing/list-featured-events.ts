import type { EventSummary } from '#model/catalog/catalog.ts'
import { siteScopeOf, type Site } from '#model/sites/sites.ts'
import type { Context } from '#server/context.ts'
import { searchEvents } from '#server/catalog/search/event-search-rows.ts'
import { toEventSummary } from '#server/catalog/listings/event-views.ts'
import { listOffersOfEvents } from '#server/catalog/listings/offers-of-events.ts'
import { listFeaturedEventIds } from './featured-event-rows.ts'

/** Returns the events that operators feature on the main site's home page, in order. Returns none on other sites. */
export async function listFeaturedEventSummaries(context: Context, site: Site): Promise<EventSummary[]> {
  if (site.kind !== 'main') return []
  const now = new Date(context.clock.now())
  const ids = await listFeaturedEventIds(context.reads, now)
  if (ids.length === 0) return []
  const search = { scope: siteScopeOf(site), now, past: false, ids, limit: ids.length }
  const rows = await searchEvents(context.reads, search)
  const offers = await listOffersOfEvents(context, rows)
  return ids.flatMap((id) => {
    const row = rows.find((each) => each.id === id)
    return row ? [toEventSummary(row, offers.get(id) ?? [])] : []
  })
}
