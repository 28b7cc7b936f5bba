import * as z from 'zod/mini'
import { reference } from '#model/platform/bounds.ts'
import { reportInterval } from '#model/reports/report-spans.ts'
import { sellerDetail } from '#model/sites/seller-details.ts'
import { endpoint } from '#contracts/platform/endpoint.ts'

/**
 * Each report is a table; `…/export.csv` returns it as CSV. Amounts are in major units of one currency. `paid` is the amount that buyers
 * paid, before refunds. `refunded` includes disputes. `fees`, `taxes` and `revenue`, the promoter's share, are net of refunds.
 */
export const reportName = z.enum([
  'sales',
  'types',
  'channels',
  'links',
  'promo-codes',
  'funnel',
  'pace',
  'refunds',
  'fees',
  'taxes',
  'payouts',
])
export type ReportName = z.infer<typeof reportName>

/** First and last day, inclusive, for example '2026-11-21'. Default: the last 30 days; for a report of one event, all its days. */
const query = z.object({
  from: z.optional(z.string().check(z.maxLength(40))),
  to: z.optional(z.string().check(z.maxLength(40))),
  by: z.optional(reportInterval),
  eventId: z.optional(reference),
  currency: z.optional(reference),
  /** Time zone for reports without an event. Default: the time zone of most events. */
  timeZone: z.optional(reference),
  /** For `pace`: the event to compare with. */
  against: z.optional(reference),
})
export type ReportQuery = z.infer<typeof query>

/**
 * Format of the values. `time`: an interval, '2026-11-21' for a day or '2026-11-21T18' for an hour. `moment`: ISO 8601. `share`: from 0 to
 * 1.
 */
const column = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(['text', 'time', 'moment', 'count', 'money', 'share']),
})
export type ReportColumn = z.infer<typeof column>

const row = z.record(z.string(), z.union([z.string(), z.number(), z.null()]))
export type ReportRow = z.infer<typeof row>

const named = z.object({ id: z.string(), name: z.string() })

export const report = z.object({
  name: reportName,
  from: z.string(),
  to: z.string(),
  by: reportInterval,
  timeZone: z.string(),
  currency: z.string(),
  currencies: z.array(z.string()),
  event: z.nullable(named),
  against: z.nullable(named),
  columns: z.array(column),
  /** The first 1,000 rows; the CSV export has all. */
  rows: z.array(row),
  rowCount: z.int(),
  /** Sums over all rows, for columns that can be summed; null if none can. */
  total: z.nullable(row),
})
export type Report = z.infer<typeof report>

const DESCRIPTIONS: Readonly<Record<ReportName, string>> = {
  sales: 'Reports orders, tickets, payments, refunds, fees, taxes and revenue by hour, day or week.',
  types: 'Reports tickets, discounts and revenue by ticket type.',
  channels: 'Reports page views, orders and revenue by channel: tracking links, campaigns and manual orders.',
  links: 'Reports visits, orders, revenue and commission by tracking link.',
  'promo-codes': 'Reports orders, discounts and revenue by promo code.',
  funnel: 'Reports how many views of event pages became carts with tickets, orders and paid orders.',
  pace: 'Reports the tickets sold by days before an event, compared with the event `against`. Default: the next event.',
  refunds: 'Reports refunds by reason, with their fees and taxes, by hour, day or week.',
  fees: 'Reports fees charged, refunded and kept, and commission, by hour, day or week.',
  taxes: 'Reports taxable sales and taxes charged and refunded, by tax rate.',
  payouts: 'Reports payouts to members, newest first. FORBIDDEN for members other than owners.',
}

const errors = ['FORBIDDEN', 'NOT_FOUND', 'VALIDATION_ERROR'] as const

const reportOf = (name: ReportName, scope: 'reports:read' | 'payouts:read' = 'reports:read') =>
  endpoint({
    description: DESCRIPTIONS[name],
    method: 'GET',
    path: `/api/promoter/reports/${name}`,
    access: 'promoter',
    scope,
    query,
    data: z.object({ report }),
    errors,
  })

