import * as z from 'zod/mini'
import { describe, expect, test } from 'vitest'
import { listContracts } from '#server/openapi/list-contracts.ts'
import { unpagedLists } from '#tests/support/unpaged-lists.ts'

/** Lists without pages, by what limits them. Changes return the same objects as reads, and aren't listed. */
const LIMITED: Readonly<Record<string, readonly string[]>> = {
  'a fixed set: currencies, steps, kinds, columns, days of a period': [
    '/api/promoter/checklist steps',
    '/api/promoter/settlement-account account.missing',
    '/api/public/staff/earnings earnings.payoutAccount.missing',
    '/api/auth/customer/me customer.staff.permissions',
    '/api/promoter/events/{id} event.missing',
    '/api/promoter/vouchers open',
    '/api/promoter/fees currencies',
    '/api/promoter/terms currencies',
    '/api/operator/terms currencies',
    '/api/operator/terms withoutTerms',
    '/api/operator/promoters/{id}/terms currencies',
    '/api/promoter/payout-settings settings.currencies',
    '/api/promoter/audit-log/choices nouns',
    '/api/email/templates letters',
    '/api/email/templates/{key} letter.placeholders',
    '/api/promoter/settlement-balances balances',
    '/api/operator/promoters/{id}/settlement-settings balances',
    '/api/promoter/bank-accounts bankAccounts',
    '/api/operator/debtor-accounts debtorAccounts',
    '/api/operator/refund-limits limits',
    '/api/operator/health jobs',
    '/api/operator/health database.pendingMigrations',
    '/api/public/staff/tracking-links/{id} days',
    '/api/public/staff/earnings earnings.totals',
    '/api/public/staff/earnings earnings.days',
    '/api/public/staff/earnings earnings.terms',
    '/api/promoter/overview overview',
    '/api/promoter/events/{id}/door-dashboard arrivals.steps',
    '/api/operator/promoters/{id} promoter.sales',
  ],
  'what an event may have: 100 ticket types, 50 gates and lists, and so on': [
    '/api/public/events/{idOrSlug}',
    '/api/public/events/{id}/tickets',
    '/api/public/events/{id}/legal-texts texts',
    '/api/public/ticket-offers/{id} offer.questions',
    '/api/promoter/events/{id} event.holdAlarms',
    '/api/promoter/events/{id}/ticket-types',
    '/api/promoter/events/{id}/entrances',
    '/api/promoter/events/{id}/door-dashboard gates',
    '/api/promoter/events/{id}/door-dashboard ticketTypes',
    '/api/promoter/events/{id}/door-sales ticketTypes',
    '/api/promoter/attendees/counts ticketTypes',
  ],
  'what an order or cart may have': [
    '/api/public/carts/{cartId} items',
    '/api/public/orders/{id} order',
    '/api/promoter/orders/{id} detail',
  ],
  'an event’s tickets and scans, which a device has offline': ['/api/door/events/{id}/snapshot'],
  'what a domain or site may have': [
    '/api/domains/look droppedCss',
    '/api/domains/{id}/settings',
    '/api/domains/{id}/check-verification',
    '/api/domains domains',
    '/api/public/voucher-offer offer',
  ],
  'what an account may have: sessions that expire, 20 passkeys, memberships': [
    '/api/auth/customer/sessions sessions',
    '/api/auth/customer/security',
    '/api/auth/customer/promoters promoters',
    '/api/public/staff/profile staffProfile.memberships',
    '/api/operator/accounts/{id} account',
  ],
  'a limit of the statement': [
    '/api/auth/customer/tickets events',
    '/api/auth/customer/invitations invitations',
    '/api/promoter/site-names suggestions',
    '/api/public/staff/tracking-links events',
    '/api/public/staff/assignments assignments',
    '/api/public/staff/earnings earnings.events',
    '/api/public/staff/earnings earnings.links',
    '/api/public/staff/earnings earnings.payouts',
    '/api/door/events events',
    '/api/promoter/door-devices',
    '/api/promoter/door-pairings/choices events',
    '/api/promoter/events/{id} event.series',
    '/api/promoter/events/{id}/door-sales devices',
    '/api/promoter/events/{id}/door-sales sales',
    '/api/promoter/check-in-events events',
    '/api/promoter/events/{id}/check-in-tickets tickets',
    '/api/promoter/promo-codes/choices',
    '/api/promoter/fees events',
    '/api/promoter/taxes ticketTypes',
    '/api/promoter/order-choices',
    '/api/promoter/reports/',
    '/api/promoter/members former',
    '/api/promoter/invitations invitations',
    '/api/promoter/staff-choices events',
    '/api/promoter/commission-rules rules',
    '/api/promoter/audit-log/choices actors',
    '/api/promoter/settlement-balances/events events',
    '/api/promoter/settlements/{id} statement.lines',
    '/api/promoter/events/{id}/statement statement',
    '/api/operator/settlements/{id} statement.lines',
    '/api/operator/events/{id}/statement statement',
    '/api/operator/audit-log/choices',
    '/api/operator/promoters/{id} promoter',
    '/api/operator/promoter-invitations invitations',
    '/api/operator/provider-status',
    '/api/operator/trouble/promoters promoters',
    '/api/operator/cancelled-refunds sums',
    '/api/operator/accounts accounts',
    '/api/operator/health',
    '/api/operator/dead-mails mails',
    '/api/operator/main-site/featured events',
  ],
  'made by hand, one at a time: keys, endpoints, tax rates, versions of texts': [
    '/api/promoter/api-keys apiKeys',
    '/api/promoter/webhooks webhooks',
    '/api/promoter/taxes rates',
    '/api/promoter/legal-texts texts',
    '/api/operator/main-site/legal-texts texts',
    '/api/operator/operators operators',
    '/api/operator/terms promoters',
    '/api/promoter/members members',
    '/api/public/staff/tracking-links trackingLinks',
  ],
}

