import { useId, useState } from 'react'
import type { FeeTerms, PromoterFees } from '#contracts/console/pricing/fees.ts'
import type { FeesPaidBy } from '#model/pricing/fee-payers.ts'
import { formatMoney, toCents, toMajor } from '#model/platform/money.ts'
import { readAmount } from '#model/platform/typed-numbers.ts'
import { workedExample } from '#model/money/worked-example.ts'
import type { TaxRule } from '#model/pricing/taxes.ts'
import { Field } from '#ui/form/Field.tsx'
import { Card } from '#ui/Card.tsx'

type TicketType = PromoterFees['events'][number]['ticketTypes'][number]

interface Props {
  currency: string
  /** The edited fees; undefined while they are invalid. */
  terms: FeeTerms | undefined
  ticketType: TicketType | undefined
  feesPaidBy: FeesPaidBy
}

const DEAREST = 1_000_000

/** Example purchase with its price and distribution, computed by the functions that price real orders. */
export function WorkedExample({ currency, terms, ticketType, feesPaidBy }: Props) {
  const id = useId()
  const [written, write] = useState<string>()
  const price = written ?? String(ticketType?.price ?? toMajor(3000, currency))
  const read = readAmount(price, currency)
  const complaint = 'value' in read ? undefined : read.complaint
  return (
    <Card as="section" className="pricing-example" aria-labelledby={`${id}-title`}>
      <div className="section-head">
        <h3 id={`${id}-title`}>Example</h3>
        <Field
          id={`${id}-price`}
          label={`Ticket, in ${currency}`}
          inputMode="decimal"
          autoComplete="off"
          error={complaint}
          value={price}
          onChange={(change) => write(change.currentTarget.value)}
        />
      </div>
      <div aria-live="polite">
        {terms && 'value' in read && read.value <= DEAREST ? (
          <ExampleTable
            labelledBy={`${id}-title`}
            currency={currency}
            terms={terms}
            priceCents={toCents(read.value, currency)}
            tax={ticketType?.tax ?? undefined}
            feesPaidBy={feesPaidBy}
          />
        ) : (
          <p className="secondary-text">
            Enter the fees and a price to see what a buyer pays and what you get.
          </p>
        )}
      </div>
    </Card>
  )
}

interface TableProps {
  labelledBy: string
  currency: string
  terms: FeeTerms
  priceCents: number
  tax: TaxRule | undefined
  feesPaidBy: FeesPaidBy
}

function ExampleTable({ labelledBy, currency, terms, priceCents, tax, feesPaidBy }: TableProps) {
  const [one, four] = [1, 4].map((quantity) =>
    workedExample({ currency, priceCents, quantity, fees: terms, feesPaidBy, tax }),
  )
  if (!one || !four) return null
  const row = (name: string, key: keyof typeof one, look = '') =>
    one[key] !== 0 || four[key] !== 0 || look ? (
      <tr className={look || undefined}>
        <th scope="row">{name}</th>
        <td className="number">{formatMoney(one[key], currency)}</td>
        <td className="number">{formatMoney(four[key], currency)}</td>
      </tr>
    ) : null
  return (
    <table className="table pricing-sums" aria-labelledby={labelledBy}>
      <thead>
        <tr>
          <th scope="col">
            <span className="visually-hidden">Part</span>
          </th>
          <th scope="col" className="number">
            One ticket
          </th>
          <th scope="col" className="number">
            Four
          </th>
        </tr>
      </thead>
      <tbody>
        {row('Tickets', 'ticketsCents')}
        {row('Ticket fees', 'ticketFeesCents')}
        {row('Order fee', 'orderFeesCents')}
        {row('Taxes on top', 'addedTaxCents')}
        {row('Rounding', 'roundingCents')}
        {row('The buyer pays', 'totalCents', 'pricing-total')}
        {row('Fees you pay', 'absorbedFeesCents')}
        {row('You get', 'promoterCents', 'pricing-yours')}
        {row('Taxes you owe', 'taxesCents')}
        {row('The platform gets', 'feesCents')}
      </tbody>
    </table>
  )
}
