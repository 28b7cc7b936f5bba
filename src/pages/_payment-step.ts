import type { AstroGlobal } from 'astro'
import type { PaymentStep } from '#model/money/payments.ts'

/** Content-Security-Policy sources that Stripe's script, fields, requests and images need. */
const STRIPE_SOURCES = [
  'frame-src https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com',
  "connect-src 'self' https://api.stripe.com",
  "img-src 'self' data: https://*.stripe.com",
] as const
const STRIPE_SCRIPTS = ['https://js.stripe.com', 'https://*.js.stripe.com'] as const

/** Frames of Stripe's form, and of Google Pay inside it, that open the browser's wallets. */
const WALLET_FRAMES = [...STRIPE_SCRIPTS, 'https://pay.google.com'] as const

type Page = Pick<AstroGlobal, 'locals' | 'csp' | 'response'>

/** Adds Stripe's sources to the page's Content-Security-Policy. Pages without payment keep the strict one. */
export function openPaymentStep({ locals, csp, response }: Page): PaymentStep {
  const { publishableKey } = locals.context.payments
  if (publishableKey === undefined) return { provider: 'sandbox' }
  csp?.insertScriptResource("'self'")
  for (const source of STRIPE_SCRIPTS) csp?.insertScriptResource(source)
  for (const directive of STRIPE_SOURCES) csp?.insertDirective(directive)
  response.headers.set(
    'permissions-policy',
    `camera=(), microphone=(), geolocation=(), payment=(self ${WALLET_FRAMES.map((url) => `"${url}"`).join(' ')})`,
  )
  return { provider: 'stripe', publishableKey }
}
