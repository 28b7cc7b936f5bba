import { DEFAULT_REMITTANCE, type PlatformShare } from '#model/pricing/platform-terms.ts'
import {
  processingFeeEntries,
  refundEntries,
  saleEntries,
  saleShares,
  type LedgerEntry,
} from '#model/money/ledger.ts'
import type { Quote } from '#model/pricing/quote.ts'
import { deriveCode, deriveId } from '#server/demo/seeded-random.ts'
import type { PlannedOrder } from './plan-orders.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

interface Sold {
  id: string
  promoter_id: string
  price: Quote
  share: PlatformShare
  ticketIds: readonly string[]
}

export const paidAt = (planned: PlannedOrder): Date => new Date(planned.createdAt + 2 * MINUTE_MS)

/**
 * Returns the payment in Foyer's and the sandbox provider's tables, and the refund if the event is cancelled. Returns no
 * rows for free orders.
 */
export function moneyRowsOf(planned: PlannedOrder, sold: Sold) {
  const { id: order_id, promoter_id, price } = sold
  const orderTaxes = price.tax.rates.map((rate, position) => ({
    order_id,
    position,
    promoter_id,
    name: rate.name,
    rate_millionths: rate.rateMillionths,
    base_cents: rate.baseCents,
    tax_cents: rate.taxCents,
  }))
  if (price.totalCents === 0) return { ...NOTHING, orderTaxes }
  return {
    ...NOTHING,
    orderTaxes,
    ...paymentRows(planned, sold),
    ...ledgerRows(planned, sold),
    ...(planned.event.cancelled ? refundRows(planned, sold) : {}),
  }
}

const NOTHING = {
  payments: [],
  intents: [],
  transactions: [],
  entries: [],
  refunds: [],
  refundTickets: [],
  sandboxRefunds: [],
}

/** Fee of the sandbox provider: 1.5% plus 25 minor units, at most the amount. */
const feeOf = (cents: number): number => Math.min(cents, Math.floor((cents * 150 + 5000) / 10_000) + 25)

const intentIdOf = (planned: PlannedOrder): string => `sbx_${deriveCode(24, 'intent', planned.key)}`

function paymentRows(planned: PlannedOrder, { id, promoter_id, price }: Sold) {
  const { key, event } = planned
  const shared = {
    client_secret: `sbx_secret_${deriveCode(24, 'secret', key)}`,
    amount_cents: price.totalCents,
    currency: event.currency,
    fee_cents: feeOf(price.totalCents),
    created_at: new Date(planned.createdAt + MINUTE_MS),
  }
  return {
    payments: [
      {
        ...shared,
        order_id: id,
        promoter_id,
        status: event.cancelled ? 'refunded' : 'succeeded',
        provider: 'sandbox',
        intent_id: intentIdOf(planned),
        updated_at: paidAt(planned),
      },
    ],
    intents: [
      {
        ...shared,
        id: intentIdOf(planned),
        status: 'succeeded',
        refunded_cents: event.cancelled ? price.totalCents : 0,
        idempotency_key: `demo:${id}`,
        metadata: JSON.stringify({ orderId: id }),
      },
    ],
  }
}

const refundIdOf = (planned: PlannedOrder): string => deriveId('refund', planned.key)

/** Time of the refund: 6 hours after the sale. */
export const refundedAt = (planned: PlannedOrder): Date => new Date(planned.createdAt + 6 * HOUR_MS)

function ledgerRows(planned: PlannedOrder, { id, promoter_id, price, share }: Sold) {
  const amounts = amountsOf({ price, share })
  const facts = [
    {
      fact: `sale:${id}`,
      kind: 'sale',
      at: paidAt(planned),
      entries: saleEntries({ ...amounts, ...DEFAULT_REMITTANCE }),
    },
    {
      fact: `fee:${id}`,
      kind: 'processing_fee',
      at: paidAt(planned),
      entries: processingFeeEntries(feeOf(price.totalCents), DEFAULT_REMITTANCE.processingFeePaidBy),
    },
    ...(planned.event.cancelled
      ? [
          {
            fact: `refund:${refundIdOf(planned)}`,
            kind: 'refund',
            at: refundedAt(planned),
            entries: refundEntries(saleShares(amounts), DEFAULT_REMITTANCE.taxesRemittedBy),
          },
        ]
      : []),
  ]
  const { currency } = planned.event
  return {
    transactions: facts.map(({ fact, kind, at }) => ({
      id: deriveId('ledger', fact),
      promoter_id,
      order_id: id,
      fact,
      kind,
      currency,
      created_at: at,
    })),
    entries: facts.flatMap(({ fact, entries }) =>
      entries.map((entry, position) => entryRow(entry, { fact, position, promoter_id, currency })),
    ),
  }
}

const entryRow = (
  { account, amountCents }: LedgerEntry,
  of: { fact: string; position: number; promoter_id: string; currency: string },
) => ({
  transaction_id: deriveId('ledger', of.fact),
  position: of.position,
  promoter_id: of.promoter_id,
  account,
  currency: of.currency,
  amount_cents: amountCents,
})

function refundRows(planned: PlannedOrder, { id, promoter_id, price, share, ticketIds }: Sold) {
  const shares = saleShares(amountsOf({ price, share }))
  const refund_id = refundIdOf(planned)
  const provider_refund_id = `re_${deriveCode(24, 'refund', planned.key)}`
  const at = refundedAt(planned)
  return {
    refunds: [
      {
        id: refund_id,
        promoter_id,
        order_id: id,
        status: 'succeeded',
        reason: 'event_cancelled',
        amount_cents: price.totalCents,
        promoter_cents: shares.promoterCents,
        taxes_cents: shares.taxesCents,
        fees_cents: shares.feesCents,
        absorbed_fees_cents: shares.platformCents - shares.feesCents,
        provider_refund_id,
        created_at: at,
        updated_at: at,
      },
    ],
    refundTickets: ticketIds.map((ticket_id) => ({ refund_id, ticket_id, promoter_id })),
    sandboxRefunds: [
      {
        id: provider_refund_id,
        key: refund_id,
        intent_id: intentIdOf(planned),
        amount_cents: price.totalCents,
        status: 'succeeded',
        created_at: at,
      },
    ],
  }
}

const amountsOf = ({ price, share }: Pick<Sold, 'price' | 'share'>) => ({
  ...price,
  ...price.fees,
  platformShareCents: share.totalCents,
  taxCents: price.tax.taxCents,
})
