import { z } from 'zod'
import type { listEvents as contract } from '#contracts/catalog.ts'
import { fail } from '#contracts/errors.ts'
import { succeed } from '#model/result.ts'
import { scopeOf } from '#model/sites.ts'
import type { UseCase } from '../use-case.ts'
import { searchEvents, type EventCursor, type EventRow } from './event-rows.ts'
import { toEventSummary } from './event-views.ts'
import { offersOfEvents } from './offers-of-events.ts'

const PAGE_SIZE = 24

/** Upcoming events from the next one on, or past ones from the last one back. */
export const listEvents: UseCase<typeof contract> = async (context, { site, query }) => {
  const now = context.clock.now()
  const after = query.cursor === undefined ? undefined : readCursor(query.cursor)
  if (query.cursor !== undefined && !after) {
    return fail('VALIDATION_ERROR', [{ path: 'cursor', message: 'This page marker is not one of ours.' }])
  }
  const rows = await searchEvents(context.db, {
    ...query,
    scope: scopeOf(site),
    now: new Date(now),
    past: query.when === 'past',
    after,
    limit: PAGE_SIZE + 1,
  })
  const page = rows.slice(0, PAGE_SIZE)
  const offers = await offersOfEvents(context, page)
  const last = page.at(-1)
  return succeed({
    events: page.map((row) => toEventSummary(row, offers.get(row.id) ?? [])),
    nextCursor: last && rows.length > PAGE_SIZE ? writeCursor(last) : null,
  })
}

/** What PostgreSQL and JavaScript both take for a moment. */
const LATEST_MS = Date.UTC(9999, 0)

const cursor = z.tuple([z.int().min(0).max(LATEST_MS), z.uuid()])

const writeCursor = (row: EventRow): string =>
  Buffer.from(JSON.stringify([row.starts_at.getTime(), row.id])).toString('base64url')

function readCursor(text: string): EventCursor | undefined {
  try {
    const [startsAt, id] = cursor.parse(JSON.parse(Buffer.from(text, 'base64url').toString()))
    return { startsAt: new Date(startsAt), id }
  } catch {
    return undefined
  }
}
