import type Stripe from 'stripe'
import { DomainRefused, ProviderUnavailable, type PaymentDomains, type RegisteredDomain } from './provider.ts'
import { callStripe, isStripeRejection } from './stripe-errors.ts'

/** Wallets that Foyer's payment form can show. Other wallets of the Stripe account may be inactive. */
const WALLETS = [
  ['apple_pay', 'Apple Pay'],
  ['google_pay', 'Google Pay'],
  ['link', 'Link'],
] as const

const FILE = '/files/apple-pay/apple-developer-merchantid-domain-association'
const MAX_FILE_LENGTH = 64 * 1024

/** Manages payment method domains at Stripe. If `apiUrl` isn't Stripe's own, Apple's file is fetched from there too. */
export function createStripeDomains(
  stripe: Stripe,
  { isLive, apiUrl, timeoutMs }: { isLive: boolean; apiUrl: string; timeoutMs: number },
): PaymentDomains {
  const find = async (host: string): Promise<Stripe.PaymentMethodDomain | undefined> =>
    (await stripe.paymentMethodDomains.list({ domain_name: host, limit: 1 })).data[0]
  return {
    list: isLive ? 'stripe-live' : 'stripe-test',
    register: (host) =>
      refusedOr(async () => {
        const present = await find(host)
        const made = present ?? (await stripe.paymentMethodDomains.create({ domain_name: host }))
        const enabled = made.enabled
          ? made
          : await stripe.paymentMethodDomains.update(made.id, { enabled: true })
        const seen = toRegistered(enabled)
        // A new domain needs no validation, because creating it validates it.
        if (!present || seen.inactive.length === 0) return seen
        return toRegistered(await stripe.paymentMethodDomains.validate(made.id))
      }),
    disable: (host) =>
      refusedOr(async () => {
        const present = await find(host)
        if (present?.enabled) await stripe.paymentMethodDomains.update(present.id, { enabled: false })
      }),
    fetchAppleFile: () => fetchFile(new URL(FILE, filesUrl(apiUrl)), timeoutMs),
  }
}

const filesUrl = (apiUrl: string): string =>
  new URL(apiUrl).hostname === 'api.stripe.com' ? 'https://stripe.com' : apiUrl

function toRegistered(found: Stripe.PaymentMethodDomain): RegisteredDomain {
  const inactive = WALLETS.flatMap(([key, wallet]) => {
    const state = found[key]
    return state.status === 'active' ? [] : [{ wallet, why: state.status_details?.error_message ?? '' }]
  })
  return { inactive }
}

async function refusedOr<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await callStripe(work)
  } catch (error) {
    throw isStripeRejection(error) ? new DomainRefused(error.message) : error
  }
}

async function fetchFile(url: URL, timeoutMs: number): Promise<string> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) })
    const text = response.ok ? (await response.text()).trim() : ''
    // The response may be an error page, which must not be served to Apple.
    if (/^[\w+/=\s{}":,.-]+$/.test(text) && text.length <= MAX_FILE_LENGTH) return text
  } catch {
    // A failed request is treated like a response without the file.
  }
  throw new ProviderUnavailable('Stripe did not answer with the file for Apple Pay')
}
