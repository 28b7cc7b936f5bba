import type { PaymentStep } from '#model/money/payments.ts'

type TestCard = readonly [number: string, outcome: string]

const BOTH: readonly TestCard[] = [
  ['4242 4242 4242 4242', 'succeeds'],
  ['4000 0000 0000 0002', 'is declined'],
  ['4000 0000 0000 9995', 'is declined: insufficient funds'],
  ['4000 0000 0000 3220', 'requires 3-D Secure'],
]

const SANDBOX: readonly TestCard[] = [
  ...BOTH,
  ['4000 0000 0000 0077', 'succeeds after a few seconds'],
  ['4000 0000 0000 7726', 'succeeds; a refund takes a while'],
  ['4000 0000 0000 5126', 'succeeds; a refund fails'],
]

/** Renders nothing when payments are live. */
export function TestMode({ step }: { step: PaymentStep }) {
  const isTest = step.provider === 'sandbox' || step.publishableKey.startsWith('pk_test_')
  if (!isTest) return null
  return (
    <div className="test-mode">
      <p>Test mode: no real money</p>
      <details>
        <summary>Test cards</summary>
        <dl>
          {(step.provider === 'sandbox' ? SANDBOX : BOTH).map(([number, outcome]) => (
            <div key={number}>
              <dt>{number}</dt>
              <dd>{outcome}</dd>
            </div>
          ))}
        </dl>
        <p>Use any future expiry date and any CVC.</p>
      </details>
    </div>
  )
}
