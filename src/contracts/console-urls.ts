/** Page addresses of the promoter console. Apart from the shop's: visitors don't load them. */
export const consoleUrls = {
  overview: (): string => '/promoter',
  /** "Sell tickets": from an account to a promoter. */
  start: (): string => '/promoter/start',
  events: (): string => '/promoter/events',
  event: (id: string): string => `/promoter/events/${id}`,
  orders: (): string => '/promoter/orders',
  order: (id: string): string => `/promoter/orders/${id}`,
  attendees: (): string => '/promoter/attendees',
  reports: (): string => '/promoter/reports',
  promoCodes: (): string => '/promoter/promo-codes',
  fees: (): string => '/promoter/fees',
  staff: (): string => '/promoter/staff',
  payouts: (): string => '/promoter/payouts',
  site: (): string => '/promoter/site',
  /** The storefront in a look that is not saved: takes a form, answers a page for a frame. */
  sitePreview: (): string => '/promoter/site/preview',
  letters: (): string => '/promoter/e-mails',
  letter: (key: string): string => `/promoter/e-mails/${key}`,
  /** An e-mail in words that are not saved: takes a form, answers a document for a frame. */
  letterPreview: (): string => '/promoter/e-mails/preview',
  developers: (): string => '/promoter/developers',
  audit: (): string => '/promoter/audit-log',
}
