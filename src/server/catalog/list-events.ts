import { z } from 'zod'
import type { listEvents as contract } from '#contracts/catalog.ts'
import { fail } from '#contracts/errors.ts'
import { succeed } from '#model/result.ts'
import { scopeOf } from '#model/sites.ts'
import type { Context } from '../context.ts'
import { createCursor } from '../db/cursors.ts'
import type { UseCase } from '../use-case.ts'
import { searchEvents, searchSimilarEvents, type EventRow, type EventSearch } from './event-rows.ts'
import { toEventSummary } from './event-views.ts'
import { offersOfEvents } from './offers-of-events.ts'

const PAGE_SIZE = 24

/** Upcoming events from the next one on, or past ones from the last one back. Where no event has the words searched for, one page
 * of those that have similar ones. */
export const listEvents: UseCase<typeof contract> = async (context, { site, query }) => {
  const now = context.clock.now()
  const place = query.cursor === undefined ? undefined : cursor.read(query.cursor)
  if (query.cursor !== undefined && !place) {
    return fail('VALIDATION_ERROR', [{ path: 'cursor', message: 'This page marker is not one of ours.' }])
  }
  const { rows, isApproximate } = await findRows(context, {
    ...query,
    scope: scopeOf(site),
    now: new Date(now),
    past: query.when === 'past',
    after: place && { startsAt: new Date(place[0]), id: place[1] },
    limit: PAGE_SIZE + 1,
  })
  const page = rows.slice(0, PAGE_SIZE)
  const offers = await offersOfEvents(context, page)
  const last = page.at(-1)
  return succeed({
    events: page.map((row) => toEventSummary(row, offers.get(row.id) ?? [])),
    isApproximate,
    nextCursor: last && rows.length > PAGE_SIZE ? cursor.write([last.starts_at.getTime(), last.id]) : null,
  })
}

/**
 * Anyone may search for anything: searches have few connections at once, so that those of buyers stay free. While too many ask for
 * similar words, nothing is suggested.
 */
const WORDS = { atOnce: 4, mostWaiting: 40 }
const SIMILAR = { atOnce: 1, mostWaiting: 4 }

async function findRows(
  { db, turns }: Context,
  search: EventSearch,
): Promise<{ rows: EventRow[]; isApproximate: boolean }> {
  const find = (): Promise<EventRow[]> => searchEvents(db, search)
  const rows = search.q || search.place ? await turns.run('search events', WORDS, find) : await find()
  if (rows === 'too many') throw new TooManySearches()
  if (rows.length > 0 || !search.q || search.after) return { rows, isApproximate: false }
  const similar = await turns.run('search similar events', SIMILAR, () =>
    searchSimilarEvents(db, { ...search, limit: PAGE_SIZE }),
  )
  return similar === 'too many'
    ? { rows, isApproximate: false }
    : { rows: similar, isApproximate: similar.length > 0 }
}

/** Answered 503, as when the database has no connection left. */
class TooManySearches extends Error {
  override name = 'TooManySearches'
  readonly code = '53300'
  constructor() {
    super('Too many searches wait for their turn.')
  }
}

/** What PostgreSQL and JavaScript both take for a moment. */
const LATEST_MS = Date.UTC(9999, 0)

const cursor = createCursor(z.tuple([z.int().min(0).max(LATEST_MS), z.uuid()]))
