import type { OrderDetail } from '#contracts/console/orders/order-detail.ts'
import { formatDate } from '#ui/format/format-dates.ts'
import { formatAmount } from '#ui/format/format-numbers.ts'

/** The voucher that an order buys. Shown instead of tickets. */
export function OrderVoucher({ detail: { order, boughtVoucher } }: { detail: OrderDetail }) {
  return (
    <section className="section" aria-labelledby="voucher-title">
      <h2 id="voucher-title">Gift voucher</h2>
      {boughtVoucher ? (
        <dl className="order-facts">
          {factsOf(boughtVoucher, order.currency).map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd dir="auto">{value}</dd>
            </div>
          ))}
        </dl>
      ) : (
        <p>{formatAmount(order.total, order.currency)}, issued once it is paid.</p>
      )}
    </section>
  )
}

type BoughtVoucher = NonNullable<OrderDetail['boughtVoucher']>

function factsOf(voucher: BoughtVoucher, currency: string): (readonly [label: string, value: string])[] {
  const { codeEnd, balance, recipientName, recipientEmail } = voucher
  return [
    ['Code', `…${codeEnd}`],
    ['Left', balance === null ? 'No longer valid' : formatAmount(balance, currency)],
    ...(recipientEmail
      ? [['Recipient', [recipientName, recipientEmail].filter(Boolean).join(', ')] as const]
      : []),
    ...(recipientEmail ? [['Delivery', deliveryOf(voucher)] as const] : []),
  ]
}

function deliveryOf({ deliverAt, deliveredAt }: BoughtVoucher): string {
  if (deliveredAt) return `Emailed on ${formatDate(deliveredAt)}`
  return deliverAt ? `On ${formatDate(deliverAt)}` : 'At once'
}
