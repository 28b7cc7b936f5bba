import { paymentWebhook } from '#contracts/checkout/payments.ts'
import type { Config } from '#server/platform/config.ts'
import {
  inspectStripe,
  type StripeEndpoint,
  type StripeConfiguration,
} from '#server/money/providers/inspect-stripe.ts'
import { STRIPE_EVENTS } from '#server/money/providers/stripe-events.ts'
import { fineFinding, problemFinding, warningFinding, type Finding } from './findings.ts'

/** Checks the configuration at Stripe. `hosts`: public hosts of this install that accept payments. */
export async function checkStripe(config: Config, hosts: readonly string[] | undefined): Promise<Finding[]> {
  const isProduction = config.NODE_ENV === 'production'
  if (!config.STRIPE_SECRET_KEY) {
    const text = 'No Stripe keys are set: payments are simulated, and no real money is charged.'
    return [isProduction ? problemFinding(text) : warningFinding(text)]
  }
  const found = await inspectStripe({
    secretKey: config.STRIPE_SECRET_KEY,
    apiUrl: config.STRIPE_API_URL,
  })
  if (found === 'no answer') return [problemFinding(`Stripe doesn’t respond at ${config.STRIPE_API_URL}.`)]
  if (found === 'key refused')
    return [problemFinding('Stripe refuses STRIPE_SECRET_KEY. Copy it again from Developers → API keys.')]
  return [
    checkMode(config, isProduction),
    ...checkEndpoints(config, found.endpoints),
    checkConnect(found),
    ...checkWallets(found, hosts),
  ]
}

function checkMode({ STRIPE_SECRET_KEY: key }: Config, isProduction: boolean): Finding {
  const isLive = /^[sr]k_live_/.test(key)
  if (isLive) return fineFinding('Stripe accepts the secret key. It is a live key: real money is charged.')
  const text = 'Stripe accepts the secret key. It is a test key: no real money is charged.'
  return isProduction ? warningFinding(text) : fineFinding(text)
}

function checkEndpoints(config: Config, endpoints: StripeConfiguration['endpoints']): Finding[] {
  if (!endpoints)
    return [
      warningFinding(
        'The key isn’t allowed to read webhook endpoints. Compare the endpoints in Stripe’s dashboard with docs/stripe.md.',
      ),
    ]
  const own = endpoints.filter(({ url }) => isOwn(config, url))
  const enabled = own.filter(({ isEnabled }) => isEnabled)
  if (enabled.length === 0)
    return [
      problemFinding(
        own.length > 0
          ? `The webhook endpoint ${own[0]?.url} is disabled at Stripe. Enable it: without it, payments are confirmed late.`
          : `Stripe has no webhook endpoint with the address https://${config.MAIN_HOSTS[0]}${paymentWebhook.path}. Add it: without it, payments are confirmed late.`,
      ),
    ]
  return [
    ...Object.entries(STRIPE_EVENTS).map(([from, events]) => checkEvents(from, events, enabled)),
    ...enabled.flatMap(checkVersion),
    checkSecrets(config, enabled),
  ]
}

function isOwn({ MAIN_HOSTS }: Config, address: string): boolean {
  const url = URL.parse(address)
  return url !== null && url.pathname === paymentWebhook.path && MAIN_HOSTS.includes(url.hostname)
}

const SOURCES: Readonly<Record<string, string>> = {
  account: 'events of your account',
  connectedAccounts: 'events of connected accounts',
  accountsV2: 'events of accounts (API version 2)',
}

function checkEvents(from: string, needed: readonly string[], endpoints: readonly StripeEndpoint[]): Finding {
  const sent = new Set(endpoints.flatMap(({ events }) => events))
  const missing = sent.has('*') && from !== 'accountsV2' ? [] : needed.filter((event) => !sent.has(event))
  const source = SOURCES[from] ?? from
  if (missing.length === 0) return fineFinding(`Stripe sends the ${source}.`)
  const text = `Stripe doesn’t send these ${source}: ${missing.join(', ')}. Add them to the endpoint.`
  // A missing webhook for payouts is only a warning, because jobs also check payouts at intervals.
  return from === 'account' ? problemFinding(text) : warningFinding(text)
}

const checkVersion = ({ url, apiVersion }: StripeEndpoint): Finding[] =>
  apiVersion === null
    ? [
        warningFinding(
          `The endpoint ${url} has no fixed API version: it changes with your account’s default version.`,
        ),
      ]
    : []

function checkSecrets(
  { STRIPE_WEBHOOK_SECRET: secrets }: Config,
  endpoints: readonly StripeEndpoint[],
): Finding {
  if (secrets.some((secret) => secret.length < 20))
    return problemFinding('STRIPE_WEBHOOK_SECRET contains a secret that is too short. Copy it again.')
  if (secrets.length < endpoints.length)
    return problemFinding(
      `There are ${endpoints.length} endpoints with this install’s address, but STRIPE_WEBHOOK_SECRET has ${secrets.length}. Each endpoint has its own secret.`,
    )
  return fineFinding(
    'STRIPE_WEBHOOK_SECRET has a secret for each endpoint. The first event will show whether they match.',
  )
}

function checkConnect({ hasConnect }: StripeConfiguration): Finding {
  if (hasConnect === undefined)
    return warningFinding('The key isn’t allowed to read connected accounts, so payouts will fail.')
  return hasConnect
    ? fineFinding('Connect is enabled: members and promoters can be paid out.')
    : warningFinding('Connect is not enabled, so members and promoters can’t be paid out through Stripe.')
}

function checkWallets(
  { hosts: registered }: StripeConfiguration,
  hosts: readonly string[] | undefined,
): Finding[] {
  if (!hosts) return []
  if (!registered)
    return [
      warningFinding('The key isn’t allowed to read payment method domains, so wallets can’t be registered.'),
    ]
  const missing = hosts.filter((host) => !registered.includes(host))
  if (missing.length === 0)
    return [fineFinding('All hosts are registered for Apple Pay, Google Pay and Link.')]
  const names = missing.slice(0, 5).join(', ') + (missing.length > 5 ? ' …' : '')
  return [
    warningFinding(
      `Not registered for Apple Pay, Google Pay and Link: ${names}. A running Foyer registers hosts within minutes; /operator/payments shows why one is refused.`,
    ),
  ]
}
