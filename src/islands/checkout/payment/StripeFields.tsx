import { Elements, ExpressCheckoutElement, PaymentElement, useElements } from '@stripe/react-stripe-js'
import type {
  Stripe,
  StripeExpressCheckoutElementClickEvent,
  StripeExpressCheckoutElementConfirmEvent,
} from '@stripe/stripe-js'
import { useEffect, useState } from 'react'
import { toStripeAmount } from '#model/money/stripe-amounts.ts'
import { payByStripe } from '#stores/checkout/stripe-payment.ts'
import type { PaymentForm } from '#stores/checkout/payment-form.ts'
import { useAppearance } from './use-appearance.ts'

export { loadStripe } from '#browser/checkout/load-stripe.ts'

export interface StripePayment {
  /** Amount to pay in minor units of `currency`. */
  totalCents: number
  currency: string
  /**
   * Called with the form when it becomes ready to pay, and with undefined when it stops being ready. Must be the same
   * function in every render.
   */
  onForm: (form: PaymentForm | undefined) => void
  /** Called before a wallet opens. Returns true if everything except the payment is valid. */
  mayPay: () => boolean
  /** Called after the buyer has confirmed in the wallet. Returns true if the payment succeeded. */
  onPay: () => Promise<boolean>
}

// Don't import the checkout's stores or fields here: the bundler would move shared modules into the chunk that the cart loads.
interface Props extends StripePayment {
  id: string
  stripe: Stripe
  onFailed: () => void
}

/** Wallets first, then the other payment methods, styled in the site's colours. */
export function StripeFields(props: Props) {
  const { stripe, totalCents, currency } = props
  const appearance = useAppearance()
  return (
    <Elements
      stripe={stripe}
      options={{
        mode: 'payment',
        amount: toStripeAmount(totalCents, currency),
        currency: currency.toLowerCase(),
        appearance,
      }}
    >
      <Group {...props} />
    </Elements>
  )
}

function Group({ id, stripe, totalCents, currency, onForm, onFailed, mayPay, onPay }: Props) {
  const elements = useElements()
  const [isReady, setIsReady] = useState(false)
  useEffect(() => {
    if (!elements || !isReady) return undefined
    onForm(payByStripe({ stripe, elements, totalCents, currency }))
    return () => onForm(undefined)
  }, [stripe, elements, totalCents, currency, isReady, onForm])
  return (
    <>
      <Wallets mayPay={mayPay} onPay={onPay} />
      <div
        id={id}
        tabIndex={-1}
        className="payment-fields"
        aria-busy={!isReady}
        onFocus={(event) => {
          // The error summary focuses this container; the input is inside Stripe's frame.
          if (event.target === event.currentTarget) elements?.getElement('payment')?.focus()
        }}
      >
        <PaymentElement
          options={{ layout: 'tabs', wallets: { applePay: 'never', googlePay: 'never' } }}
          onReady={() => setIsReady(true)}
          onLoadError={onFailed}
        />
      </div>
    </>
  )
}

type WalletsProps = Pick<Props, 'mayPay' | 'onPay'>

/** Wallet buttons (Apple Pay, Google Pay). Renders nothing if none is available. */
function Wallets({ mayPay, onPay }: WalletsProps) {
  const [hasAny, setHasAny] = useState(false)
  const open = (event: StripeExpressCheckoutElementClickEvent): void => {
    if (mayPay()) event.resolve()
    else event.reject()
  }
  const pay = (event: StripeExpressCheckoutElementConfirmEvent): void =>
    void onPay().then((isPaid) => {
      if (!isPaid) event.paymentFailed({ reason: 'fail' })
    })
  return (
    <div className="wallets" data-empty={!hasAny || undefined}>
      <ExpressCheckoutElement
        options={{ buttonHeight: 48, layout: { maxColumns: 2, maxRows: 2 } }}
        onReady={({ availablePaymentMethods }) => setHasAny(availablePaymentMethods !== undefined)}
        onClick={open}
        onConfirm={pay}
      />
      {hasAny && <p className="wallets-or">or pay another way</p>}
    </div>
  )
}
