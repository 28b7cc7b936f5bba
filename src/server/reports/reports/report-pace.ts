import { fail } from '#contracts/platform/errors.ts'
import { succeed } from '#model/platform/result.ts'
import type { Context } from '#server/context.ts'
import { findReportedEvent, type ReportScope } from '#server/platform/report-totals/read-report-scope.ts'
import type { ReportEvent } from '#server/platform/report-totals/report-event-rows.ts'
import { findEarlierEvent, findNextEvent, listPaceDays, type PaceDay } from './pace-rows.ts'
import { countColumn, textColumn, type MakeReport } from './report-table.ts'

const MAX_DAYS = 400

/**
 * Tickets sold by days before the event, compared with another event: the requested one, or else the latest one before it,
 * at the same venue if possible. By default, reports the next event.
 */
export const reportPace: MakeReport = async (context, scope, query) => {
  const event =
    scope.event ?? (await findNextEvent(context.db, scope.promoterId, new Date(context.clock.now())))
  if (!event)
    return succeed({
      columns: [textColumn('days', 'Days before'), countColumn('tickets', 'Tickets')],
      rows: [],
      total: null,
    })
  const against = await chooseAgainst(context, scope, { event, requested: query.against })
  if (query.against && !against) return fail('NOT_FOUND')
  const own = await listPaceDays(context.db, scope.promoterId, event)
  const other = against ? await listPaceDays(context.db, scope.promoterId, against) : []
  return succeed({
    columns: [
      textColumn('days', 'Days before'),
      countColumn('tickets', event.title),
      ...(against ? [countColumn('against', against.title)] : []),
    ],
    rows: paceRows({ own, other }, daysLeft(context, event)),
    total: null,
    against,
    scope: { ...scope, event, timeZone: event.timeZone, currency: event.currency },
  })
}

const chooseAgainst = (
  context: Context,
  scope: ReportScope,
  { event, requested }: { event: ReportEvent; requested: string | undefined },
): Promise<ReportEvent | undefined> =>
  requested
    ? findReportedEvent(context, scope.promoterId, requested)
    : findEarlierEvent(context.db, scope.promoterId, event)

const DAY_MS = 86_400_000
const daysLeft = ({ clock }: Context, { startsAt }: ReportEvent): number =>
  Math.max(0, Math.floor((startsAt.getTime() - clock.now()) / DAY_MS))

/** Returns a row for each day since the first of the two events went on sale. Future days are empty. */
function paceRows({ own, other }: { own: readonly PaceDay[]; other: readonly PaceDay[] }, left: number) {
  const longest = Math.min(
    MAX_DAYS,
    Math.max(0, ...own.map(({ before }) => before), ...other.map(({ before }) => before)),
  )
  const soldBy = (days: readonly PaceDay[], before: number): number =>
    days.reduce((sum, day) => (day.before >= before ? sum + day.tickets : sum), 0)
  return Array.from({ length: longest + 1 }, (_, index) => longest - index).map((before) => ({
    days: String(before),
    tickets: before >= left ? soldBy(own, before) : null,
    against: soldBy(other, before),
  }))
}
