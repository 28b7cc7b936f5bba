import type { ReturnPreview } from '#contracts/checkout/returns.ts'
import { formatMoney, subtractMajor, toCents } from '#model/platform/money.ts'
import { formatVoucherLastDay } from '#model/sales/vouchers/last-day.ts'

/** States the amount and the destination of a refund. */
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
        ` ${money(withheld)} can’t be credited to the voucher, because the voucher’s own purchase was refunded or disputed.`}
    </>
  )
}

function Given({ preview }: { preview: ReturnPreview }) {
  const { currency, amount, toCard, toVouchers, toNewVoucher, withheld, voucherExpiresAt } = preview
  const money = (major: number): string => formatMoney(toCents(major, currency), currency)
  const back = subtractMajor(toVouchers, withheld, currency)
  const until = voucherExpiresAt ? `, valid until ${formatVoucherLastDay(voucherExpiresAt)}` : ''
  const parts = [
    ...(toCard > 0 ? [`${money(toCard)} to your original payment method`] : []),
    ...(toNewVoucher > 0 ? [`${money(toNewVoucher)} as a new voucher${until}`] : []),
    ...(back > 0 ? [`${money(back)} credited to the voucher that you paid with`] : []),
  ]
  return (
    <>
      You get <strong>{money(subtractMajor(amount, withheld, currency))}</strong>
      {parts.length > 1 ? `: ${parts.join(' and ')}` : onlyPart({ toNewVoucher, back }, until)}.
    </>
  )
}

function onlyPart({ toNewVoucher, back }: { toNewVoucher: number; back: number }, until: string): string {
  if (toNewVoucher > 0) return ` as a voucher${until}`
  return back > 0 ? ' as a credit to the voucher that you paid with' : ' back to your original payment method'
}
