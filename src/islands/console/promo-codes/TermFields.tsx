import { useState } from 'react'
import type { PromoOptions } from '#contracts/console/pricing/promo-codes.ts'
import type { PromoTermsView } from '#contracts/console/pricing/promo-terms.ts'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { Field } from '#ui/form/Field.tsx'
import { Select } from '#ui/form/Select.tsx'
import { hasLostTicketTypes } from './format-promo-code.ts'
import {
  ALL_TICKET_TYPES_FIELD,
  LOST_TICKET_TYPES_FIELD,
  TICKET_TYPE_FIELD,
  formatMomentInput,
} from './read-promo.ts'

interface Props {
  field: (name: string) => { id: string; name: string; error: string | undefined }
  options: PromoOptions
  terms?: PromoTermsView | undefined
  /** Disables the discount's fields, which can't be changed once the code was used. */
  isOfferKept?: boolean
  /** True if the fields apply to several codes. */
  isMany?: boolean
}

export const NEW_PROMO_TERMS: PromoTermsView = {
  discountType: 'percentage',
  discountValue: 0,
  maxDiscountAmount: null,
  currency: null,
  startsAt: null,
  endsAt: null,
  maxUses: null,
  maxUsesPerCustomer: null,
  eventId: null,
  ticketTypeIds: [],
  reveals: false,
  active: true,
}

export function TermFields(props: Props) {
  return (
    <>
      <OfferFields {...props} />
      <ScopeFields {...props} />
      <LimitFields {...props} />
    </>
  )
}

function OfferFields({ field, options, terms = NEW_PROMO_TERMS, isOfferKept = false }: Props) {
  const [type, setType] = useState(terms.discountType)
  const isFixed = type === 'fixed'
  const currencies = [...new Set(options.events.map(({ currency }) => currency))].toSorted()
  return (
    <fieldset className="pricing-group">
      <legend>Discount</legend>
      {isOfferKept && (
        <p className="secondary-text">
          This code has been used, so its name and discount can’t be changed. Create another code for a
          different discount. Everything below can be changed.
        </p>
      )}
      <div className="pricing-row" inert={isOfferKept}>
        <Select
          {...field('discountType')}
          label="Discount type"
          value={type}
          onChange={(change) => setType(change.currentTarget.value === 'fixed' ? 'fixed' : 'percentage')}
        >
          <option value="percentage">Percentage</option>
          <option value="fixed">Fixed amount</option>
        </Select>
        <Field
          {...field('discountValue')}
          label={isFixed ? 'Amount' : 'Percent'}
          inputMode="decimal"
          autoComplete="off"
          defaultValue={terms.discountValue || ''}
          required
          readOnly={isOfferKept}
        />
        {!isFixed && (
          <Field
            {...field('maxDiscountAmount')}
            label="Maximum discount (optional)"
            inputMode="decimal"
            autoComplete="off"
            defaultValue={terms.maxDiscountAmount ?? ''}
            readOnly={isOfferKept}
          />
        )}
        <Select {...field('currency')} label="Currency" defaultValue={terms.currency ?? currencies[0]}>
          {currencies.map((currency) => (
            <option key={currency}>{currency}</option>
          ))}
        </Select>
      </div>
    </fieldset>
  )
}

function ScopeFields({ field, options, terms }: Props) {
  const [eventId, setEvent] = useState(terms?.eventId ?? '')
  const event = options.events.find(({ id }) => id === eventId)
  const types = event ? event.ticketTypes : typesOfAnyEvent(options, terms)
  const { error } = field('ticketTypeIds')
  return (
    <fieldset className="pricing-group">
      <legend>Applies to</legend>
      <Select
        {...field('eventId')}
        label="Event"
        value={eventId}
        onChange={(change) => setEvent(change.currentTarget.value)}
      >
        <option value="">All events</option>
        {options.events.map(({ id, title }) => (
          <option key={id} value={id}>
            {title}
          </option>
        ))}
      </Select>
      {terms && hasLostTicketTypes(terms, options) && <LostTypes field={field} />}
      {types.length > 0 && (
        <fieldset className="pricing-boxes" aria-label="Ticket types; none chosen means all of them">
          <p className="secondary-text">Only these tickets (choose none for all):</p>
          {types.map(({ id, name }) => (
            <Checkbox
              key={id}
              {...field(TICKET_TYPE_FIELD + id)}
              label={name}
              defaultChecked={terms?.ticketTypeIds.includes(id) ?? false}
            />
          ))}
        </fieldset>
      )}
      {error && <p className="field-error">{error}</p>}
      <Checkbox
        {...field('reveals')}
        label="Reveals hidden tickets"
        hint="Shows the chosen hidden tickets when the code is entered on the event’s page."
        defaultChecked={terms?.reveals ?? false}
      />
    </fieldset>
  )
}

/** Ticket types of a code that isn't limited to one event. Only the API can create such a code. */
function typesOfAnyEvent({ events }: PromoOptions, terms: PromoTermsView | undefined) {
  if (!terms || terms.eventId !== null) return []
  return events.flatMap(({ title, ticketTypes }) =>
    ticketTypes
      .filter(({ id }) => terms.ticketTypeIds.includes(id))
      .map(({ id, name }) => ({ id, name: `${title}: ${name}` })),
  )
}

function LostTypes({ field }: Pick<Props, 'field'>) {
  return (
    <>
      <p className="secondary-text">
        The ticket types of this code were deleted, so it’s valid for no ticket. Choose other ticket types, or
        make it valid for all of them.
      </p>
      <input type="hidden" name={LOST_TICKET_TYPES_FIELD} value="on" />
      <Checkbox {...field(ALL_TICKET_TYPES_FIELD)} label="Valid for all ticket types" />
    </>
  )
}

function LimitFields({ field, terms = NEW_PROMO_TERMS, isMany = false }: Props) {
  return (
    <fieldset className="pricing-group">
      <legend>Dates and limits</legend>
      <div className="pricing-row">
        <Field
          {...field('startsAt')}
          label="From (optional)"
          type="datetime-local"
          defaultValue={formatMomentInput(terms.startsAt)}
        />
        <Field
          {...field('endsAt')}
          label="Until (optional)"
          type="datetime-local"
          defaultValue={formatMomentInput(terms.endsAt)}
        />
      </div>
      <div className="pricing-row">
        <Field
          {...field('maxUses')}
          label={isMany ? 'Orders per code (optional)' : 'Total orders (optional)'}
          hint={isMany ? 'Leave empty for no limit.' : undefined}
          inputMode="numeric"
          autoComplete="off"
          defaultValue={terms.maxUses ?? ''}
        />
        <Field
          {...field('maxUsesPerCustomer')}
          label="Orders per customer (optional)"
          inputMode="numeric"
          autoComplete="off"
          defaultValue={terms.maxUsesPerCustomer ?? ''}
        />
      </div>
      <Checkbox
        {...field('active')}
        label="Active"
        hint="When off, the code can’t be used. You can turn it on again."
        defaultChecked={terms.active}
      />
    </fieldset>
  )
}
