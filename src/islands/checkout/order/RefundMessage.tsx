import type { ReturnPreview } from '#contracts/checkout/returns.ts'
import { formatMoney, toCents } from '#model/platform/money.ts'
import { formatLastDay } from '#model/sales/vouchers/last-day.ts'

/** Amount and destination of a refund, in sentences. */
export function RefundMessage({ preview }: { preview: ReturnPreview }) {
  const { amount, kept, other, method, toCard, toVouchers, toNewVoucher, voucherExpiresAt } = preview
  const money = (major: number): string => formatMoney(toCents(major, preview.currency), preview.currency)
  if (method === 'none') return 'These tickets were free, so there is no refund.'
  const deducted = kept > 0 ? ` ${money(kept)} is deducted.` : ''
  const rest = other > 0 ? ` This includes ${money(other)} of fees and delivery of the order.` : ''
  const until = voucherExpiresAt ? `, valid until ${formatLastDay(voucherExpiresAt)}` : ''
  const parts = [
    ...(toCard > 0 ? [`${money(toCard)} to your original payment method`] : []),
    ...(toNewVoucher > 0 ? [`${money(toNewVoucher)} as a new voucher${until}`] : []),
    ...(toVouchers > 0 ? [`${money(toVouchers)} back on the voucher that you paid with`] : []),
  ]
  return (
    <>
      You get <strong>{money(amount)}</strong>
      {parts.length > 1 ? `: ${parts.join(' and ')}` : onlyPart(preview, until)}.{deducted}
      {rest}
    </>
  )
}

function onlyPart({ toVouchers, toNewVoucher }: ReturnPreview, until: string): string {
  if (toNewVoucher > 0) return ` as a voucher${until}`
  return toVouchers > 0 ? ' back on the voucher that you paid with' : ' back to your original payment method'
}
