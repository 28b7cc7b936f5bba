import Stripe from 'stripe'
import type { Clock } from '#server/context.ts'
import type { PaymentProvider } from './provider.ts'
import { isSignatureValid, readJson } from './sign-webhook.ts'
import { canCharge } from './stripe-amounts.ts'
import { readStripeEvent } from './stripe-events.ts'
import { createStripeDomains } from './stripe-domains.ts'
import { createStripeIntents } from './stripe-intents.ts'
import { createStripePayees } from './stripe-payees.ts'

/** Timeout of a request. If its connection breaks, the request is sent again once, with the same key. */
const TIMEOUT_MS = 8000

export interface StripeSettings {
  secretKey: string
  publishableKey: string
  /** Signing secrets of the webhook endpoints: one each, or two while a secret is rotated. */
  webhookSecrets: readonly string[]
  apiUrl: string
  clock: Clock
  timeoutMs?: number
}

/**
 * Creates the payment provider for Stripe. Browsers send cards directly to Stripe; cards can be sent through Foyer only with
 * test keys.
 */
export function createStripe(settings: StripeSettings): PaymentProvider {
  const { clock, webhookSecrets } = settings
  const stripe = openStripeClient(settings)
  const isLive = !/^[sr]k_test_/.test(settings.secretKey)
  return {
    name: 'stripe',
    signatureHeader: 'stripe-signature',
    publishableKey: settings.publishableKey,
    canCharge,
    ...createStripeIntents(stripe, { isLive, clock }),
    readEvent: readStripeEvent,
    readWebhook: (rawBody, signature) =>
      isSignatureValid({ rawBody, signature }, { secrets: webhookSecrets, now: clock.now() })
        ? readStripeEvent(readJson(rawBody))
        : undefined,
    payees: createStripePayees(stripe),
    domains: createStripeDomains(stripe, { isLive, apiUrl: settings.apiUrl, timeoutMs: TIMEOUT_MS }),
  }
}

export function openStripeClient({
  secretKey,
  apiUrl,
  timeoutMs = TIMEOUT_MS,
}: Pick<StripeSettings, 'secretKey' | 'apiUrl' | 'timeoutMs'>): Stripe {
  const { protocol, hostname, port } = new URL(apiUrl)
  return new Stripe(secretKey, {
    host: hostname,
    protocol: protocol === 'http:' ? 'http' : 'https',
    ...(port ? { port } : {}),
    timeout: timeoutMs,
    maxNetworkRetries: 1,
    telemetry: false,
    appInfo: { name: 'Foyer' },
  })
}
