import Stripe from 'stripe'
import { openStripeClient, type StripeSettings } from './stripe.ts'

/** Configuration of a Stripe account. A field is undefined if the key lacks the permission to read it. */
export interface StripeConfiguration {
  endpoints: StripeEndpoint[] | undefined
  hasConnect: boolean | undefined
  hosts: string[] | undefined
}

export interface StripeEndpoint {
  url: string
  isEnabled: boolean
  events: string[]
  /**
   * API version of the endpoint: null for the account's default version, undefined for v2 events, which have no
   * version.
   */
  apiVersion: string | null | undefined
}

/** Reads the account's configuration. `key refused`: the secret key is wrong or revoked. `no answer`: Stripe can't be reached. */
export async function inspectStripe(
  settings: Pick<StripeSettings, 'secretKey' | 'apiUrl' | 'timeoutMs'>,
): Promise<StripeConfiguration | 'key refused' | 'no answer'> {
  const stripe = openStripeClient(settings)
  const refusal = await stripe.balance.retrieve().then(
    () => undefined,
    (error: unknown) => error,
  )
  if (refusal instanceof Stripe.errors.StripeAuthenticationError) return 'key refused'
  if (refusal !== undefined && !isAnswer(refusal)) return 'no answer'
  const [endpoints, destinations, hasConnect, hosts] = await Promise.all([
    ifAllowed(() => listEndpoints(stripe)),
    ifAllowed(() => listDestinations(stripe)),
    hasConnectOf(stripe),
    ifAllowed(() => listHosts(stripe)),
  ])
  return {
    endpoints: endpoints && destinations ? [...endpoints, ...destinations] : undefined,
    hasConnect,
    hosts,
  }
}

const isAnswer = (error: unknown): error is Stripe.errors.StripeError =>
  error instanceof Stripe.errors.StripeError && (error.statusCode ?? 500) < 500

async function ifAllowed<Answer>(ask: () => Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await ask()
  } catch (error) {
    if (isAnswer(error)) return undefined
    throw error
  }
}

const listEndpoints = async (stripe: Stripe): Promise<StripeEndpoint[]> =>
  (await stripe.webhookEndpoints.list({ limit: 100 }).autoPagingToArray({ limit: 1000 })).map(
    ({ url, status, enabled_events: events, api_version: apiVersion }) => ({
      url,
      isEnabled: status === 'enabled',
      events,
      apiVersion,
    }),
  )

const listDestinations = async (stripe: Stripe): Promise<StripeEndpoint[]> =>
  (await stripe.v2.core.eventDestinations.list({ limit: 100, include: ['webhook_endpoint.url'] })).data.map(
    ({ webhook_endpoint: endpoint, status, enabled_events: events }) => ({
      url: endpoint?.url ?? '',
      isEnabled: status === 'enabled',
      events,
      apiVersion: undefined,
    }),
  )

async function hasConnectOf(stripe: Stripe): Promise<boolean | undefined> {
  try {
    await stripe.v2.core.accounts.list({ limit: 1 })
    return true
  } catch (error) {
    if (!isAnswer(error)) throw error
    return error.statusCode === 403 ? undefined : false
  }
}

const listHosts = async (stripe: Stripe): Promise<string[]> =>
  (
    await stripe.paymentMethodDomains.list({ enabled: true, limit: 100 }).autoPagingToArray({ limit: 10_000 })
  ).map((domain) => domain.domain_name)
