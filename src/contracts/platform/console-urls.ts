/** URLs of the console. In a file of their own so that visitors don't download them. */
export const consoleUrls = {
  overview: (): string => '/promoter',
  sell: (): string => '/sell',
  start: (): string => '/promoter/start',
  events: (): string => '/promoter/events',
  /** Event list, with the form for a new event opened. */
  newEvent: (): string => '/promoter/events?new=event',
  event: (id: string): string => `/promoter/events/${id}`,
  eventTickets: (id: string): string => `/promoter/events/${id}/tickets`,
  /** Preview of an event page. It receives a form and returns a page for an iframe. */
  eventPreview: (): string => '/promoter/events/preview',
  orders: (): string => '/promoter/orders',
  order: (id: string): string => `/promoter/orders/${id}`,
  attendees: (): string => '/promoter/attendees',
  doorDevices: (): string => '/promoter/check-in/devices',
  /** Entrances, live counts and double entries of an event. Without an event, the list of events. */
  checkIn: (): string => '/promoter/check-in',
  reports: (): string => '/promoter/reports',
  promoCodes: (): string => '/promoter/promo-codes',
  vouchers: (): string => '/promoter/vouchers',
  fees: (): string => '/promoter/fees',
  staff: (): string => '/promoter/staff',
  assignments: (): string => '/promoter/staff/assignments',
  commission: (): string => '/promoter/staff/commission',
  links: (): string => '/promoter/staff/links',
  payouts: (): string => '/promoter/payouts',
  /** Payouts to the promoter. */
  settlements: (): string => '/promoter/settlements',
  feeInvoices: (): string => '/promoter/fee-invoices',
  settlement: (id: string): string => `/promoter/settlements/${id}`,
  eventStatement: (eventId: string): string => `/promoter/settlements/events/${eventId}`,
  site: (): string => '/promoter/site',
  legal: (): string => '/promoter/legal',
  /** Preview of the storefront with unsaved branding. It receives a form and returns a page for an iframe. */
  sitePreview: (): string => '/promoter/site/preview',
  emailTemplates: (): string => '/promoter/e-mails',
  emailTemplate: (key: string): string => `/promoter/e-mails/${key}`,
  /** Preview of an email with an unsaved template. It receives a form and returns a document for an iframe. */
  letterPreview: (): string => '/promoter/e-mails/preview',
  developers: (): string => '/promoter/developers',
  settings: (): string => '/promoter/settings',
  audit: (): string => '/promoter/audit-log',
  /** A promoter in the operators' area of the main site. */
  managedPromoter: (id: string): string => `/operator/promoters/${id}`,
}
