import type { Stripe } from '@stripe/stripe-js'
import { useEffect, useState } from 'react'
import { Button } from '#ui/Button.tsx'
import { Notice } from '#ui/Notice.tsx'
import { fieldId } from '#islands/checkout/use-field.ts'
import type { StripeFields, StripePayment } from './StripeFields.tsx'
import { Skeletons } from '#ui/loading/Skeleton.tsx'

type Loaded = 'loading' | 'failed' | { stripe: Stripe; Fields: typeof StripeFields }

/** Foyer's and Stripe's scripts are only loaded at the payment step. */
async function load(publishableKey: string): Promise<Loaded> {
  try {
    const { loadStripe, StripeFields: Fields } = await import('./StripeFields.tsx')
    return { stripe: await loadStripe(publishableKey), Fields }
  } catch {
    return 'failed'
  }
}

export function StripeLoader(props: StripePayment & { publishableKey: string }) {
  const { publishableKey } = props
  const [round, setRound] = useState(0)
  const [loaded, setLoaded] = useState<Loaded>('loading')
  useEffect(() => {
    const showing = new AbortController()
    const show = async (): Promise<void> => {
      const next = await load(publishableKey)
      if (!showing.signal.aborted) setLoaded(next)
    }
    void show()
    return () => showing.abort()
  }, [publishableKey, round])
  if (loaded === 'failed') {
    return (
      <PaymentMissing
        onRetry={() => {
          setLoaded('loading')
          setRound(round + 1)
        }}
      />
    )
  }
  if (loaded === 'loading') return <FieldsSkeleton />
  const { Fields, stripe } = loaded
  // Stripe shows errors next to its own fields.
  return (
    <Fields
      {...props}
      key={round}
      id={fieldId('payment')}
      stripe={stripe}
      onFailed={() => setLoaded('failed')}
    />
  )
}

function FieldsSkeleton() {
  return (
    <div className="payment-skeleton">
      <output className="visually-hidden">Loading the payment form…</output>
      <Skeletons size="field" count={3} />
    </div>
  )
}

function PaymentMissing({ onRetry }: { onRetry: () => void }) {
  return (
    <Notice tone="warning" title="The payment form could not be loaded" urgent>
      <p>
        The form comes from our payment provider, Stripe. Check your connection, and make sure your browser
        doesn’t block js.stripe.com. Your tickets are still held, we saved what you entered, and nothing was
        charged.
      </p>
      <div className="notice-actions">
        <Button onClick={onRetry}>Try again</Button>
      </div>
    </Notice>
  )
}
