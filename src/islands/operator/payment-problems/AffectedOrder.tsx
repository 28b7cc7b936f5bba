import type { ReactNode } from 'react'
import type { PaymentProblemView } from '#contracts/operator/payment-problems.ts'
import { consoleUrls } from '#contracts/platform/console-urls.ts'
import { operatorUrls } from '#contracts/platform/operator-urls.ts'
import { formatAmount } from '#ui/format/format-numbers.ts'

/** Link to the order in the promoter's console. It can be opened only while acting for the promoter. */
export function OrderLink({ concern }: { concern: Pick<PaymentProblemView, 'orderId' | 'orderNumber'> }) {
  return <a href={consoleUrls.order(concern.orderId)}>{concern.orderNumber}</a>
}

export function PromoterLink({ promoter }: Pick<PaymentProblemView, 'promoter'>) {
  return (
    <a href={operatorUrls.promoter(promoter.id)} dir="auto">
      {promoter.name}
    </a>
  )
}

interface ConcernHeadProps {
  concern: Pick<PaymentProblemView, 'orderId' | 'orderNumber' | 'promoter' | 'buyer' | 'amount' | 'currency'>
  /** Details shown after promoter and buyer, for example the time and who requested the refund. */
  children: ReactNode
}

/** Head of an entry in a list of problems or requests. */
export function AffectedOrderHead({ concern, children }: ConcernHeadProps) {
  const { promoter, buyer, amount, currency } = concern
  return (
    <>
      <div className="payment-problem-head">
        <h3>
          Order <OrderLink concern={concern} />
        </h3>
        <strong className="number">{formatAmount(amount, currency)}</strong>
      </div>
      <p className="secondary-text">
        <PromoterLink promoter={promoter} /> ·{' '}
        {buyer && (
          <>
            <span dir="auto">{buyer}</span> ·{' '}
          </>
        )}
        {children}
      </p>
    </>
  )
}
