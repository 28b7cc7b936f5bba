import type { OrderDetail } from '#contracts/console/orders/order-detail.ts'
import { formatAmount } from '#ui/format/format-numbers.ts'
import { subtractMajor, toMajor } from '#model/platform/money.ts'
import { paymentRows, receiptRows } from '#model/sales/receipt-rows.ts'
import { PROVIDER_LABELS } from '#islands/console/orders/order-labels.ts'

type Row = readonly [label: string, amount: number]

/** Lines of the order's total, and how the money is distributed. */
export function OrderMoney({ detail }: { detail: OrderDetail }) {
  const { order, money, refunds, takenOutside } = detail
  const words = (amount: number): string => formatAmount(amount, order.currency)
  const refunded = refunds
    .filter(({ status }) => status === 'pending' || status === 'succeeded')
    .reduce((sum, { amount, withheld = 0 }) => sum + subtractMajor(amount, withheld, order.currency), 0)
  return (
    <section className="section" aria-labelledby="money-title">
      <h2 id="money-title">Money</h2>
      <dl className="money-rows">
        {[...buyerRows(detail), ...(refunded > 0 ? [['Refunded', -refunded] as const] : [])].map(
          ([label, amount]) => (
            <div key={label}>
              <dt dir="auto">{label}</dt>
              <dd>{words(amount)}</dd>
            </div>
          ),
        )}
      </dl>
      {detail.paidAt && order.total > 0 && (
        <>
          <h3>Breakdown</h3>
          <dl className="money-rows">
            {shareRows(money).map(([label, amount]) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{words(amount)}</dd>
              </div>
            ))}
            <div className="money-total">
              <dt>{takenOutside ? 'You received' : 'You get'}</dt>
              <dd>{words(money.yours)}</dd>
            </div>
          </dl>
        </>
      )}
    </section>
  )
}

const buyerRows = ({ order }: OrderDetail): Row[] => [
  ...order.items.map((item): Row => [`${item.quantity} × ${item.name}`, item.totalPrice]),
  ...receiptRows(order).map(({ label, cents }): Row => [label, toMajor(cents, order.currency)]),
  ['Total', order.total],
  ...paymentRows(order).map(({ label, cents }): Row => [label, toMajor(cents, order.currency)]),
]

const shareRows = ({ fees, taxes, commission }: OrderDetail['money']): Row[] => {
  const rows: Row[] = [
    ['Platform and payment fees', fees],
    ['Taxes', taxes],
    ['Commission', commission],
  ]
  return rows.filter(([, amount]) => amount !== 0)
}

export const providerName = (provider: string): string => PROVIDER_LABELS[provider] ?? provider
