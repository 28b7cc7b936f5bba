import { useState } from 'react'
import * as z from 'zod/mini'
import { goTo } from '#browser/platform/navigate.ts'
import { newUuid } from '#browser/platform/uuid.ts'
import { consoleUrls } from '#contracts/platform/console-urls.ts'
import { manualPayment, type ManualPayment } from '#contracts/console/orders/order-detail.ts'
import { createOrder } from '#contracts/console/orders/orders.ts'
import { FormErrors } from '#islands/platform/FormErrors.tsx'
import { useForm } from '#islands/platform/use-form.ts'
import { formatDayIn } from '#ui/format/format-dates.ts'
import { MANUAL_PAYMENT_LABELS } from '#model/sales/status-labels.ts'
import { loadOrderOptions, createManualOrder, type OrderOptions } from '#stores/console/orders/orders.ts'
import { Button } from '#ui/Button.tsx'
import { TitledDialog } from '#ui/dialog/TitledDialog.tsx'
import { EmailField } from '#ui/form/EmailField.tsx'
import { Field } from '#ui/form/Field.tsx'
import { Select } from '#ui/form/Select.tsx'
import { TextArea } from '#ui/form/TextArea.tsx'
import { earlySubmitMessage, PriceNotes, submitLabel, usePrice } from './OrderPrice.tsx'
import { TicketQuantities, type Quantities, type SoldEvent } from './TicketQuantities.tsx'

const { customer, note } = createOrder.body.shape
const fields = z.object({
  firstName: customer.shape.firstName,
  lastName: customer.shape.lastName,
  email: customer.shape.email,
  phone: customer.shape.phone,
  takenOutside: manualPayment,
  note,
})

/** Form for a manual order, for example for the guest list or the box office. */
export function ManualOrder({ options, onClose }: { options: OrderOptions; onClose: () => void }) {
  const events = nextFirst(
    options.events.filter((event) => event.status === 'published' && event.ticketTypes.length > 0),
  )
  const [eventId, choose] = useState(events[0]?.id)
  const event = events.find((each) => each.id === eventId)
  return (
    <TitledDialog isOpen onClose={onClose} className="dialog dialog-wide" title="Create order">
      {event ? (
        <>
          <Select
            id="take-order-event"
            label="Event"
            value={event.id}
            onChange={(change) => choose(change.currentTarget.value)}
          >
            {events.map((each) => (
              <option key={each.id} value={each.id}>
                {each.title}, {formatDayIn(each.startsAt, each.timeZone)}
              </option>
            ))}
          </Select>
          <OrderForm event={event} />
        </>
      ) : (
        <p>There is no published event with tickets to sell. Publish one first.</p>
      )}
    </TitledDialog>
  )
}

/** Sorts upcoming events by start, followed by past events, latest first. `events` must be sorted by start, latest first. */
function nextFirst(events: readonly SoldEvent[]): SoldEvent[] {
  const isAhead = (event: SoldEvent): boolean => Date.parse(event.startsAt) >= Date.now()
  return [...events.filter(isAhead).toReversed(), ...events.filter((event) => !isAhead(event))]
}

/** The form keeps buyer, note and payment method when another event is chosen. */
function OrderForm({ event }: { event: SoldEvent }) {
  // Every change needs a new idempotency key, including the choice of another event.
  const [key, setKey] = useState(newUuid)
  const [typed, setTyped] = useState<Quantities>({})
  const [how, setHow] = useState<ManualPayment>('complimentary')
  const [pricedAnew, setPricedAnew] = useState<string>()
  // `of`: event that the messages are about. They aren't shown for other events.
  const [said, say] = useState({ of: '', early: '' })
  const isSaid = said.of === event.id
  const early = isSaid ? said.early : ''
  const { items, wrong, isRight, quote, again } = usePrice(event, typed, how)
  const { form, field, idOf, formErrors, isBusy } = useForm({
    schema: fields,
    send: ({ takenOutside: taken, note: told, ...person }) =>
      createManualOrder(
        {
          items,
          customer: person,
          takenOutside: taken,
          ...(quote?.success ? { expectedTotal: quote.data.quote.total } : {}),
          ...(told ? { note: told } : {}),
        },
        `${key}-${event.id}`,
      ),
    onRefusal: (code) => {
      if (code !== 'PRICE_CHANGED') return false
      setPricedAnew(event.id)
      again()
      return true
    },
    onDone: ({ detail }) => {
      void loadOrderOptions()
      goTo(consoleUrls.order(detail.order.id))
    },
  })
  return (
    <form
      {...form}
      className="account-form"
      // `onInput` isn't used, because rendering on that event would reset a select element before its own change event.
      onChange={() => {
        setKey(newUuid())
        say({ ...said, early: '' })
      }}
      onSubmit={(submitted) => {
        say({ of: event.id, early: quote?.success ? '' : earlySubmitMessage(isRight, items, quote) })
        if (quote?.success) return form.onSubmit(submitted)
        submitted.preventDefault()
      }}
    >
      {isSaid && <FormErrors formErrors={formErrors} idOf={idOf} />}
      <TicketQuantities event={event} typed={typed} formErrors={wrong} onChange={setTyped} />
      <HowPaid field={field('takenOutside')} how={how} onChange={setHow} />
      <Buyer field={field} />
      <TextArea {...field('note')} label="Note for your team (optional)" rows={2} />
      <PriceNotes isNew={pricedAnew === event.id} early={early} quote={quote} onRetry={again} />
      <Submit isBusy={isBusy}>{isRight ? submitLabel(items, quote) : 'Check the tickets'}</Submit>
    </form>
  )
}

function Submit({ isBusy, children }: { isBusy: boolean; children: string }) {
  return (
    <div className="form-actions">
      <Button type="submit" busy={isBusy}>
        {children}
      </Button>
    </div>
  )
}

type FieldOf = ReturnType<typeof useForm>['field']

function HowPaid(props: {
  field: ReturnType<FieldOf>
  how: ManualPayment
  onChange: (how: ManualPayment) => void
}) {
  const { field, how, onChange } = props
  return (
    <Select
      {...field}
      label="Payment method"
      hint={
        how === 'complimentary' ? 'Free of charge.' : 'You collect the money yourself. No fees are charged.'
      }
      value={how}
      onChange={(change) => {
        const chosen = manualPayment.safeParse(change.currentTarget.value)
        if (chosen.success) onChange(chosen.data)
      }}
    >
      {manualPayment.options.map((each) => (
        <option key={each} value={each}>
          {MANUAL_PAYMENT_LABELS[each]}
        </option>
      ))}
    </Select>
  )
}

function Buyer({ field }: { field: FieldOf }) {
  return (
    <>
      <div className="field-pair">
        <Field {...field('firstName')} label="First name" autoComplete="off" required />
        <Field {...field('lastName')} label="Last name" autoComplete="off" required />
      </div>
      <EmailField
        {...field('email')}
        label="Email (optional)"
        hint="We’ll send the tickets here. Without an email, print them from the order."
        autoComplete="off"
      />
      <Field {...field('phone')} label="Phone (optional)" type="tel" autoComplete="off" />
    </>
  )
}
