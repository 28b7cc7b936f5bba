import { reportName } from '#contracts/console/reports.ts'
import { consoleUrls } from '#contracts/platform/console-urls.ts'

/** A request of the console bench, made by the owner of the promoter with half of all orders. */
export interface ConsoleRequest {
  path: string
  /** Pages are requested like a browser does, without a token. */
  kind: 'api' | 'page'
  /** Maximum response time in milliseconds; 200 by default. */
  withinMs?: number
}

const YEARS = 'from=2023-01-01&to=2027-12-31'

const FIND = '/api/promoter/orders?q='

const API = [
  '/api/promoter/overview',
  '/api/promoter/checklist',
  '/api/promoter/reports/events',
  '/api/promoter/events',
  '/api/promoter/events?when=past',
  '/api/promoter/events/{eventId}',
  '/api/promoter/events/{eventId}/ticket-types',
  '/api/promoter/orders',
  '/api/promoter/orders?eventId={eventId}',
  '/api/promoter/orders?status=refunded',
  // A common fragment, a name, two words, a full address and a fragment without matches.
  `${FIND}an`,
  `${FIND}{lastName}`,
  `${FIND}{firstName}%20{lastName}`,
  `${FIND}{email}`,
  `${FIND}{number}`,
  `${FIND}xyzzyxyzzy`,
  `${FIND}{lastName}&eventId={eventId}`,
  '/api/promoter/orders/{orderId}',
  '/api/promoter/order-choices',
  '/api/promoter/attendees',
  '/api/promoter/attendees?eventId={eventId}',
  '/api/promoter/attendees?q={lastName}',
  '/api/promoter/attendees/counts?eventId={eventId}',
  '/api/promoter/promo-codes',
  '/api/promoter/promo-codes/choices',
  '/api/promoter/fees',
  '/api/promoter/taxes',
  '/api/promoter/members',
  '/api/promoter/invitations',
  '/api/promoter/staff-choices',
  '/api/promoter/assignments',
  '/api/promoter/commission-rules',
  '/api/promoter/tracking-links',
  '/api/promoter/earnings',
  '/api/promoter/payouts',
  '/api/promoter/payout-settings',
  '/api/promoter/settings',
  '/api/promoter/audit-log',
  '/api/promoter/audit-log/choices',
  '/api/promoter/api-keys',
  '/api/promoter/webhooks',
  '/api/promoter/webhook-deliveries',
  '/api/email/templates',
  '/api/email/templates/order_confirmed',
  '/api/email/sender',
]

const PAGES = [
  consoleUrls.overview(),
  consoleUrls.events(),
  consoleUrls.event('{eventId}'),
  consoleUrls.eventTickets('{eventId}'),
  consoleUrls.orders(),
  consoleUrls.order('{orderId}'),
  consoleUrls.attendees(),
  consoleUrls.reports(),
  consoleUrls.promoCodes(),
  consoleUrls.fees(),
  consoleUrls.staff(),
  consoleUrls.assignments(),
  consoleUrls.commission(),
  consoleUrls.links(),
  consoleUrls.payouts(),
  consoleUrls.site(),
  consoleUrls.emailTemplates(),
  consoleUrls.emailTemplate('order_confirmed'),
  consoleUrls.developers(),
  consoleUrls.settings(),
  consoleUrls.audit(),
]

/**
 * Every read of the console. `{eventId}` is an event with many sales, `{orderId}` a paid order of it, and `{firstName}` and so on
 * are that order's values.
 */
export const CONSOLE_REQUESTS: readonly ConsoleRequest[] = [
  ...API.map((path): ConsoleRequest => ({ path, kind: 'api' })),
  ...reportName.options.flatMap((name): ConsoleRequest[] => [
    { path: `/api/promoter/reports/${name}`, kind: 'api' },
    { path: `/api/promoter/reports/${name}?eventId={eventId}`, kind: 'api' },
    { path: `/api/promoter/reports/${name}?${YEARS}`, kind: 'api' },
  ]),
  { path: '/api/promoter/reports/types/export.csv', kind: 'api' },
  ...PAGES.map((path): ConsoleRequest => ({ path, kind: 'page' })),
]
