import { consoleUrls } from './console-urls.ts'

/** URLs for operators on the main site. In a file of their own so that visitors don't download them. */
export const operatorUrls = {
  overview: (): string => '/operator',
  people: (): string => '/operator/people',
  person: (id: string): string => `/operator/people/${id}`,
  health: (): string => '/operator/health',
  terms: (): string => '/operator/terms',
  promoter: (id: string): string => consoleUrls.managedPromoter(id),
  legal: (): string => '/operator/legal',
  site: (): string => '/operator/site',
  registration: (): string => '/operator/registration',
  audit: (): string => '/operator/audit',
  invoices: (): string => '/operator/invoices',
  payments: (): string => '/operator/payments',
  trouble: (): string => '/operator/trouble',
  operators: (): string => '/operator/operators',
  money: (): string => '/operator/money',
  promoterMoney: (promoterId: string): string => `/operator/money/${promoterId}`,
  eventStatement: (eventId: string): string => `/operator/money/events/${eventId}`,
  /** Page that makes the first account an operator. The token is in the fragment, so that it isn't logged or sent as a referrer. */
  join: (token: string): string => `/operator/join#${token}`,
}
