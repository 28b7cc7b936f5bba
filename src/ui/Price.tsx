import { formatMoney } from '#model/money.ts'

/** Minor units in the words of the currency; nothing is 'Free'. A minus sign that is one, for what is taken off. */
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
