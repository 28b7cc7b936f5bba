import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { SandboxEngine } from '#server/money/sandbox-engine/engine.ts'
import { group, list, text } from './form.ts'
import { toAccount, toPayout, toTransfer } from './payee-shapes.ts'
import { amountOf, currencyOf } from './payment-routes.ts'
import { invalid, missing } from './refused.ts'
import type { ApiRequest, Routes } from './routing.ts'
import { toList } from './shapes.ts'

const accountWish = z.object({
  contact_email: z.string(),
  display_name: z.optional(z.string()),
  identity: z.object({ country: z.string().length(2) }),
  configuration: z.object({
    recipient: z.object({
      capabilities: z.object({
        stripe_balance: z.object({ stripe_transfers: z.object({ requested: z.literal(true) }) }),
      }),
    }),
  }),
  include: z.optional(z.array(z.string())),
})

const linkWish = z.object({
  account: z.string(),
  use_case: z.object({
    type: z.literal('account_onboarding'),
    account_onboarding: z.object({ return_url: z.url(), refresh_url: z.url() }),
  }),
})

/** Connect: accounts and links (version 2), transfers and payouts (version 1). */
export function payeeRoutes(parts: { engine: SandboxEngine; url: () => string; now: () => number }): Routes {
  const { payees } = parts.engine
  /** Accounts with manual payouts. */
  const manual = new Set<string>()
  return {
    'POST /v1/balance_settings': async (request) => {
      const payee = await payees.find(accountOf(request))
      const interval = text(request.body, 'payments', 'payouts', 'schedule', 'interval') ?? 'daily'
      if (interval === 'manual') manual.add(payee.id)
      else manual.delete(payee.id)
      return { object: 'balance_settings', payments: { payouts: { schedule: { interval } } } }
    },
    'POST /v2/core/accounts': async ({ json, key }) => {
      const wish = read(accountWish, json)
      const payee = await payees.create({
        key: key ?? randomUUID(),
        email: wish.contact_email,
        country: wish.identity.country,
        name: wish.display_name ?? '',
      })
      return toAccount(payee, wish.include ?? [])
    },
    'GET /v2/core/accounts/:id': async ({ params, query }) =>
      toAccount(await payees.find(params['id'] ?? ''), list(query, 'include')),
    'POST /v2/core/account_links': async ({ json }) => {
      const { account, use_case: use } = read(linkWish, json)
      const payee = await payees.find(account)
      const back = new URLSearchParams({ return: use.account_onboarding.return_url }).toString()
      return {
        object: 'v2.core.account_link',
        account: payee.id,
        created: new Date(parts.now()).toISOString(),
        expires_at: new Date(parts.now() + 600_000).toISOString(),
        livemode: false,
        url: `${parts.url()}/onboarding/${payee.id}?${back}`,
        use_case: use,
      }
    },
    'POST /v1/accounts/:id/login_links': async ({ params }) => {
      const payee = await payees.find(params['id'] ?? '')
      if (payee.status === 'incomplete')
        throw invalid('Cannot create a login link for an account that has not completed onboarding.')
      return {
        object: 'login_link',
        created: Math.floor(parts.now() / 1000),
        url: `${parts.url()}/express/${payee.id}`,
      }
    },
    'POST /v1/transfers': async ({ body, key }) => {
      const currency = currencyOf(body)
      const transfer = await payees.transfer({
        key: key ?? randomUUID(),
        payeeId: text(body, 'destination') ?? '',
        amountCents: amountOf(body, currency),
        currency,
        group: text(body, 'transfer_group') ?? '',
        metadata: group(body, 'metadata'),
      })
      return toTransfer(transfer)
    },
    'GET /v1/transfers': async ({ query }) => {
      const found = await payees.transfers(text(query, 'destination') ?? '', text(query, 'transfer_group'))
      return toList('/v1/transfers', found.map(toTransfer))
    },
    'GET /v1/transfers/:id': async ({ params }) => {
      const found = await payees.findTransfer({ id: params['id'] ?? '' })
      if (!found) throw missing(`No such transfer: '${params['id']}'`)
      return toTransfer(found)
    },
    'POST /v1/transfers/:id/reversals': async ({ params }) => {
      const transfer = await payees.reverse(params['id'] ?? '')
      return {
        id: `trr_${transfer.id}`,
        object: 'transfer_reversal',
        amount: transfer.amountCents,
        currency: transfer.currency.toLowerCase(),
        transfer: transfer.id,
      }
    },
    'POST /v1/payouts': async (request) => {
      const currency = currencyOf(request.body)
      if (!manual.has(accountOf(request))) throw invalid('This account is paid out by itself, every day.')
      const payout = await payees.payOut({
        key: request.key ?? randomUUID(),
        payeeId: accountOf(request),
        amountCents: amountOf(request.body, currency),
        currency,
        metadata: group(request.body, 'metadata'),
      })
      return toPayout(payout)
    },
    'GET /v1/payouts': async (request) =>
      toList('/v1/payouts', (await payees.payouts(accountOf(request))).map(toPayout)),
    'GET /v1/payouts/:id': async (request) =>
      toPayout(await payees.payout(accountOf(request), request.params['id'] ?? '')),
  }
}

function read<Shape extends z.ZodType>(shape: Shape, json: unknown): z.infer<Shape> {
  const wish = shape.safeParse(json)
  if (!wish.success) throw invalid(z.prettifyError(wish.error))
  return wish.data
}

function accountOf({ account }: ApiRequest): string {
  if (!account) throw invalid('Payouts of the platform itself are none of Foyer’s.')
  return account
}
