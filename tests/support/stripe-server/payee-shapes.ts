import type Stripe from 'stripe'
import type { EnginePayee, EngineTransfer } from '#server/money/sandbox-engine/payee-rows.ts'
import type { EnginePayout } from '#server/money/sandbox-engine/payout-rows.ts'

type TransferStatus =
  Stripe.V2.Core.Account.Configuration.Recipient.Capabilities.StripeBalance.StripeTransfers.Status

const TRANSFERS: Readonly<Record<EnginePayee['status'], TransferStatus>> = {
  incomplete: 'restricted',
  checking: 'pending',
  ready: 'active',
  refused: 'rejected',
}

type Entry = Pick<Stripe.V2.Core.Account.Requirements.Entry, 'awaiting_action_from' | 'description'>

/** An account of API version 2; configuration and requirements only when requested. */
export function toAccount(payee: EnginePayee, include: readonly string[]) {
  const entries: Entry[] =
    payee.status === 'incomplete'
      ? ['identity.individual.date_of_birth', 'configuration.recipient.default_outbound_destination'].map(
          (description) => ({ awaiting_action_from: 'user', description }),
        )
      : []
  return {
    id: payee.id,
    object: 'v2.core.account' as const,
    applied_configurations: ['recipient' as const],
    contact_email: payee.email,
    created: payee.createdAt.toISOString(),
    dashboard: 'express' as const,
    display_name: payee.name,
    livemode: false,
    ...(include.includes('configuration.recipient')
      ? {
          configuration: {
            recipient: {
              applied: true,
              capabilities: {
                stripe_balance: { stripe_transfers: { status: TRANSFERS[payee.status], status_details: [] } },
              },
            },
          },
        }
      : {}),
    ...(include.includes('requirements') ? { requirements: { entries } } : {}),
  } satisfies Partial<Record<keyof Stripe.V2.Core.Account, unknown>>
}

export type ShownTransfer = Pick<
  Stripe.Transfer,
  | 'id'
  | 'object'
  | 'amount'
  | 'currency'
  | 'destination'
  | 'metadata'
  | 'transfer_group'
  | 'created'
  | 'reversed'
  | 'livemode'
>

export const toTransfer = (transfer: EngineTransfer): ShownTransfer => ({
  id: transfer.id,
  object: 'transfer',
  amount: transfer.amountCents,
  currency: transfer.currency.toLowerCase(),
  destination: transfer.payeeId,
  metadata: { ...transfer.metadata },
  transfer_group: transfer.group,
  created: Math.floor(transfer.createdAt.getTime() / 1000),
  reversed: transfer.isReversed,
  livemode: false,
})

export type ShownPayout = Pick<
  Stripe.Payout,
  | 'id'
  | 'object'
  | 'amount'
  | 'currency'
  | 'metadata'
  | 'status'
  | 'failure_code'
  | 'failure_message'
  | 'livemode'
>

export const toPayout = (payout: EnginePayout): ShownPayout => ({
  id: payout.id,
  object: 'payout',
  amount: payout.amountCents,
  currency: payout.currency.toLowerCase(),
  metadata: { ...payout.metadata },
  status: payout.status === 'sent' ? 'pending' : payout.status,
  failure_code: payout.status === 'failed' ? 'account_closed' : null,
  failure_message: payout.reason || null,
  livemode: false,
})