/** Endpoints of the reports, by name. */
export const REPORTS = {
  sales: reportOf('sales'),
  types: reportOf('types'),
  channels: reportOf('channels'),
  links: reportOf('links'),
  'promo-codes': reportOf('promo-codes'),
  funnel: reportOf('funnel'),
  pace: reportOf('pace'),
  refunds: reportOf('refunds'),
  fees: reportOf('fees'),
  taxes: reportOf('taxes'),
  payouts: reportOf('payouts', 'payouts:read'),
} as const satisfies Record<ReportName, unknown>

export const listReportEvents = endpoint({
  description: 'Lists the events that reports can be filtered by: all but drafts, latest start first.',
  method: 'GET',
  path: '/api/promoter/reports/events',
  access: 'promoter',
  scope: 'reports:read',
  data: z.object({
    events: z.array(
      z.object({ id: z.string(), title: z.string(), startsAt: z.string(), timeZone: z.string() }),
    ),
  }),
  errors: ['FORBIDDEN'],
})

const figures = z.object({
  orders: z.int(),
  tickets: z.int(),
  views: z.int(),
  revenue: z.number(),
})
export type OverviewFigures = z.infer<typeof figures>

const overview = z.object({
  currency: z.string(),
  currencies: z.array(z.string()),
  timeZone: z.string(),
  today: z.string(),
  /** `now`: figures of the last `days` days. `before`: figures of the preceding period of the same length. */
  periods: z.array(z.object({ days: z.int(), now: figures, before: figures })),
  /** Today's hours up to now, one entry per hour, for example '2026-11-21T18'. */
  hours: z.array(
    z.object({ hour: z.string(), orders: z.int(), tickets: z.int(), views: z.int(), revenue: z.number() }),
  ),
  /** The last 30 days, one entry per day. */
  days: z.array(
    z.object({ day: z.string(), orders: z.int(), tickets: z.int(), views: z.int(), revenue: z.number() }),
  ),
  nextEvents: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      startsAt: z.string(),
      timeZone: z.string(),
      city: z.string(),
      sold: z.int(),
      capacity: z.int(),
    }),
  ),
  attention: z.object({
    /** Number of payments that reconciliation couldn't settle. */
    payments: z.int(),
    disputes: z.int(),
    /** Number of payouts to approve; null for members who can't approve them. */
    payouts: z.nullable(z.int()),
    drafts: z.int(),
    /** Seller details that must be entered before invoices can be issued; empty until the first sale. */
    missingSellerDetails: z.array(sellerDetail),
  }),
  /** Tracking links with the most revenue in the last 30 days. */
  topLinks: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      code: z.string(),
      orders: z.int(),
      tickets: z.int(),
      revenue: z.number(),
    }),
  ),
  topTypes: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      eventTitle: z.string(),
      tickets: z.int(),
      revenue: z.number(),
    }),
  ),
  /** Numbers of views, carts with tickets, orders placed and orders paid in the last 30 days. */
  funnel: z.array(z.object({ name: z.string(), number: z.int() })),
  recentOrders: z.array(
    z.object({
      id: z.string(),
      number: z.string(),
      name: z.string(),
      /** Title of the order's first event; empty for an order that buys a voucher. */
      eventTitle: z.string(),
      isOfVoucher: z.boolean(),
      tickets: z.int(),
      total: z.number(),
      currency: z.string(),
      status: z.string(),
      paidAt: z.string(),
    }),
  ),
  hasEvents: z.boolean(),
  hasSales: z.boolean(),
})
export type Overview = z.infer<typeof overview>

export const getOverview = endpoint({
  description:
    "Returns the figures of the console's overview: sales of the last periods, next events, and tasks " +
    'that need attention.',
  method: 'GET',
  path: '/api/promoter/overview',
  access: 'promoter',
  scope: 'reports:read',
  query: z.object({ currency: z.optional(reference), timeZone: z.optional(reference) }),
  data: z.object({ overview }),
  errors,
})
