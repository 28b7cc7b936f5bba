/** Page addresses of the promoter console. Apart from the shop's: visitors don't load them. */
export const consoleUrls = {
  overview: (): string => '/promoter',
  /** What Foyer offers to promoters and what it costs: a page of the main site. */
  sell: (): string => '/sell',
  /** "Sell tickets": from an account to a promoter. */
  start: (): string => '/promoter/start',
  events: (): string => '/promoter/events',
  /** With the form of a new one open. */
  newEvent: (): string => '/promoter/events?new=event',
  event: (id: string): string => `/promoter/events/${id}`,
  eventTickets: (id: string): string => `/promoter/events/${id}/tickets`,
  /** An event's page as it would be: takes a form, answers a page for a frame. */
  eventPreview: (): string => '/promoter/events/preview',
  orders: (): string => '/promoter/orders',
  order: (id: string): string => `/promoter/orders/${id}`,
  attendees: (): string => '/promoter/attendees',
  reports: (): string => '/promoter/reports',
  promoCodes: (): string => '/promoter/promo-codes',
  fees: (): string => '/promoter/fees',
  staff: (): string => '/promoter/staff',
  assignments: (): string => '/promoter/staff/assignments',
  commission: (): string => '/promoter/staff/commission',
  links: (): string => '/promoter/staff/links',
  payouts: (): string => '/promoter/payouts',
  site: (): string => '/promoter/site',
  /** Terms, privacy and what else a seller owes its buyers. */
  legal: (): string => '/promoter/legal',
  /** The storefront in a look that is not saved: takes a form, answers a page for a frame. */
  sitePreview: (): string => '/promoter/site/preview',
  letters: (): string => '/promoter/e-mails',
  letter: (key: string): string => `/promoter/e-mails/${key}`,
  /** An e-mail in words that are not saved: takes a form, answers a document for a frame. */
  letterPreview: (): string => '/promoter/e-mails/preview',
  developers: (): string => '/promoter/developers',
  settings: (): string => '/promoter/settings',
  audit: (): string => '/promoter/audit-log',
}
