import { useId, useState } from 'react'
import type { FeeTerms, PromoterFees } from '#contracts/console/pricing/fees.ts'
import type { PlatformTermsView } from '#contracts/console/pricing/terms.ts'
import type { FeesPaidBy } from '#model/pricing/fee-payers.ts'
import { formatMoney, toCents, toMajor } from '#model/platform/money.ts'
import { readAmount } from '#model/platform/typed-numbers.ts'
import { workedExample } from '#model/money/worked-example.ts'
import type { TaxRule } from '#model/pricing/taxes.ts'
import { toPlatformTerms } from '#model/pricing/convert-terms.ts'
import { Field } from '#ui/form/Field.tsx'
import { Card } from '#ui/Card.tsx'
import { Notice } from '#ui/Notice.tsx'

type TicketType = PromoterFees['events'][number]['ticketTypes'][number]

interface Props {
  currency: string
  /** Fees that the buyer pays; undefined while they are invalid. */
  fees: FeeTerms | undefined
  /** The platform's terms; null if the platform takes no share, undefined while loading. */
  terms: PlatformTermsView | null | undefined
  ticketType: TicketType | undefined
  feesPaidBy: FeesPaidBy
  /** Role of the reader, who is addressed as “you”. Default: `promoter`. */
  reader?: Reader
}

type Reader = 'promoter' | 'operator'

const MAX_PRICE = 1_000_000

/** Example of a purchase: the price, and how it is divided. Uses the functions that price real orders. */
export function WorkedExample(props: Props) {
  const { currency, ticketType } = props
  const id = useId()
  const [written, write] = useState<string>()
  const price = written ?? String(ticketType?.price ?? toMajor(3000, currency))
  const read = readAmount(price, currency)
  const problemMessage = 'value' in read ? undefined : read.problemMessage
  return (
    <Card as="section" className="pricing-example" aria-labelledby={`${id}-title`}>
      <div className="section-head">
        <h3 id={`${id}-title`}>Example</h3>
        <Field
          id={`${id}-price`}
          label={`Ticket, in ${currency}`}
          inputMode="decimal"
          autoComplete="off"
          error={problemMessage}
          value={price}
          onChange={(change) => write(change.currentTarget.value)}
        />
      </div>
      <div aria-live="polite">
        <Outcome
          {...props}
          labelledBy={`${id}-title`}
          priceCents={'value' in read && read.value <= MAX_PRICE ? toCents(read.value, currency) : undefined}
        />
      </div>
    </Card>
  )
}

function Outcome({
  fees,
  terms,
  priceCents,
  ticketType,
  reader = 'promoter',
  ...rest
}: Props & { labelledBy: string; priceCents: number | undefined }) {
  if (!fees || terms === undefined || priceCents === undefined)
    return (
      <p className="secondary-text">Enter the fees and a price to see what a buyer pays and what you get.</p>
    )
  const tax = ticketType?.tax ?? undefined
  return (
    <ExampleTable {...rest} fees={fees} terms={terms} priceCents={priceCents} tax={tax} reader={reader} />
  )
}

interface TableProps {
  labelledBy: string
  currency: string
  fees: FeeTerms
  terms: PlatformTermsView | null
  priceCents: number
  tax: TaxRule | undefined
  feesPaidBy: FeesPaidBy
  reader: Reader
}

function ExampleTable({
  labelledBy,
  currency,
  fees,
  terms,
  priceCents,
  tax,
  feesPaidBy,
  reader,
}: TableProps) {
  const isPromoter = reader === 'promoter'
  const rule = terms ? toPlatformTerms(terms, currency) : undefined
  const [one, four] = [1, 4].map((quantity) =>
    workedExample({ currency, priceCents, quantity, fees, feesPaidBy, tax, terms: rule }),
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
    <>
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
              Four tickets
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
          {row('The platform takes', 'platformCents')}
          {row(
            rule?.taxesRemittedBy === 'platform' ? 'Taxes, remitted by the platform' : 'Taxes you owe',
            'taxesCents',
          )}
          {row(isPromoter ? 'You get' : 'The promoter gets', 'promoterCents', 'pricing-yours')}
        </tbody>
      </table>
      {isPromoter && <Difference cents={one.ownCents} currency={currency} />}
    </>
  )
}

/** Difference between the fees on one ticket and the platform's share of it. */
function Difference({ cents, currency }: { cents: number; currency: string }) {
  if (cents === 0) return null
  const amount = formatMoney(Math.abs(cents), currency)
  if (cents < 0)
    return <p className="secondary-text">You keep {amount} of the fees that the buyer pays for one ticket.</p>
  return (
    <Notice tone="warning" title={`You pay ${amount} of the platform’s share`}>
      <p>
        The buyer’s fees don’t cover what the platform takes of one ticket. The rest comes out of your price.
      </p>
    </Notice>
  )
}
