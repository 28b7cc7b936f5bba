import type { getOverview as contract, Overview, OverviewFigures } from '#contracts/console/reports.ts'
import { toMajor } from '#model/platform/money.ts'
import { addDays } from '#model/platform/time/days.ts'
import { succeed } from '#model/platform/result.ts'
import { hasRoleScope } from '#model/people/scopes.ts'
import { missingSellerDetails } from '#model/sites/seller-details.ts'
import type { Context } from '#server/context.ts'
import type { PromoterCall, UseCase } from '#server/use-case.ts'
import { countAttention, findRole, listNextEvents, listRecentOrders, sumViews } from './overview-rows.ts'
import { readReportScope, type ReportScope } from '#server/platform/report-totals/read-report-scope.ts'
import { reportFunnel } from './report-funnel.ts'
import { reportLinks, reportTypes } from './report-keys.ts'
import { revenueCentsOf, sumByInterval } from '#server/platform/report-totals/sum-rows.ts'

const SHOWN_DAYS = 30
const PERIODS = [1, 7, SHOWN_DAYS]
const TOP = 5

export const getOverview: UseCase<typeof contract, PromoterCall> = async (context, call) => {
  const read = await readReportScope(context, call)
  if (!read.success) return read
  const scope = read.data
  const hours = await readHours(context, {
    ...scope,
    by: 'hour',
    from: addDays(scope.to, 1 - 2 * SHOWN_DAYS),
  })
  const now = hourIn(context.clock.now(), scope.timeZone)
  const [places, tops] = await Promise.all([readPlaces(context, call), readTops(context, scope)])
  return succeed({
    overview: {
      currency: scope.currency,
      currencies: scope.currencies,
      timeZone: scope.timeZone,
      today: scope.to,
      periods: PERIODS.map((days) => periodOf(hours, { days, today: scope.to, now })),
      hours: hoursOf(hours, now),
      days: daysOf(hours, scope.to),
      ...places,
      ...tops,
      hasSales: hours.some(({ orders }) => orders > 0) || places.recentOrders.length > 0,
    },
  })
}

type Hour = OverviewFigures & { step: string }

/** Returns the sums by hour in major units, without empty hours. */
async function readHours(context: Context, scope: ReportScope): Promise<Hour[]> {
  const [sums, views] = await Promise.all([sumByInterval(context.db, scope), sumViews(context.db, scope)])
  const sold = sums.map((sum) => ({
    step: sum.step,
    orders: sum.orders,
    tickets: sum.tickets - sum.returned,
    views: 0,
    revenue: revenueCentsOf(sum),
  }))
  const seen = views.map(({ step, views: number }) => ({
    step,
    orders: 0,
    tickets: 0,
    views: number,
    revenue: 0,
  }))
  return [...sold, ...seen].map((hour) => ({ ...hour, revenue: toMajor(hour.revenue, scope.currency) }))
}

/** Returns for example '2026-11-21T18'. */
const hourIn = (nowMs: number, timeZone: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
    .format(nowMs)
    .slice(0, 13)
    .replace(' ', 'T')

/** Returns the sums of the last `days` days until this hour, and of the same period `days` days earlier. */
function periodOf(
  hours: readonly Hour[],
  { days, today, now }: { days: number; today: string; now: string },
): Overview['periods'][number] {
  const sum = (shift: number): OverviewFigures => {
    const from = addDays(today, 1 - days - shift)
    const until = `${addDays(today, -shift)}${now.slice(10)}`
    return sumOf(hours.filter(({ step }) => step >= from && step <= until))
  }
  return { days, now: sum(0), before: sum(days) }
}

const sumOf = (hours: readonly Hour[]): OverviewFigures => ({
  orders: total(hours, 'orders'),
  tickets: total(hours, 'tickets'),
  views: total(hours, 'views'),
  revenue: Math.round(total(hours, 'revenue') * 1000) / 1000,
})

const total = (hours: readonly Hour[], name: keyof OverviewFigures): number =>
  hours.reduce((sum, hour) => sum + hour[name], 0)

/** Returns the sums of each hour of today. `now`: current hour, such as '2026-11-21T18'. */
function hoursOf(hours: readonly Hour[], now: string): Overview['hours'] {
  const byHour = Map.groupBy(hours, ({ step }) => step)
  return Array.from({ length: Number(now.slice(11)) + 1 }, (_, index) => {
    const hour = `${now.slice(0, 11)}${String(index).padStart(2, '0')}`
    return { hour, ...sumOf(byHour.get(hour) ?? []) }
  })
}

function daysOf(hours: readonly Hour[], today: string): Overview['days'] {
  const byDay = Map.groupBy(hours, ({ step }) => step.slice(0, 10))
  return Array.from({ length: SHOWN_DAYS }, (_, index) => addDays(today, index + 1 - SHOWN_DAYS)).map(
    (day) => ({
      day,
      ...sumOf(byDay.get(day) ?? []),
    }),
  )
}

async function readPlaces(context: Context, { promoterId, actor }: PromoterCall) {
  const now = new Date(context.clock.now())
  const [next, attention, recent, mayPay] = await Promise.all([
    listNextEvents(context.db, { promoterId, now }),
    countAttention(context.db, promoterId),
    listRecentOrders(context.db, promoterId),
    maySeePayouts(context, promoterId, actor.accountId),
  ])
  const { hasEvents, payouts, payments, disputes, drafts, hasSold } = attention
  return {
    nextEvents: next.map((event) => ({ ...event, startsAt: event.startsAt.toISOString() })),
    attention: {
      payments,
      disputes,
      drafts,
      payouts: mayPay ? payouts : null,
      missingSellerDetails: hasSold ? missingSellerDetails(attention) : [],
    },
    recentOrders: recent.map(({ totalCents, paidAt, ...order }) => ({
      ...order,
      total: toMajor(totalCents, order.currency),
      paidAt: paidAt.toISOString(),
    })),
    hasEvents,
  }
}

async function maySeePayouts(
  { db }: Context,
  promoterId: string,
  accountId: string | null,
): Promise<boolean> {
  const role = accountId === null ? undefined : await findRole(db, { promoterId, accountId })
  return role !== undefined && hasRoleScope('payouts:read', role)
}

async function readTops(
  context: Context,
  scope: ReportScope,
): Promise<Pick<Overview, 'topLinks' | 'topTypes' | 'funnel'>> {
  const [links, types, funnel] = await Promise.all([
    reportLinks(context, scope, {}),
    reportTypes(context, scope, {}),
    reportFunnel(context, scope, {}),
  ])
  const topOf = (made: typeof links) => (made.success ? made.data.rows.slice(0, TOP) : [])
  return {
    funnel: topOf(funnel).map((row) => ({ name: String(row['name']), number: Number(row['number']) })),
    topLinks: topOf(links).map((row) => ({
      id: String(row['code']),
      name: String(row['name']),
      code: String(row['code']),
      orders: Number(row['orders']),
      tickets: Number(row['tickets']),
      revenue: Number(row['revenue']),
    })),
    topTypes: topOf(types).map((row) => ({
      id: `${String(row['event'])} ${String(row['name'])}`,
      name: String(row['name']),
      eventTitle: String(row['event']),
      tickets: Number(row['tickets']) - Number(row['returned']),
      revenue: Number(row['revenue']),
    })),
  }
}
