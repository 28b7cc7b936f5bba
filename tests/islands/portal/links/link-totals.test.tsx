import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { TrackingLink } from '#contracts/portal/staff.ts'
import { LinkFunnel } from '#islands/portal/links/LinkFunnel.tsx'
import { linkDaysMessage } from '#islands/portal/links/link-messages.ts'

afterEach(cleanup)

const STATS: TrackingLink['stats'] = {
  clicks: 9,
  holds: 4,
  orders: 3,
  tickets: 5,
  refundedTickets: 2,
  revenue: 75,
  commission: 7.5,
  currency: 'EUR',
}

it.each([
  [2, 'Since the link was created, 5 tickets sold and 2 refunded: €75.00 after refunds.'],
  [0, 'Since the link was created, 5 tickets sold for €75.00.'],
])('counts as many sold tickets as the totals of the days, with %j refunded', (refundedTickets, text) => {
  const { container } = render(<LinkFunnel stats={{ ...STATS, refundedTickets }} />)
  expect(container.textContent).toContain(text)
})

it('labels the two totals', () => {
  const day = { day: '2026-11-21', clicks: 4, orders: 1, tickets: 2, revenue: 30 }
  expect(linkDaysMessage([day], STATS)).toBe(
    '4 visits and 2 tickets sold in the last 30 days, €30.00 after refunds. Since the link was created: 9 visits and 5 tickets sold, €75.00 after refunds.',
  )
})
