import type { EventFilters } from './catalog.ts'

/** Every page address. Pages, islands and e-mails build links with these and with nothing else. */
export const urls = {
  home: (filters: EventFilters = {}): string => {
    const query = new URLSearchParams(
      Object.entries(filters).filter((entry): entry is [string, string] => Boolean(entry[1])),
    ).toString()
    return query ? `/?${query}` : '/'
  },
  event: (slug: string): string => `/events/${slug}`,
  eventCalendar: (slug: string): string => `/events/${slug}/calendar.ics`,
  cart: (): string => '/cart',
  checkout: (): string => '/checkout',
  order: (id: string): string => `/orders/${id}`,
  siteStyles: (version: string): string => `/site.css?v=${version}`,
  sandboxChallenge: (intentId: string): string => `/sandbox/challenge/${intentId}`,
}
