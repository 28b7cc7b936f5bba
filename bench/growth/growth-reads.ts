import { randomUUID } from 'node:crypto'
import type { Subjects } from './subjects.ts'

/** A request whose duration shall not depend on how much the platform has sold. */
export interface GrowthRead {
  name: string
  /** The request of a turn; turns differ where the same one would be answered from a cache. */
  request: (subjects: Subjects, turn: number) => GrowthRequest
}

export interface GrowthRequest {
  host: string
  path: string
  method?: 'PUT'
  body?: unknown
  bearer?: string
}

const MAIN = 'localhost'

const at = <Value>(values: readonly Value[], turn: number): Value => {
  const value = values[turn % values.length]
  if (value === undefined) throw new Error('The database has none of what a read needs.')
  return value
}

const search = (name: string, query: (subjects: Subjects) => string): GrowthRead => ({
  name,
  request: (subjects) => ({ host: MAIN, path: `/api/public/events?${query(subjects)}` }),
})

const console = (name: string, path: (subjects: Subjects) => string): GrowthRead => ({
  name: `console: ${name}`,
  request: (subjects) => ({
    host: subjects.promoter.host,
    path: path(subjects),
    bearer: subjects.promoter.bearer,
  }),
})

export const GROWTH_READS: readonly GrowthRead[] = [
  {
    name: 'event page, cached',
    request: ({ events }) => ({ host: at(events, 0).host, path: `/events/${at(events, 0).slug}` }),
  },
  {
    name: 'event page, cold',
    // With a code, the page is rendered for each request.
    request: ({ events }, turn) => ({
      host: at(events, turn).host,
      path: `/events/${at(events, turn).slug}?code=BENCH`,
    }),
  },
  {
    name: 'storefront, cold',
    // Cached by its link, which is another one each time.
    request: ({ events }, turn) => ({ host: at(events, turn).host, path: `/?link=bench-${turn}` }),
  },
  { name: 'main site, cold', request: (_, turn) => ({ host: MAIN, path: `/?link=bench-${turn}` }) },
  search('list of events', () => ''),
  search('next page', ({ cursor }) => `cursor=${cursor}`),
  search('search: a word', ({ word }) => `q=${word}`),
  search('search: two words', ({ twoWords }) => `q=${encodeURIComponent(twoWords)}`),
  search('search: similar words', ({ misspelt }) => `q=${misspelt}`),
  search('search: nothing found', () => 'q=xyzzyqwv'),
  search(
    'filters',
    ({ city, currency }) => `place=${encodeURIComponent(city)}&price=1000-${currency}&from=2026-01-01`,
  ),
  search('category', ({ category }) => `category=${category}`),
  {
    name: 'cart: hold',
    request: ({ ticketTypes }, turn) => ({
      host: at(ticketTypes, turn).host,
      path: `/api/public/carts/${randomUUID()}`,
      method: 'PUT',
      body: { items: [{ ticketTypeId: at(ticketTypes, turn).id, quantity: 1 }] },
    }),
  },
  {
    name: 'order page',
    request: ({ orders }, turn) => ({ host: at(orders, turn).host, path: `/orders/${at(orders, turn).id}` }),
  },
  {
    name: 'an account’s orders',
    request: ({ customer }) => ({ host: MAIN, path: '/api/auth/customer/orders', bearer: customer }),
  },
  {
    name: 'an account’s tickets',
    request: ({ customer }) => ({ host: MAIN, path: '/api/auth/customer/tickets', bearer: customer }),
  },
  console('overview', () => '/api/promoter/overview'),
  console('events', () => '/api/promoter/events'),
  console('orders', () => '/api/promoter/orders'),
  console('orders by name', ({ promoter }) => `/api/promoter/orders?q=${promoter.lastName}`),
  console('attendees', () => '/api/promoter/attendees'),
  console('attendees of an event', ({ promoter }) => `/api/promoter/attendees?eventId=${promoter.eventId}`),
  console('payouts to members', () => '/api/promoter/payouts'),
  console('balances', () => '/api/promoter/settlement-balances'),
  console('payouts', () => '/api/promoter/settlements'),
  {
    name: 'operator: accounts by address',
    request: ({ operator, email }) => ({
      host: MAIN,
      path: `/api/operator/accounts?q=${encodeURIComponent(email)}`,
      bearer: operator,
    }),
  },
  {
    name: 'operator: promoters',
    request: ({ operator }) => ({ host: MAIN, path: '/api/operator/promoters', bearer: operator }),
  },
  {
    name: 'site resolution',
    request: ({ events }, turn) => ({
      host: MAIN,
      path: `/api/public/domains/resolve?domain=${at(events, turn).host}`,
    }),
  },
]
