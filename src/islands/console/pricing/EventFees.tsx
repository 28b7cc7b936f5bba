import { useState } from 'react'
import { consoleUrls } from '#contracts/platform/console-urls.ts'
import type { PromoterFees } from '#contracts/console/pricing/fees.ts'
import { formatDayIn } from '#ui/format/format-dates.ts'
import { Button } from '#ui/Button.tsx'
import { DataTable } from '#ui/DataTable.tsx'
import { TitledDialog } from '#ui/dialog/TitledDialog.tsx'
import { feeRows, FEE_PAYER_LABELS, FEE_PAYER_MESSAGES, FEE_SOURCE_LABELS } from './fee-labels.ts'
import { FeeForm } from './FeeForm.tsx'

type FeeEvent = PromoterFees['events'][number]

export function EventFees({ events }: { events: readonly FeeEvent[] }) {
  const [openedId, open] = useState<string>()
  const opened = events.find(({ id }) => id === openedId)
  return (
    <section className="section" aria-labelledby="event-fees">
      <h2 id="event-fees">Fees of events</h2>
      <DataTable
        labelledBy="event-fees"
        rows={events}
        keyOf={({ id }) => id}
        columns={[
          {
            name: 'Event',
            cell: ({ title, startsAt, timeZone }) => (
              <>
                {title}
                <span className="secondary-text">{formatDayIn(startsAt, timeZone)}</span>
              </>
            ),
          },
          { name: 'Fees', cell: ({ source }) => FEE_SOURCE_LABELS[source] },
          { name: 'Per ticket', cell: ({ terms, currency }) => feeRows(terms, currency)[0]?.[1] },
          { name: 'Per order', cell: ({ terms, currency }) => feeRows(terms, currency)[1]?.[1] },
          { name: 'Paid by', cell: ({ feesPaidBy }) => FEE_PAYER_LABELS[feesPaidBy] },
          {
            name: 'Change',
            isUnnamed: true,
            cell: ({ id, title }) => (
              <Button variant="quiet" aria-label={`Change the fees of ${title}`} onClick={() => open(id)}>
                Change
              </Button>
            ),
          },
        ]}
      />
      {opened && <EventFeeDialog event={opened} onClose={() => open(undefined)} />}
    </section>
  )
}

function EventFeeDialog({ event, onClose }: { event: FeeEvent; onClose: () => void }) {
  const { id, title, currency, ticketTypes, feesPaidBy, own, terms, source } = event
  return (
    <TitledDialog isOpen onClose={onClose} className="dialog pricing-dialog" title={`Fees of ${title}`}>
      <p className="secondary-text">
        {FEE_PAYER_MESSAGES[feesPaidBy]} <a href={consoleUrls.event(id)}>Change who pays the fees</a>
      </p>
      <FeeForm
        level={{ own, terms, source }}
        currency={currency}
        spot={{ eventId: id }}
        ticketType={ticketTypes.find(({ price }) => price > 0)}
        feesPaidBy={feesPaidBy}
        onDone={onClose}
      />
    </TitledDialog>
  )
}
