import type { ReturnPreview } from '#contracts/checkout/returns.ts'
import { formatMoney, toCents } from '#model/platform/money.ts'
import { formatLastDay } from '#model/sales/vouchers/last-day.ts'

/** Amount and destination of a refund, in sentences. */
export function RefundMessage({ preview }: { preview: ReturnPreview }) {
  const { currency, amount, kept, other, method, withheld } = preview
  const money = (major: number): string => formatMoney(toCents(major, currency), currency)
  if (method === 'none') return 'These tickets were free, so there is no refund.'
  const deducted = kept > 0 ? ` ${money(kept)} is deducted.` : ''
  const isAllGiven = withheld === 0
  return (
    <>
      {(isAllGiven || amount > withheld) && <Given preview={preview} />}
      {deducted}
      {isAllGiven && other > 0 && ` This includes ${money(other)} of fees and delivery of the order.`}
      {!isAllGiven &&
        ` ${money(withheld)} can’t go back to the voucher, because its own payment was refunded or disputed.`}
    </>
  )
}

function Given({ preview }: { preview: ReturnPreview }) {
  const { currency, amount, toCard, toVouchers, toNewVoucher, withheld, voucherExpiresAt } = preview
  const cents = (major: number): number => toCents(major, currency)
  const money = (amountCents: number): string => formatMoney(amountCents, currency)
  const backCents = cents(toVouchers) - cents(withheld)
  const until = voucherExpiresAt ? `, valid until ${formatLastDay(voucherExpiresAt)}` : ''
  const parts = [
    ...(toCard > 0 ? [`${money(cents(toCard))} to your original payment method`] : []),
    ...(toNewVoucher > 0 ? [`${money(cents(toNewVoucher))} as a new voucher${until}`] : []),
    ...(backCents > 0 ? [`${money(backCents)} back on the voucher that you paid with`] : []),
  ]
  return (
    <>
      You get <strong>{money(cents(amount) - cents(withheld))}</strong>
      {parts.length > 1 ? `: ${parts.join(' and ')}` : onlyPart({ toNewVoucher, backCents }, until)}.
    </>
  )
}

function onlyPart(
  { toNewVoucher, backCents }: { toNewVoucher: number; backCents: number },
  until: string,
): string {
  if (toNewVoucher > 0) return ` as a voucher${until}`
  return backCents > 0 ? ' back on the voucher that you paid with' : ' back to your original payment method'
}