const unpaged = listContracts()
  .filter(({ contract }) => contract.method === 'GET')
  .flatMap(({ contract }) => unpagedLists(contract).map((path) => `${contract.path} ${path}`.trim()))

test('every list has pages, or a named limit', () => {
  const named = Object.values(LIMITED).flat()
  expect(unpaged.filter((each) => !named.some((prefix) => each.startsWith(prefix)))).toEqual([])
})

test('no limit is named for a list that doesn’t exist', () => {
  const named = Object.values(LIMITED).flat()
  expect(named.filter((prefix) => !unpaged.some((each) => each.startsWith(prefix)))).toEqual([])
})

describe('a list', () => {
  const rows = z.array(z.object({ tags: z.array(z.string()) }))
  const cursor = z.object({ cursor: z.optional(z.string()) })
  const page = z.object({ rows, nextCursor: z.nullable(z.string()) })

  test('without pages or a maximum length is found, with its path', () => {
    const data = z.object({
      rows,
      some: z.object({ few: z.array(z.string()).check(z.maxLength(3)), many: rows }),
    })
    expect(unpagedLists({ query: undefined, data })).toEqual(['rows', 'some.many'])
    expect(unpagedLists({ query: undefined, data: rows })).toEqual([''])
  })

  test('needs a cursor in both the query and the data', () => {
    expect(unpagedLists({ query: cursor, data: page })).toEqual([])
    expect(unpagedLists({ query: undefined, data: page })).toEqual(['rows'])
    expect(unpagedLists({ query: cursor, data: z.object({ rows }) })).toEqual(['rows'])
  })

  test('beside a paged one is found', () => {
    const data = z.object({ rows, others: rows, nextCursor: z.nullable(z.string()) })
    expect(unpagedLists({ query: cursor, data })).toEqual(['others'])
  })
})
