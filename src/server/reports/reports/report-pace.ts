import { sql } from 'kysely'
import { fail } from '#contracts/platform/errors.ts'
import { succeed } from '#model/platform/result.ts'
import type { Context } from '#server/context.ts'
import { findEvent, type ReportEvent, type Scope } from '#server/platform/report-totals/read-span.ts'
import { told } from '#server/platform/report-totals/report-rows.ts'
import { count, text, type MakeReport } from './report-table.ts'

const MAX_DAYS = 400

/**
 * Tickets sold by days before the event, compared with another event: the given one, else the latest at the same venue, else the latest.
 * Without an event, uses the next one.
 */
export const reportPace: MakeReport = async (context, scope, query) => {
  const event = scope.event ?? (await nextEvent(context, scope))
  if (!event)
    return succeed({
      columns: [text('days', 'Days before'), count('tickets', 'Tickets')],
      rows: [],
      total: null,
    })
  const against = await chooseAgainst(context, scope, { event, asked: query.against })
  if (query.against && !against) return fail('NOT_FOUND')
  const own = await daysOf(context, scope, event)
  const other = against ? await daysOf(context, scope, against) : []
  return succeed({
    columns: [
      text('days', 'Days before'),
      count('tickets', event.title),
      ...(against ? [count('against', against.title)] : []),
    ],
    rows: paceRows({ own, other }, daysLeft(context, event)),
    total: null,
    against,
    scope: { ...scope, event, timeZone: event.timeZone, currency: event.currency },
  })
}

const chooseAgainst = (
  context: Context,
  scope: Scope,
  { event, asked }: { event: ReportEvent; asked: string | undefined },
): Promise<ReportEvent | undefined> =>
  asked ? findEvent(context, scope.promoterId, asked) : earlierEvent(context, scope, event)

const DAY_MS = 86_400_000
const daysLeft = ({ clock }: Context, { startsAt }: ReportEvent): number =>
  Math.max(0, Math.floor((startsAt.getTime() - clock.now()) / DAY_MS))

interface Day {
  before: number
  tickets: number
}

/** One row per day since either went on sale; future days are empty. */
function paceRows({ own, other }: { own: readonly Day[]; other: readonly Day[] }, left: number) {
  const longest = Math.min(
    MAX_DAYS,
    Math.max(0, ...own.map(({ before }) => before), ...other.map(({ before }) => before)),
  )
  const soldBy = (days: readonly Day[], before: number): number =>
    days.reduce((sum, day) => (day.before >= before ? sum + day.tickets : sum), 0)
  return Array.from({ length: longest + 1 }, (_, index) => longest - index).map((before) => ({
    days: String(before),
    tickets: before >= left ? soldBy(own, before) : null,
    against: soldBy(other, before),
  }))
}

async function daysOf({ db }: Context, { promoterId }: Scope, event: ReportEvent): Promise<Day[]> {
  const { rows } = await sql<Day>`
    ${told(promoterId)}, rows as (
      select hour, tickets, returned from report_hours where event_id = ${event.id} and dimension = 'event'
      union all
      select hour, tickets, returned from deltas where event_id = ${event.id} and dimension = 'event'
    )
    select greatest(0, floor(extract(epoch from ${event.startsAt}::timestamptz - hour) / 86400))::int as before,
      sum(tickets - returned)::int as tickets
    from rows group by 1`.execute(db)
  return rows
}

const columns = sql`id, title, starts_at as "startsAt", time_zone as "timeZone", currency, venue_name as "venueName"`

async function nextEvent({ db, clock }: Context, { promoterId }: Scope): Promise<ReportEvent | undefined> {
  const now = new Date(clock.now())
  const { rows } = await sql<ReportEvent>`
    select ${columns} from events where promoter_id = ${promoterId} and status <> 'draft'
    order by ends_at <= ${now}, abs(extract(epoch from starts_at - ${now}::timestamptz)) limit 1`.execute(db)
  return rows[0]
}

async function earlierEvent(
  { db }: Context,
  { promoterId }: Scope,
  event: ReportEvent,
): Promise<ReportEvent | undefined> {
  const { rows } = await sql<ReportEvent>`
    select ${columns} from events
    where promoter_id = ${promoterId} and status = 'published' and starts_at < ${event.startsAt} and id <> ${event.id}
    order by venue_name = ${event.venueName} desc, starts_at desc limit 1`.execute(db)
  return rows[0]
}
