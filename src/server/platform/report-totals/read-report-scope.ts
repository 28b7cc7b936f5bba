import type { ReportQuery } from '#contracts/console/reports.ts'
import { fail, type FieldError } from '#contracts/platform/errors.ts'
import {
  countDays,
  suitableInterval,
  isTimeZone,
  hasTooManyIntervals,
  type ReportSpan,
} from '#model/reports/report-spans.ts'
import { succeed, type Result } from '#model/platform/result.ts'
import { isUuid } from '#server/platform/ids/is-uuid.ts'
import type { Context } from '#server/context.ts'
import {
  findFirstHour,
  findReportEvent,
  findUsualCurrencyAndZone,
  type ReportEvent,
} from './report-event-rows.ts'
import { addDays, dateAt, isDate } from '#model/platform/time/days.ts'

export interface ReportScope extends ReportSpan {
  promoterId: string
  currency: string
  currencies: string[]
  event: ReportEvent | undefined
}

const SPAN_DAYS = 30

export async function readReportScope(
  context: Context,
  request: { promoterId: string; query: ReportQuery },
): Promise<Result<ReportScope, 'NOT_FOUND' | 'VALIDATION_ERROR'>> {
  const { promoterId, query } = request
  const errors = formErrors(query)
  if (errors.length > 0) return fail('VALIDATION_ERROR', errors)
  const [event, usual] = await Promise.all([
    query.eventId === undefined ? undefined : findReportedEvent(context, promoterId, query.eventId),
    findUsualCurrencyAndZone(context.db, promoterId),
  ])
  if (query.eventId !== undefined && !event) return fail('NOT_FOUND')
  const { timeZone, currency } = event ?? { ...usual, ...given(query) }
  const span = await readSpan(context, query, { event, timeZone })
  if (hasTooManyIntervals(span))
    return fail('VALIDATION_ERROR', [{ path: 'by', message: 'Choose fewer days, or a longer interval.' }])
  return succeed({ promoterId, ...span, currency, currencies: usual.currencies, event })
}

const given = ({ timeZone, currency }: ReportQuery): Partial<Pick<ReportScope, 'timeZone' | 'currency'>> => ({
  ...(timeZone === undefined ? {} : { timeZone }),
  ...(currency === undefined ? {} : { currency }),
})

/** Returns all days of an event, or the most recent days. */
async function readSpan(
  context: Context,
  query: ReportQuery,
  about: { event: ReportEvent | undefined; timeZone: string },
): Promise<ReportSpan> {
  const { event, timeZone } = about
  const to = query.to ?? dateAt(context.clock.now(), timeZone)
  const first = query.from ?? (event && (await firstDay(context, event))) ?? addDays(to, 1 - SPAN_DAYS)
  const from = first > to ? to : first
  return { from, to, by: query.by ?? suitableInterval(countDays({ from, to })), timeZone }
}

function formErrors(query: ReportQuery): FieldError[] {
  const { from, to, timeZone } = query
  const wrong = (['from', 'to'] as const).flatMap((path) => {
    const day = query[path]
    return day === undefined || isDate(day) ? [] : [{ path, message: 'Enter the day as YYYY-MM-DD.' }]
  })
  if (wrong.length === 0 && from !== undefined && to !== undefined && from > to)
    wrong.push({ path: 'to', message: 'The last day is before the first.' })
  const zone = timeZone !== undefined && !isTimeZone(timeZone)
  return zone ? [...wrong, { path: 'timeZone', message: 'Use a time zone like Europe/Berlin.' }] : wrong
}

export const findReportedEvent = async (
  { db }: Context,
  promoterId: string,
  eventId: string,
): Promise<ReportEvent | undefined> =>
  isUuid(eventId) ? findReportEvent(db, { promoterId, eventId }) : undefined

async function firstDay({ db }: Context, event: ReportEvent): Promise<string | undefined> {
  const at = await findFirstHour(db, event.id)
  return at && dateAt(at.getTime(), event.timeZone)
}
