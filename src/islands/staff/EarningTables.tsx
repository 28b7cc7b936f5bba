import { useState } from 'react'
import type { StaffEarnings } from '#contracts/earnings.ts'
import { portalUrls } from '#contracts/portal-urls.ts'
import { Button } from '#ui/Button.tsx'
import { isEnoughToPayOut } from './earning-words.ts'
import { PayoutDialog } from './PayoutDialog.tsx'
import { dayWords, moneyWords } from './staff-words.ts'

type EventEarning = StaffEarnings['events'][number]

/** Below 640 px each row is a card, and each cell says what it is by `data-name`. */
export function EarningEvents({ earnings: { events, payoutAccount } }: { earnings: StaffEarnings }) {
  const [asked, ask] = useState<EventEarning>()
  if (events.length === 0) return null
  const canBePaid = payoutAccount.status === 'ready'
  return (
    <section className="desk-section" aria-labelledby="earning-events-title">
      <h2 id="earning-events-title">By event</h2>
      <table className="desk-table desk-table-cards desk-table-sums" aria-labelledby="earning-events-title">
        <thead>
          <tr>
            <th scope="col">Event</th>
            <th scope="col" className="number">
              Tickets
            </th>
            <th scope="col" className="number">
              Revenue
            </th>
            <th scope="col" className="number">
              Commission
            </th>
            <th scope="col">Payout</th>
          </tr>
        </thead>
        <tbody>
          {events.map((event) => (
            <EventRow
              key={`${event.eventId}-${event.currency}`}
              event={event}
              onAsk={
                canBePaid && isEnoughToPayOut(event.payable, event.currency) ? () => ask(event) : undefined
              }
            />
          ))}
        </tbody>
      </table>
      {asked && <PayoutDialog isOpen onClose={() => ask(undefined)} what={{ kind: 'event', ...asked }} />}
    </section>
  )
}

function EventRow({ event, onAsk }: { event: EventEarning; onAsk: (() => void) | undefined }) {
  const { eventTitle, tickets, revenue, amount, currency, isAvailable, availableAt, payable } = event
  return (
    <tr>
      <th scope="row" dir="auto">
        {eventTitle}
      </th>
      <td className="number" data-name="Tickets">
        {tickets.toLocaleString('en-GB')}
      </td>
      <td className="number" data-name="Revenue">
        {moneyWords(revenue, currency)}
      </td>
      <td className="number" data-name="Commission">
        {moneyWords(amount, currency)}
      </td>
      <td data-name="Payout">
        {onAsk ? (
          <Button
            look="quiet"
            aria-label={`Pay out ${moneyWords(payable, currency)} of ${eventTitle}`}
            onClick={onAsk}
          >
            Pay out {moneyWords(payable, currency)}
          </Button>
        ) : (
          <span className="desk-quiet">
            {isAvailable ? payableWords(payable, currency) : `From ${dayWords(availableAt)}`}
          </span>
        )}
      </td>
    </tr>
  )
}

const payableWords = (payable: number, currency: string): string =>
  payable > 0 ? `${moneyWords(payable, currency)} available` : 'Nothing left'

export function EarningLinks({ earnings: { links } }: { earnings: StaffEarnings }) {
  if (links.length === 0) return null
  return (
    <section className="desk-section" aria-labelledby="earning-links-title">
      <h2 id="earning-links-title">By link</h2>
      <table className="desk-table desk-table-cards desk-table-sums" aria-labelledby="earning-links-title">
        <thead>
          <tr>
            <th scope="col">Link</th>
            <th scope="col" className="number">
              Tickets
            </th>
            <th scope="col" className="number">
              Revenue
            </th>
            <th scope="col" className="number">
              Commission
            </th>
          </tr>
        </thead>
        <tbody>
          {links.map(({ linkId, name, tickets, revenue, amount, currency }) => (
            <tr key={`${linkId}-${currency}`}>
              <th scope="row" dir="auto">
                <a href={portalUrls.link(linkId)}>{name}</a>
              </th>
              <td className="number" data-name="Tickets">
                {tickets.toLocaleString('en-GB')}
              </td>
              <td className="number" data-name="Revenue">
                {moneyWords(revenue, currency)}
              </td>
              <td className="number" data-name="Commission">
                {moneyWords(amount, currency)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
