import { useState } from 'react'
import type { DoorStock, SentDoorSale } from '#contracts/portal/door-sales.ts'
import {
  DOOR_PAYMENT_LABELS,
  doorPayment,
  MAX_TICKETS_PER_DOOR_SALE,
  type DoorPayment,
} from '#model/sales/door-sales/door-sales.ts'
import { toCents, toMajor } from '#model/platform/money.ts'
import { readAmount } from '#model/platform/typed-numbers.ts'
import { emailAddress } from '#model/people/people.ts'
import type { Door } from '#stores/portal/door/open-door.ts'
import { toTicketRows, type Till } from '#stores/portal/door/sales/till.ts'
import { Field } from '#ui/form/Field.tsx'
import { QuantityStepper } from '#ui/form/QuantityStepper.tsx'
import { formatAmount, formatCount, formatNumber } from '#ui/format/format-numbers.ts'

interface Props {
  door: Door
  till: Till
  stock: DoorStock
  left: ReadonlyMap<string, number>
  onSold: (sale: SentDoorSale) => void
}

export function SaleForm({ door, till, stock, left, onSold }: Props) {
  const { currency } = stock.prices
  const [quantities, setQuantities] = useState<ReadonlyMap<string, number>>(new Map())
  const [payment, setPayment] = useState<DoorPayment>('cash')
  const [email, setEmail] = useState('')
  const [failure, setFailure] = useState('')
  const count = [...quantities.values()].reduce((sum, each) => sum + each, 0)
  const total = till.totalOf(quantities)
  const sell = async (): Promise<void> => {
    setFailure('')
    // The address is checked before the sale is stored, because the server would refuse the whole request.
    if (email.trim() !== '' && !emailAddress.safeParse(email).success)
      return setFailure('Check the email address.')
    const sale = await till
      .sell({ quantities, payment, email: email.trim() || undefined })
      .catch(() => undefined)
    if (!sale)
      return setFailure(
        'The sale couldn’t be stored, or this device has too few tickets. Check its share, then try again.',
      )
    door.addTickets(toTicketRows(sale))
    onSold(sale)
  }
  if ([...left.values()].every((each) => each === 0))
    return <p>This device has no tickets to sell. Request some below while you’re online.</p>
  return (
    <form
      className="door-sale"
      aria-label="Sale"
      onSubmit={(event) => {
        // Enter in a field doesn't sell tickets, because hand-held scanners send Enter after each code.
        event.preventDefault()
      }}
    >
      <Tickets till={till} stock={stock} left={left} quantities={quantities} onChange={setQuantities} />
      <PaymentChoice payment={payment} onChange={setPayment} />
      <Total amount={count > 0 ? (total ?? 0) : 0} currency={currency} />
      {payment === 'cash' && count > 0 && <CashChange total={total ?? 0} currency={currency} />}
      <Field
        id="receipt-email"
        label="Email for the tickets (optional)"
        type="email"
        value={email}
        onChange={({ target }) => setEmail(target.value)}
        maxLength={254}
        autoComplete="off"
      />
      {failure && <p role="alert">{failure}</p>}
      <button
        type="button"
        className="door-button is-strong"
        aria-disabled={count === 0}
        onClick={() => {
          if (count > 0) void sell()
        }}
      >
        {count === 0 ? 'Choose tickets' : `${formatCount(count, 'ticket')} paid`}
      </button>
    </form>
  )
}

function Total({ amount, currency }: { amount: number; currency: string }) {
  return (
    <p className="door-total">
      Total{' '}
      <output aria-live="polite" aria-label="Total">
        {formatAmount(amount, currency)}
      </output>
    </p>
  )
}

type TicketsProps = Pick<Props, 'till' | 'stock' | 'left'> & {
  quantities: ReadonlyMap<string, number>
  onChange: (quantities: ReadonlyMap<string, number>) => void
}

/** Ticket types that this device has tickets of, with their prices. */
function Tickets({ till, stock, left, quantities, onChange }: TicketsProps) {
  const { currency, ticketTypes } = stock.prices
  const count = [...quantities.values()].reduce((sum, each) => sum + each, 0)
  return (
    <ul className="door-found">
      {ticketTypes.flatMap(({ id, name }) => {
        const most = left.get(id) ?? 0
        const quantity = quantities.get(id) ?? 0
        if (most === 0) return []
        return [
          <li key={id}>
            <div>
              <strong>{name}</strong>
              <span>
                {formatAmount(till.totalOf(new Map([[id, 1]])) ?? 0, currency)} · {formatNumber(most)} left
              </span>
            </div>
            <QuantityStepper
              name={name}
              quantity={quantity}
              min={0}
              max={Math.min(most, MAX_TICKETS_PER_DOOR_SALE - count + quantity)}
              onChange={(chosen) =>
                onChange(new Map([...quantities, [id, chosen] as const].filter(([, each]) => each > 0)))
              }
            />
          </li>,
        ]
      })}
    </ul>
  )
}

function PaymentChoice({
  payment,
  onChange,
}: {
  payment: DoorPayment
  onChange: (payment: DoorPayment) => void
}) {
  return (
    <fieldset className="door-direction">
      <legend className="visually-hidden">Payment</legend>
      {doorPayment.options.map((each) => (
        <button
          key={each}
          type="button"
          className="door-button"
          aria-pressed={payment === each}
          onClick={() => onChange(each)}
        >
          {DOOR_PAYMENT_LABELS[each]}
        </button>
      ))}
    </fieldset>
  )
}

function CashChange({ total, currency }: { total: number; currency: string }) {
  const [received, setReceived] = useState('')
  const read = readAmount(received, currency)
  const message = 'value' in read ? changeLabel(read.value, total, currency) : read.problemMessage
  return (
    <div>
      <Field
        id="cash-received"
        label="Cash received (optional)"
        inputMode="decimal"
        value={received}
        onChange={({ target }) => setReceived(target.value)}
        maxLength={12}
        autoComplete="off"
      />
      <output className="door-change">{received.trim() !== '' && message}</output>
    </div>
  )
}

function changeLabel(received: number, total: number, currency: string): string {
  // Calculated in minor units, because subtracting amounts in major units isn't exact.
  const change = toMajor(toCents(received, currency) - toCents(total, currency), currency)
  return change < 0
    ? `${formatAmount(-change, currency)} missing`
    : `Change: ${formatAmount(change, currency)}`
}
