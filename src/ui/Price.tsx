import { formatMoney } from '#model/platform/money.ts'

/** An amount in minor units. Zero is shown as 'Free'. `minus` adds a minus sign, for deductions. */
export function Price({
  cents,
  currency,
  minus = false,
}: {
  cents: number
  currency: string
  minus?: boolean
}) {
  return (
    <span className="price">
      {minus && '−'}
      {cents === 0 ? 'Free' : formatMoney(cents, currency)}
    </span>
  )
}
