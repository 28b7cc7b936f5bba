import { z } from 'zod'
import type { EventListRow, listConsoleEvents as contract } from '#contracts/console/events.ts'
import { fail } from '#contracts/platform/errors.ts'
import { toMajor } from '#model/platform/money.ts'
import { succeed } from '#model/platform/result.ts'
import type { Context } from '#server/context.ts'
import { createCursor } from '#server/platform/ids/cursors.ts'
import { revenueOf, sumEver } from '#server/platform/report-totals/sum-rows.ts'
import type { PromoterCall, UseCase } from '#server/use-case.ts'
import { listEventRows, type EventListed } from './event-list-rows.ts'

const PAGE_SIZE = 25

export const listEvents: UseCase<typeof contract, PromoterCall> = async (context, call) => {
  const { promoterId, query } = call
  const place = query.cursor === undefined ? undefined : cursor.read(query.cursor)
  if (query.cursor !== undefined && !place)
    return fail('VALIDATION_ERROR', [{ path: 'cursor', message: 'This page marker is not one of ours.' }])
  const rows = await listEventRows(context.db, {
    promoterId,
    when: query.when,
    q: query.q,
    now: new Date(context.clock.now()),
    after: place && { startsAt: new Date(place[0]), id: place[1] },
    limit: PAGE_SIZE + 1,
  })
  const page = rows.slice(0, PAGE_SIZE)
  const last = page.at(-1)
  const revenues = await revenuesOf(context, promoterId, page)
  return succeed({
    events: page.map((row) => viewRow(row, revenues)),
    nextCursor: last && rows.length > PAGE_SIZE ? cursor.write([last.startsAt.getTime(), last.id]) : null,
  })
}

const LATEST_MS = Date.UTC(9999, 0)
const cursor = createCursor(z.tuple([z.int().min(-LATEST_MS).max(LATEST_MS), z.uuid()]))

async function revenuesOf(
  { db }: Context,
  promoterId: string,
  events: readonly EventListed[],
): Promise<Map<string, number>> {
  const keys = events.flatMap(({ ticketTypeIds }) => ticketTypeIds)
  const sums = await sumEver(db, { promoterId, dimension: 'type', keys })
  return new Map(sums.map((sum) => [sum.key, revenueOf(sum)]))
}

function viewRow(event: EventListed, revenues: ReadonlyMap<string, number>): EventListRow {
  const { venue, city, ticketTypeIds, startsAt, endsAt, ...row } = event
  const revenueCents = ticketTypeIds.reduce((sum, id) => sum + (revenues.get(id) ?? 0), 0)
  return {
    ...row,
    startsAt: startsAt.toISOString(),
    endsAt: endsAt.toISOString(),
    place: [venue, city].filter(Boolean).join(', '),
    revenue: toMajor(revenueCents, row.currency),
  }
}
