import { useState } from 'react'
import type { StaffEarnings } from '#contracts/portal/earnings.ts'
import { portalUrls } from '#contracts/platform/portal-urls.ts'
import { Button } from '#ui/Button.tsx'
import { DataTable } from '#ui/DataTable.tsx'
import { isEnoughToPayOut } from './earning-messages.ts'
import { PayoutDialog } from './PayoutDialog.tsx'
import { formatDate } from '#ui/format/format-dates.ts'
import { formatAmount, formatNumber } from '#ui/format/format-numbers.ts'

type EventEarning = StaffEarnings['events'][number]

type LinkEarning = StaffEarnings['links'][number]

interface Sold {
  tickets: number
  revenue: number
  amount: number
  currency: string
}

const soldColumns = <Row extends Sold>() => [
  { name: 'Tickets', isNumber: true, cell: ({ tickets }: Row) => formatNumber(tickets) },
  { name: 'Revenue', isNumber: true, cell: ({ revenue, currency }: Row) => formatAmount(revenue, currency) },
  { name: 'Commission', isNumber: true, cell: ({ amount, currency }: Row) => formatAmount(amount, currency) },
]

export function EarningEvents({ earnings: { events, payoutAccount } }: { earnings: StaffEarnings }) {
  const [requested, setRequested] = useState<EventEarning>()
  if (events.length === 0) return null
  const canBePaid = payoutAccount.status === 'ready'
  const payout = (event: EventEarning) =>
    canBePaid && isEnoughToPayOut(event.payable, event.currency) ? (
      <PayOutButton event={event} onAsk={() => setRequested(event)} />
    ) : (
      <span className="secondary-text">{payoutLabel(event)}</span>
    )
  return (
    <section className="section" aria-labelledby="earning-events-title">
      <h2 id="earning-events-title">By event</h2>
      <DataTable
        labelledBy="earning-events-title"
        className="table-sums"
        columns={[
          { name: 'Event', cell: ({ eventTitle }) => eventTitle },
          ...soldColumns<EventEarning>(),
          { name: 'Payout', cell: payout },
        ]}
        rows={events}
        keyOf={({ eventId, currency }) => `${eventId}-${currency}`}
      />
      {requested && (
        <PayoutDialog isOpen onClose={() => setRequested(undefined)} what={{ kind: 'event', ...requested }} />
      )}
    </section>
  )
}

function PayOutButton({ event, onAsk }: { event: EventEarning; onAsk: () => void }) {
  const words = `Pay out ${formatAmount(event.payable, event.currency)}`
  return (
    <Button variant="quiet" aria-label={`${words} of ${event.eventTitle}`} onClick={onAsk}>
      {words}
    </Button>
  )
}

function payoutLabel({ isAvailable, availableAt, payable, currency }: EventEarning): string {
  if (!isAvailable) return `From ${formatDate(availableAt)}`
  return payable > 0 ? `${formatAmount(payable, currency)} available` : 'Paid out'
}

export function EarningLinks({ earnings: { links } }: { earnings: StaffEarnings }) {
  if (links.length === 0) return null
  return (
    <section className="section" aria-labelledby="earning-links-title">
      <h2 id="earning-links-title">By link</h2>
      <DataTable
        labelledBy="earning-links-title"
        className="table-sums"
        columns={[
          { name: 'Link', cell: ({ linkId, name }) => <a href={portalUrls.link(linkId)}>{name}</a> },
          ...soldColumns<LinkEarning>(),
        ]}
        rows={links}
        keyOf={({ linkId, currency }) => `${linkId}-${currency}`}
      />
    </section>
  )
}
