import type { EventListRow, listConsoleEvents as contract } from '#contracts/console/events.ts'
import { toMajor } from '#model/platform/money.ts'
import { succeed } from '#model/platform/result.ts'
import type { Context } from '#server/context.ts'
import { splitPage, PAGE_SIZE, parseCursor } from '#server/platform/ids/list-cursor.ts'
import { revenueCentsOf, sumAllTime } from '#server/platform/report-totals/sum-rows.ts'
import type { PromoterCall, UseCase } from '#server/use-case.ts'
import { listEventRows, type ListedEventRow } from './event-list-rows.ts'

export const listEvents: UseCase<typeof contract, PromoterCall> = async (context, call) => {
  const { promoterId, query } = call
  const after = parseCursor(query.cursor)
  if (!after.success) return after
  const rows = await listEventRows(context.db, {
    promoterId,
    when: query.when,
    q: query.q,
    now: new Date(context.clock.now()),
    after: after.data,
    limit: PAGE_SIZE + 1,
  })
  const { page, nextCursor } = splitPage(rows, ({ startsAt: at, id }) => ({ at, id }))
  const revenues = await revenuesOf(context, promoterId, page)
  return succeed({ events: page.map((row) => viewRow(row, revenues)), nextCursor })
}

async function revenuesOf(
  { db }: Context,
  promoterId: string,
  events: readonly ListedEventRow[],
): Promise<Map<string, number>> {
  const keys = events.flatMap(({ ticketTypeIds }) => ticketTypeIds)
  const sums = await sumAllTime(db, { promoterId, dimension: 'type', keys })
  return new Map(sums.map((sum) => [sum.key, revenueCentsOf(sum)]))
}

function viewRow(event: ListedEventRow, revenues: ReadonlyMap<string, number>): EventListRow {
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
