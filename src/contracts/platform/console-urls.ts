/** In a file of their own so that visitors don't load them. */
export const consoleUrls = {
  overview: (): string => '/promoter',
  sell: (): string => '/sell',
  start: (): string => '/promoter/start',
  events: (): string => '/promoter/events',
  /** Event list with the form for a new event open. */
  newEvent: (): string => '/promoter/events?new=event',
  event: (id: string): string => `/promoter/events/${id}`,
  eventTickets: (id: string): string => `/promoter/events/${id}/tickets`,
  /** Preview of an event page: takes a form, returns a page for an iframe. */
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
  legal: (): string => '/promoter/legal',
  /** Preview of the storefront with unsaved branding: takes a form, returns a page for an iframe. */
  sitePreview: (): string => '/promoter/site/preview',
  emailTemplates: (): string => '/promoter/e-mails',
  emailTemplate: (key: string): string => `/promoter/e-mails/${key}`,
  /** Preview of an email with an unsaved template: takes a form, returns a document for an iframe. */
  letterPreview: (): string => '/promoter/e-mails/preview',
  developers: (): string => '/promoter/developers',
  settings: (): string => '/promoter/settings',
  audit: (): string => '/promoter/audit-log',
}
