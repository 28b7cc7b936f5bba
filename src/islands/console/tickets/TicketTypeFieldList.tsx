import type { ManagedTicketType, TicketBoard } from '#contracts/console/ticket-types.ts'
import { CART_ADMISSIONS_LIMIT } from '#model/sales/cart.ts'
import { DEFAULT_MAX_PER_ORDER } from '#model/catalog/catalog.ts'
import { minorDigits } from '#model/platform/money.ts'
import { formatSoldAndHeld } from '#model/catalog/ticket-types.ts'
import { formatTimeZone } from '#model/catalog/format-event.ts'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { Field } from '#ui/form/Field.tsx'
import { Select } from '#ui/form/Select.tsx'
import { TextArea } from '#ui/form/TextArea.tsx'
import { TAX_FIELD, type TicketTypeFormValues } from './ticket-type-form-values.ts'

interface Props {
  values: TicketTypeFormValues
  /** Ticket type to edit; undefined for a new one. */
  type: ManagedTicketType | undefined
  board: TicketBoard
  field: (name: string) => { id: string; name: string; error: string | undefined }
}

export function TicketTypeFieldList(props: Props) {
  const { values, field } = props
  return (
    <>
      <Field
        {...field('name')}
        label="Name"
        defaultValue={values.name}
        autoComplete="off"
        maxLength={120}
        required
      />
      <PriceFields {...props} />
      <OrderFields {...props} />
      <WindowFields {...props} />
      <Checkbox
        {...field('active')}
        label="On sale"
        hint="Off: shown, but can’t be bought."
        defaultChecked={values.active}
      />
      <details className="fold" open={isUnusual(values) || undefined}>
        <summary>More</summary>
        <div className="account-form">
          <TextArea
            {...field('description')}
            label="Description (optional)"
            defaultValue={values.description}
            maxLength={2000}
          />
          <NeighbourFields {...props} />
          <HidingFields {...props} />
          <TaxFields {...props} />
        </div>
      </details>
    </>
  )
}

const isUnusual = (values: TicketTypeFormValues): boolean =>
  values.isHidden || [values.description, values.accessCode, values.followsId, values.poolId].some(Boolean)

function PriceFields({ values, type, board, field }: Props) {
  const { currency } = board.event
  const gone = type && type.held + type.sold > 0 ? formatSoldAndHeld(type) : ''
  return (
    <div className="field-pair">
      <Field
        {...field('price')}
        label={`Price in ${currency}`}
        hint="Fees are added. A new price applies to new orders."
        inputMode={minorDigits(currency) > 0 ? 'decimal' : 'numeric'}
        defaultValue={values.price}
        autoComplete="off"
        required
      />
      <Field
        {...field('capacity')}
        label="Capacity"
        hint={gone ? `${gone}.` : 'Number of tickets to sell.'}
        inputMode="numeric"
        defaultValue={values.capacity}
        autoComplete="off"
        required
      />
    </div>
  )
}

function OrderFields({ values, field }: Props) {
  const count = { type: 'number', min: 1, max: CART_ADMISSIONS_LIMIT } as const
  return (
    <>
      <div className="field-pair">
        <Field
          {...field('minPerOrder')}
          {...count}
          label="Minimum per order"
          defaultValue={values.minPerOrder}
          required
        />
        <Field
          {...field('maxPerOrder')}
          {...count}
          label="Maximum per order (optional)"
          hint={`Default: the maximum per customer, or ${DEFAULT_MAX_PER_ORDER}.`}
          defaultValue={values.maxPerOrder}
        />
      </div>
      <Field
        {...field('maxPerCustomer')}
        type="number"
        min={1}
        label="Maximum per customer (optional)"
        hint="Across all orders with one account or email address. Refunded and cancelled tickets don’t count."
        defaultValue={values.maxPerCustomer}
      />
    </>
  )
}

function WindowFields({ values, board, field }: Props) {
  return (
    <div className="field-pair">
      <Field
        {...field('saleStartsAt')}
        type="datetime-local"
        label="On sale from (optional)"
        hint={formatTimeZone(board.event.timeZone)}
        defaultValue={values.saleStartsAt}
      />
      <Field
        {...field('saleEndsAt')}
        type="datetime-local"
        label="On sale until (optional)"
        hint="Default: the end of the event."
        defaultValue={values.saleEndsAt}
      />
    </div>
  )
}

function NeighbourFields({ values, type, board, field }: Props) {
  const others = board.ticketTypes.filter((each) => each.id !== type?.id)
  return (
    <>
      {others.length > 0 && (
        <Select
          {...field('followsId')}
          label="Goes on sale after"
          hint="For early birds: this ticket goes on sale once that one is sold out or its sale has ended."
          defaultValue={values.followsId}
        >
          <option value="">None: use its own dates</option>
          {others.map((each) => (
            <option key={each.id} value={each.id}>
              {each.name}
            </option>
          ))}
        </Select>
      )}
      {board.pools.length > 0 && (
        <Select {...field('poolId')} label="Shared capacity" defaultValue={values.poolId}>
          <option value="">None: use its own capacity</option>
          {board.pools.map((pool) => (
            <option key={pool.id} value={pool.id}>
              {pool.name} ({pool.capacity})
            </option>
          ))}
        </Select>
      )}
    </>
  )
}

function HidingFields({ values, field }: Props) {
  return (
    <>
      <Checkbox
        {...field('isHidden')}
        label="Hidden until a code is entered"
        hint="Buyers see it after they enter the access code below or a promo code that reveals it."
        defaultChecked={values.isHidden}
      />
      <Field
        {...field('accessCode')}
        label="Code (optional)"
        defaultValue={values.accessCode}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={40}
      />
    </>
  )
}

function TaxFields({ values, board, field }: Props) {
  if (board.taxes.length === 0) return null
  return (
    <fieldset className="type-taxes" id={field('taxIds').id}>
      <legend>Taxes</legend>
      {board.taxes.map((tax) => (
        <Checkbox
          key={tax.id}
          {...field(`${TAX_FIELD}${tax.id}`)}
          label={`${tax.name} ${tax.percent}%`}
          defaultChecked={values.taxIds.includes(tax.id)}
        />
      ))}
    </fieldset>
  )
}
