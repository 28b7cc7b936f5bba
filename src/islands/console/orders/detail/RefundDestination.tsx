import type { OrderDetail } from '#contracts/console/orders/order-detail.ts'
import type { previewRefund } from '#contracts/console/orders/orders.ts'
import type { DataOf } from '#contracts/platform/endpoint.ts'
import { subtractMajor } from '#model/platform/money.ts'
import { formatAmount } from '#ui/format/format-numbers.ts'

export function RefundDestination({
  preview,
  takenOutside,
}: {
  preview: DataOf<typeof previewRefund>
  takenOutside: OrderDetail['takenOutside']
}) {
  const { amount, fees, currency, toVouchers, withheld } = preview
  const money = (major: number): string => formatAmount(major, currency)
  const given = subtractMajor(amount, withheld, currency)
  const back = subtractMajor(toVouchers, withheld, currency)
  return (
    <p>
      {(given > 0 || withheld === 0) && (
        <>
          <strong>{money(given)}</strong>{' '}
          {takenOutside
            ? 'has to be returned to the buyer by you'
            : toVouchers === amount
              ? 'will be credited to the vouchers that paid the order'
              : 'will be refunded to the original payment method'}
          {fees > 0 && withheld === 0 ? `, including ${money(fees)} in fees` : ''}.{' '}
        </>
      )}
      {back > 0 && back < given && `${money(back)} of this will be credited to the order’s vouchers. `}
      {withheld > 0 &&
        `${money(withheld)} can’t be credited to the voucher, because the voucher’s own purchase was refunded or disputed.`}
    </p>
  )
}
