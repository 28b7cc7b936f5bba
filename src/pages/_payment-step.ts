import type { AstroGlobal } from 'astro'
import type { PaymentStep } from '#model/payments.ts'

/** Where Stripe's script, its fields, its requests and its pictures come from, and nothing else of the web. */
const STRIPE_SOURCES = [
  'frame-src https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com',
  "connect-src 'self' https://api.stripe.com",
  "img-src 'self' data: https://*.stripe.com",
] as const
const STRIPE_SCRIPTS = ['https://js.stripe.com', 'https://*.js.stripe.com'] as const

type Page = Pick<AstroGlobal, 'locals' | 'csp' | 'response'>

/**
 * How this page asks for a card. Where that is in Stripe's fields, the page lets in what they need; every other page, and
 * every page of a Foyer without Stripe, keeps everybody out.
 */
export function openPaymentStep({ locals, csp, response }: Page): PaymentStep {
  const { publishableKey } = locals.context.payments
  if (publishableKey === undefined) return { provider: 'sandbox' }
  csp?.insertScriptResource("'self'")
  for (const source of STRIPE_SCRIPTS) csp?.insertScriptResource(source)
  for (const directive of STRIPE_SOURCES) csp?.insertDirective(directive)
  response.headers.set(
    'permissions-policy',
    'camera=(), microphone=(), geolocation=(), payment=(self "https://js.stripe.com")',
  )
  return { provider: 'stripe', publishableKey }
}
