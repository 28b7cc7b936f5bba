import { createHash } from 'node:crypto'
import type Stripe from 'stripe'
import { PayeeRefused, type Payee, type Payees, type ProviderPayout } from './provider.ts'
import { AmountNotMovable, toStripe } from './stripe-amounts.ts'
import { ask, isStripeRejection } from './stripe-errors.ts'

const INCLUDE: Stripe.V2.Core.AccountRetrieveParams.Include[] = ['configuration.recipient', 'requirements']
const PAGE = 100
/** Currencies whose payouts must be in whole units, unlike payments. */
const WHOLE_PAYOUTS: ReadonlySet<string> = new Set(['HUF', 'TWD', 'ISK', 'UGX'])

/**
 * Accounts v2 that receive transfers from the platform and have Stripe's Express dashboard. Keys are also stored in
 * metadata, because Stripe's idempotency keys expire.
 */
export const createStripePayees = (stripe: Stripe): Payees => ({
  create: (request) => refusedOr(() => createPayee(stripe, request)),
  fetch: async (payeeId) =>
    toPayee(await ask(() => stripe.v2.core.accounts.retrieve(payeeId, { include: INCLUDE }))),
  onboardingLink: (payeeId, { returnUrl, refreshUrl }) =>
    refusedOr(async () => {
      const { url } = await stripe.v2.core.accountLinks.create({
        account: payeeId,
        use_case: {
          type: 'account_onboarding',
          account_onboarding: { return_url: returnUrl, refresh_url: refreshUrl },
        },
      })
      return url
    }),
  dashboardLink: (payeeId) => refusedOr(async () => (await stripe.accounts.createLoginLink(payeeId)).url),
  transfer: ({ key, payeeId, amountCents, currency, group }) =>
    refusedOr(async () => {
      const about = { destination: payeeId, transfer_group: group }
      const made = await stripe.transfers.list({ ...about, limit: PAGE })
      const present = made.data.find((transfer) => transfer.metadata['key'] === key)
      if (present) return { id: present.id }
      const amount = toStripe(amountCents, currency)
      const { id } = await stripe.transfers.create(
        { ...about, amount, currency: currency.toLowerCase(), metadata: { key } },
        { idempotencyKey: `transfer:${key}` },
      )
      return { id }
    }),
  payOut: ({ key, payeeId, amountCents, currency }) =>
    refusedOr(async () => {
      const made = await stripe.payouts.list({ limit: PAGE }, { stripeAccount: payeeId })
      const present = made.data.find((payout) => payout.metadata?.['key'] === key)
      if (present) return toPayout(present)
      const amount = toStripe(amountCents, currency)
      if (WHOLE_PAYOUTS.has(currency) && amount % 100 !== 0)
        throw new PayeeRefused(`Payouts in ${currency} are in whole units.`)
      const payout = await stripe.payouts.create(
        { amount, currency: currency.toLowerCase(), metadata: { key } },
        { idempotencyKey: `payout:${key}`, stripeAccount: payeeId },
      )
      return toPayout(payout)
    }),
  fetchPayout: async (payeeId, payoutId) =>
    toPayout(await ask(() => stripe.payouts.retrieve(payoutId, {}, { stripeAccount: payeeId }))),
})

async function createPayee(stripe: Stripe, request: Parameters<Payees['create']>[0]): Promise<Payee> {
  const params: Stripe.V2.Core.AccountCreateParams = {
    contact_email: request.email,
    display_name: request.name,
    identity: { country: request.country, entity_type: 'individual' },
    dashboard: 'express',
    configuration: {
      recipient: { capabilities: { stripe_balance: { stripe_transfers: { requested: true } } } },
    },
    defaults: { responsibilities: { fees_collector: 'application', losses_collector: 'application' } },
    metadata: { key: request.key },
    include: INCLUDE,
  }
  // The key includes the parameters: after a corrected name, Stripe would reject a reused key.
  const told = createHash('sha256').update(JSON.stringify(params)).digest('hex').slice(0, 16)
  const idempotencyKey = `payee:${request.key}:${told}`
  const account = await stripe.v2.core.accounts.create(params, { idempotencyKey })
  // Without this, Stripe pays out the whole balance daily, and Foyer's payouts would fail.
  await stripe.balanceSettings.update(
    { payments: { payouts: { schedule: { interval: 'manual' } } } },
    { stripeAccount: account.id },
  )
  return toPayee(account)
}

async function refusedOr<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask(work)
  } catch (error) {
    if (isStripeRejection(error) && error.code !== 'resource_missing') throw new PayeeRefused(error.message)
    if (error instanceof AmountNotMovable) throw new PayeeRefused(error.message)
    throw error
  }
}

function toPayee(account: Stripe.V2.Core.Account): Payee {
  const entries = account.requirements?.entries ?? []
  const missing = entries
    .filter((entry) => entry.awaiting_action_from === 'user')
    .map((entry) => entry.description)
  return { id: account.id, status: statusOf(account, missing), missing }
}

const STATUS: Readonly<Record<string, Payee['status']>> = {
  active: 'ready',
  rejected: 'refused',
  unsupported: 'refused',
}

/** Foyer's state of an account: that of its only capability, `stripe_transfers`. */
function statusOf(account: Stripe.V2.Core.Account, missing: readonly string[]): Payee['status'] {
  if (account.closed) return 'refused'
  const status = transfersOf(account)?.status
  const waiting = missing.length > 0 || status === undefined ? 'incomplete' : 'checking'
  return STATUS[status ?? ''] ?? waiting
}

const transfersOf = ({ configuration }: Stripe.V2.Core.Account) =>
  configuration?.recipient?.capabilities?.stripe_balance?.stripe_transfers

function toPayout(payout: Stripe.Payout): ProviderPayout {
  if (payout.status === 'paid') return { id: payout.id, status: 'paid' }
  if (payout.status !== 'failed' && payout.status !== 'canceled') return { id: payout.id, status: 'sent' }
  return { id: payout.id, status: 'failed', reason: payout.failure_message ?? 'It was called off.' }
}
