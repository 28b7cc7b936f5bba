import Stripe from 'stripe'
import type { Clock } from '../context.ts'
import type { PaymentProvider } from './provider.ts'
import { isSigned, readJson } from './sign-webhook.ts'
import { canCharge } from './stripe-amounts.ts'
import { readStripeEvent } from './stripe-events.ts'
import { createStripeIntents } from './stripe-intents.ts'
import { createStripePayees } from './stripe-payees.ts'

/** How long Stripe may take. A request that broke off is sent once more, with the key of the first. */
const TIMEOUT_MS = 8000

export interface StripeSettings {
  secretKey: string
  publishableKey: string
  /** The new one and the old one while they change; one for each endpoint. */
  webhookSecrets: readonly string[]
  apiUrl: string
  clock: Clock
  timeoutMs?: number
}

/** Stripe, with its own library. Cards go from the browser to Stripe; only test keys let them pass through here. */
export function createStripe(settings: StripeSettings): PaymentProvider {
  const { clock, webhookSecrets } = settings
  const stripe = openClient(settings)
  const isLive = !/^[sr]k_test_/.test(settings.secretKey)
  return {
    name: 'stripe',
    signatureHeader: 'stripe-signature',
    publishableKey: settings.publishableKey,
    canCharge,
    ...createStripeIntents(stripe, { isLive, clock }),
    readEvent: readStripeEvent,
    readWebhook: (rawBody, signature) =>
      isSigned({ rawBody, signature }, { secrets: webhookSecrets, now: clock.now() })
        ? readStripeEvent(readJson(rawBody))
        : undefined,
    payees: createStripePayees(stripe),
  }
}

function openClient({ secretKey, apiUrl, timeoutMs = TIMEOUT_MS }: StripeSettings): Stripe {
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
