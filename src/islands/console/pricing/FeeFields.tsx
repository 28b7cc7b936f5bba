import type { FeeTerms } from '#contracts/console/pricing/fees.ts'
import { minorDigits } from '#model/platform/money.ts'
import { Field } from '#ui/form/Field.tsx'

interface Props {
  field: (name: string) => { id: string; name: string; error: string | undefined }
  terms: FeeTerms
  currency: string
}

const GROUPS = [
  {
    legend: 'Per ticket',
    amount: 'ticketBaseFee',
    percentage: 'ticketPercentageFee',
    label: 'plus % of its price',
    hint: 'For example 2.5%',
  },
  {
    legend: 'Per order',
    amount: 'orderProcessingFee',
    percentage: 'orderPercentageFee',
    label: 'plus % of its tickets',
    hint: 'After discounts, for example 1%',
  },
] as const

export const FeeFields = ({ field, terms, currency }: Props) =>
  GROUPS.map(({ legend, amount, percentage, label, hint }) => (
    <fieldset key={legend} className="pricing-group">
      <legend>{legend}</legend>
      <div className="pricing-row">
        <Field
          {...field(amount)}
          label={`Amount in ${currency}`}
          inputMode="decimal"
          autoComplete="off"
          defaultValue={terms[amount].toFixed(minorDigits(currency))}
        />
        <Field
          {...field(percentage)}
          label={label}
          hint={hint}
          autoComplete="off"
          defaultValue={terms[percentage]}
        />
      </div>
    </fieldset>
  ))
