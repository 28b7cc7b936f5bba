import type { listEvents as contract } from '#contracts/shop/catalog.ts'
import type { EventSummary } from '#model/catalog/catalog.ts'
import { toCents } from '#model/platform/money.ts'
import { readPriceFilter, type MaxPrice } from '#model/catalog/price-filters.ts'
import { succeed } from '#model/platform/result.ts'
import { siteScopeOf } from '#model/sites/sites.ts'
import type { Context } from '#server/context.ts'
import { parseCursor, formatCursor, type ListPosition } from '#server/platform/ids/list-cursor.ts'
import type { UseCase } from '#server/use-case.ts'
import type { EventRow } from '#server/catalog/listings/event-rows.ts'
import { toEventSummary } from '#server/catalog/listings/event-views.ts'
import { listOffersOfEvents } from '#server/catalog/listings/offers-of-events.ts'
import { searchEvents, searchSimilarEvents, type EventSearch } from './event-search-rows.ts'

const PAGE_SIZE = 24

/**
 * Maximum number of batches that are read for one page when the price filter excludes most events. The first batch has
 * the size of a page, which suffices when no event is excluded.
 */
const MAX_BATCHES = 6
const BATCH_SIZE = 4 * PAGE_SIZE

/**
 * Lists upcoming events by start, or past ones latest first. When nothing matches the searched words, returns one page of
 * events with similar words.
 */
export const listEvents: UseCase<typeof contract> = async (context, { site, query }) => {
  const now = context.clock.now()
  const after = parseCursor(query.cursor)
  if (!after.success) return after
  const { events, end, isApproximate } = await findPage(context, {
    ...query,
    scope: siteScopeOf(site),
    now: new Date(now),
    past: query.when === 'past',
    mostPaid: query.price === undefined ? undefined : readPriceFilter(query.price),
    after: after.data,
    limit: PAGE_SIZE + 1,
  })
  return succeed({ events, isApproximate, nextCursor: end ? formatCursor(end) : null })
}

interface Batch {
  listed: { event: EventSummary; at: ListPosition }[]
  end: ListPosition | undefined
  isApproximate: boolean
}

/** Reads batches until the page is full, because the price with fees and taxes is known only after reading. */
async function findPage(
  context: Context,
  search: EventSearch,
): Promise<{ events: EventSummary[]; end: ListPosition | undefined; isApproximate: boolean }> {
  let batch = await readBatch(context, search)
  const listed = [...batch.listed]
  for (let count = 1; count < MAX_BATCHES && batch.end && listed.length <= PAGE_SIZE; count += 1) {
    batch = await readBatch(context, { ...search, after: batch.end, limit: BATCH_SIZE })
    listed.push(...batch.listed)
  }
  const page = listed.slice(0, PAGE_SIZE)
  return {
    events: page.map(({ event }) => event),
    end: listed.length > PAGE_SIZE ? page.at(-1)?.at : batch.end,
    isApproximate: batch.isApproximate && page.length > 0,
  }
}

async function readBatch(context: Context, search: EventSearch): Promise<Batch> {
  const { rows, isApproximate } = await findRows(context, search)
  const offers = await listOffersOfEvents(context, rows)
  const listed = rows.map((row) => ({
    event: toEventSummary(row, offers.get(row.id) ?? []),
    at: { at: row.starts_at, id: row.id },
  }))
  const isLast = isApproximate || rows.length < search.limit
  return {
    listed: listed.filter(({ event }) => isWithin(event, search.mostPaid)),
    end: isLast ? undefined : listed.at(-1)?.at,
    isApproximate,
  }
}

/** True when the lowest price, as shown in lists, is within the limit. */
const isWithin = ({ priceFrom, currency }: EventSummary, most: MaxPrice | undefined): boolean =>
  most === undefined || (priceFrom !== null && toCents(priceFrom, currency) <= most.cents)

/**
 * Limits of concurrent searches, so that database connections stay free for buyers. When too many searches are
 * waiting, the search for similar words is skipped.
 */
const COSTLY_SEARCH_LIMITS = { atOnce: 4, maxWaiting: 40 }
const SIMILAR_SEARCH_LIMITS = { atOnce: 1, maxWaiting: 4 }

async function findRows(
  { db, turns }: Context,
  search: EventSearch,
): Promise<{ rows: EventRow[]; isApproximate: boolean }> {
  const find = (): Promise<EventRow[]> => searchEvents(db, search)
  const isCostly = search.q || search.place || search.mostPaid
  const rows = isCostly ? await turns.run('search events', COSTLY_SEARCH_LIMITS, find) : await find()
  if (rows === 'too many') throw new TooManySearches()
  if (rows.length > 0 || !search.q || search.after) return { rows, isApproximate: false }
  const similar = await turns.run('search similar events', SIMILAR_SEARCH_LIMITS, () =>
    searchSimilarEvents(db, { ...search, limit: PAGE_SIZE }),
  )
  return similar === 'too many'
    ? { rows, isApproximate: false }
    : { rows: similar, isApproximate: similar.length > 0 }
}

/** Thrown when too many searches are waiting. Answered with 503, as when the database has no free connection. */
class TooManySearches extends Error {
  override name = 'TooManySearches'
  readonly code = '53300'
  constructor() {
    super('Too many searches are waiting.')
  }
}
