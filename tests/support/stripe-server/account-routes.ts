import { randomUUID } from 'node:crypto'
import { text } from './form.ts'
import { invalid, missing } from './refused.ts'
import type { Routes } from './routing.ts'
import { toList } from './shapes.ts'

/** What an account has been set up with. Tests change it. */
export interface StripeAccount {
  /** Payment method domains by host. */
  domains: Map<string, { id: string; isEnabled: boolean }>
  /** Hosts that Stripe refuses, and hosts on which Apple Pay can't be validated. */
  refusedHosts: Set<string>
  withoutApplePay: Set<string>
  appleFile: string | undefined
  webhookEndpoints: { url: string; enabled_events: string[]; status: string; api_version: string | null }[]
  /** Of API version 2. */
  eventDestinations: { url: string; enabled_events: string[]; status: string; events_from: string[] }[]
  hasConnect: boolean
}

export const newAccount = (): StripeAccount => ({
  domains: new Map(),
  refusedHosts: new Set(),
  withoutApplePay: new Set(),
  appleFile: '7B227073704964223A22'.repeat(100),
  webhookEndpoints: [],
  eventDestinations: [],
  hasConnect: true,
})

export function accountRoutes({ account }: { account: StripeAccount }): Routes {
  const show = (host: string) => {
    const found = account.domains.get(host)
    if (!found) throw missing(`No such payment method domain: '${host}'`)
    const active = { status: 'active' }
    return {
      id: found.id,
      object: 'payment_method_domain',
      domain_name: host,
      enabled: found.isEnabled,
      apple_pay: account.withoutApplePay.has(host)
        ? { status: 'inactive', status_details: { error_message: 'The file for Apple was not found.' } }
        : active,
      google_pay: active,
      link: active,
      livemode: false,
    }
  }
  const hostOf = (id = ''): string => {
    const found = [...account.domains].find(([, domain]) => domain.id === id)
    if (!found) throw missing(`No such payment method domain: '${id}'`)
    return found[0]
  }
  return {
    'GET /v1/payment_method_domains': async ({ query }) => {
      const host = text(query, 'domain_name')
      const hosts = [...account.domains.keys()].filter((each) => host === undefined || each === host)
      return toList('/v1/payment_method_domains', hosts.map(show))
    },
    'POST /v1/payment_method_domains': async ({ body }) => {
      const host = text(body, 'domain_name') ?? ''
      if (account.refusedHosts.has(host)) throw invalid(`${host} can’t be registered.`)
      if (account.domains.has(host)) throw invalid('This domain has been registered already.')
      account.domains.set(host, { id: `pmd_${randomUUID()}`, isEnabled: true })
      return show(host)
    },
    'POST /v1/payment_method_domains/:id': async ({ params, body }) => {
      const host = hostOf(params['id'])
      account.domains.set(host, { id: params['id'] ?? '', isEnabled: text(body, 'enabled') === 'true' })
      return show(host)
    },
    'POST /v1/payment_method_domains/:id/validate': async ({ params }) => show(hostOf(params['id'])),
    'GET /v1/webhook_endpoints': async () =>
      toList(
        '/v1/webhook_endpoints',
        account.webhookEndpoints.map((each) => ({
          id: `we_${randomUUID()}`,
          object: 'webhook_endpoint',
          ...each,
        })),
      ),
    'GET /v2/core/event_destinations': async () => ({
      data: account.eventDestinations.map(({ url, ...each }) => ({
        id: `ed_${randomUUID()}`,
        object: 'v2.core.event_destination',
        type: 'webhook_endpoint',
        event_payload: 'thin',
        webhook_endpoint: { url },
        ...each,
      })),
      next_page_url: null,
      previous_page_url: null,
    }),
    'GET /v2/core/accounts': async () => {
      if (!account.hasConnect) throw invalid('You can only list accounts if you’ve signed up for Connect.')
      return { data: [], next_page_url: null, previous_page_url: null }
    },
    'GET /v1/balance': async () => ({ object: 'balance', available: [], pending: [], livemode: false }),
  }
}
