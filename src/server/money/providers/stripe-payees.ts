import { createHash } from 'node:crypto'
import type Stripe from 'stripe'
import { PayeeRefused, type Payee, type Payees, type ProviderPayout } from './provider.ts'
import { AmountNotMovable, toStripeMinorUnits } from './stripe-amounts.ts'
import { withNumberedKeys } from './stripe-balance.ts'
import { callStripe, isStripeRejection, toProviderUnavailable } from './stripe-errors.ts'

const INCLUDE: Stripe.V2.Core.AccountRetrieveParams.Include[] = ['configuration.recipient', 'requirements']
const PAGE = 100
/** Currencies in which payouts, unlike payments, must be whole units. */
const WHOLE_PAYOUTS: ReadonlySet<string> = new Set(['HUF', 'TWD', 'ISK', 'UGX'])

/**
 * Manages connected accounts of Stripe's Accounts v2, which receive transfers from the platform and have an Express
 * dashboard. Keys are also stored in metadata, because Stripe's idempotency keys expire.
 */
export const createStripePayees = (stripe: Stripe): Payees => ({
  create: (request) => refusedOr(() => createPayee(stripe, request)),
  fetch: async (payeeId) =>
    toPayee(await callStripe(() => stripe.v2.core.accounts.retrieve(payeeId, { include: INCLUDE }))),
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
  ...createMoves(stripe),
  ...createLookups(stripe),
})

type Moves = Pick<Payees, 'transfer' | 'payOut' | 'reverseTransfer'>

const createMoves = (stripe: Stripe): Moves => ({
  transfer: ({ key, payeeId, amountCents, currency, group }) =>
    refusedOr(async () => {
      const about = { destination: payeeId, transfer_group: group }
      const present = await findTransfer(stripe, { key, payeeId, group })
      if (present) return { id: present.id }
      const amount = toStripeMinorUnits(amountCents, currency)
      const params = { ...about, amount, currency: currency.toLowerCase(), metadata: { key } }
      const { id } = await withNumberedKeys(`transfer:${key}`, (idempotencyKey) =>
        stripe.transfers.create(params, { idempotencyKey }),
      )
      return { id }
    }),
  payOut: ({ key, payeeId, amountCents, currency }) =>
    refusedOr(async () => {
      const present = await findPayout(stripe, { key, payeeId })
      if (present) return toPayout(present)
      const amount = toStripeMinorUnits(amountCents, currency)
      if (WHOLE_PAYOUTS.has(currency) && amount % 100 !== 0)
        throw new PayeeRefused(`Payouts in ${currency} are in whole units.`)
      const params = { amount, currency: currency.toLowerCase(), metadata: { key } }
      const payout = await withNumberedKeys(`payout:${key}`, (idempotencyKey) =>
        stripe.payouts.create(params, { idempotencyKey, stripeAccount: payeeId }),
      )
      return toPayout(payout)
    }),
  reverseTransfer: (transferId) =>
    refusedOr(async () => {
      const { reversed } = await stripe.transfers.retrieve(transferId)
      if (reversed) return
      await withNumberedKeys(`reversal:${transferId}`, (idempotencyKey) =>
        stripe.transfers.createReversal(transferId, {}, { idempotencyKey }),
      )
    }),
})

const createLookups = (stripe: Stripe): Pick<Payees, 'fetchPayout' | 'findTransfer' | 'findPayout'> => ({
  fetchPayout: async (payeeId, payoutId) =>
    toPayout(await callStripe(() => stripe.payouts.retrieve(payoutId, {}, { stripeAccount: payeeId }))),
  findTransfer: (find) =>
    orUnavailable(async () => {
      const transfer = await findTransfer(stripe, find)
      return transfer && { id: transfer.id, isReversed: transfer.reversed }
    }),
  findPayout: (find) =>
    orUnavailable(async () => {
      const payout = await findPayout(stripe, find)
      return payout && toPayout(payout)
    }),
})

/** Finds a transfer by its key. Reads all pages, because a transfer that isn't found may be repeated or treated as cancelled. */
async function findTransfer(
  stripe: Stripe,
  find: { key: string; payeeId: string; group: string },
): Promise<Stripe.Transfer | undefined> {
  const { key, payeeId, group } = find
  const made = stripe.transfers.list({ destination: payeeId, transfer_group: group, limit: PAGE })
  for await (const transfer of made) if (transfer.metadata['key'] === key) return transfer
  return undefined
}

async function findPayout(
  stripe: Stripe,
  { key, payeeId }: { key: string; payeeId: string },
): Promise<Stripe.Payout | undefined> {
  const made = stripe.payouts.list({ limit: PAGE }, { stripeAccount: payeeId })
  for await (const payout of made) if (payout.metadata?.['key'] === key) return payout
  return undefined
}

/** Converts a refused lookup to `ProviderUnavailable`, because it doesn't show whether money was moved. */
async function orUnavailable<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await callStripe(work)
  } catch (error) {
    throw isStripeRejection(error) ? toProviderUnavailable(error) : error
  }
}

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
  // The key contains a hash of the parameters, because Stripe would reject the earlier key after a name was corrected.
  const digest = createHash('sha256').update(JSON.stringify(params)).digest('hex').slice(0, 16)
  const idempotencyKey = `payee:${request.key}:${digest}`
  const account = await stripe.v2.core.accounts.create(params, { idempotencyKey })
  // Disables Stripe's automatic payouts: they would pay out the whole balance daily, and Foyer's payouts would fail.
  await stripe.balanceSettings.update(
    { payments: { payouts: { schedule: { interval: 'manual' } } } },
    { stripeAccount: account.id },
  )
  return toPayee(account)
}

async function refusedOr<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await callStripe(work)
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

/** Returns the status of an account, from `stripe_transfers`, the only capability that Foyer uses. */
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
  return { id: payout.id, status: 'failed', reason: payout.failure_message ?? 'The payout was cancelled.' }
}
