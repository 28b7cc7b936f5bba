import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { TicketActions as Actions } from '#contracts/checkout/transfers.ts'
import { TicketActions } from '#islands/checkout/order/TicketActions.tsx'

const ID = '0b9f6f2e-3c4d-4e5f-8a6b-7c8d9e0f1a2b'
const NONE: Actions = {
  ticketId: ID,
  firstName: 'Ada',
  lastName: 'Lovelace',
  canTransfer: false,
  canReplaceCode: false,
  transfersUntil: null,
  timeZone: 'Europe/Berlin',
  offer: null,
}
const OFFER = { email: '', linkId: ID, createdAt: '2026-11-21T12:00:00Z' }

// This file runs without a browser, as the server does: there is no `window`.
test.each<[state: string, actions: Actions | undefined, content: string]>([
  ['that was passed on', undefined, ''],
  ['that can be passed on', { ...NONE, canTransfer: true, canReplaceCode: true }, 'Pass on'],
  [
    'offered by email',
    { ...NONE, offer: { ...OFFER, email: 'sam@example.com', linkId: null } },
    'sam@example.com',
  ],
  ['offered by link', { ...NONE, offer: OFFER }, `https://shop.example/tickets/accept/${ID}`],
])('the server renders the actions of a ticket %s', (_, initial, content) => {
  const html = renderToString(
    <TicketActions
      held={{ orderId: ID, ticketId: ID }}
      initial={initial}
      name="Standard"
      origin="https://shop.example"
    />,
  )
  expect(html).toContain(content)
})
