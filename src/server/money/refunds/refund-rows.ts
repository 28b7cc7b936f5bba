import { sql } from 'kysely'
import { NO_SHARES, type Shares } from '#model/money/ledger.ts'
import type { RefundSplit } from '#model/money/refunds.ts'
import { execute, hasRow, queryRow, queryRows, type Db, type Trx } from '#server/platform/db/query.ts'

export type RefundReason = 'requested' | 'not_honoured' | 'event_cancelled' | 'at_provider'

/**
 * A refund, and the parts of it that promoter, taxes and fees bear. The parts are zero if the payment didn't pay the order.
 * Amounts in minor units.
 */
export interface RefundRow extends Shares, RefundSplit {
  id: string
  promoterId: string
  orderId: string
  status: 'pending' | 'succeeded' | 'failed'
  reason: RefundReason
  note: string
  amountCents: number
  providerRefundId: string | null
  idempotencyKey: string | null
  /** Hash of the content that was requested with the idempotency key. Null for refunds of jobs and earlier versions. */
  requestFingerprint: string | null
  createdAt: Date
}

const columns = sql`
  r.id, r.promoter_id as "promoterId", r.order_id as "orderId", r.status, r.reason, r.note, r.amount_cents as "amountCents",
  r.voucher_cents as "voucherCents", r.credit_cents as "creditCents",
  r.promoter_cents as "promoterCents", r.taxes_cents as "taxesCents", r.fees_cents as "feesCents", r.fees_cents + r.absorbed_fees_cents as "platformCents",
  r.provider_refund_id as "providerRefundId", r.idempotency_key as "idempotencyKey",
  r.request_fingerprint as "requestFingerprint", r.created_at as "createdAt"`

export function listRefunds(db: Db, orderId: string): Promise<RefundRow[]> {
  return queryRows<RefundRow>(db)`
    select ${columns} from refunds r where r.order_id = ${orderId} order by r.created_at, r.id`
}

export function findRefund(db: Db, refundId: string): Promise<RefundRow | undefined> {
  return queryRow<RefundRow>(db)`select ${columns} from refunds r where r.id = ${refundId}`
}

/** Sums an order's refunds that the provider has accepted, in minor units. */
export async function sumSucceededRefunds(trx: Trx, orderId: string): Promise<number> {
  const row = await queryRow<{ cents: number }>(trx)`
    select coalesce(sum(amount_cents), 0)::bigint as cents from refunds
    where order_id = ${orderId} and status = 'succeeded'`
  return row?.cents ?? 0
}

export async function insertRefund(
  trx: Trx,
  refund: Omit<RefundRow, 'requestFingerprint'> & {
    requestFingerprint?: string | null | undefined
    askedBy?: string | null
    ticketIds?: readonly string[]
    splitFrom?: string
  },
): Promise<void> {
  const { ticketIds = [] } = refund
  await execute(trx)`
    with written as (
      insert into refunds (id, promoter_id, order_id, status, reason, note, amount_cents, voucher_cents, credit_cents, promoter_cents, taxes_cents, fees_cents,
        absorbed_fees_cents, provider_refund_id, idempotency_key, request_fingerprint, asked_by, split_from, created_at, updated_at)
      values (${refund.id}, ${refund.promoterId}, ${refund.orderId}, ${refund.status}, ${refund.reason}, ${refund.note},
        ${refund.amountCents}, ${refund.voucherCents}, ${refund.creditCents}, ${refund.promoterCents}, ${refund.taxesCents}, ${refund.feesCents}, ${refund.platformCents - refund.feesCents}, ${refund.providerRefundId},
        ${refund.idempotencyKey}, ${refund.requestFingerprint ?? null}, ${refund.askedBy ?? null}, ${refund.splitFrom ?? null}, ${refund.createdAt}, ${refund.createdAt})
      returning id, promoter_id
    )
    insert into refund_tickets (refund_id, ticket_id, promoter_id)
    select w.id, t.id, w.promoter_id from written w, unnest(${ticketIds}::uuid[]) t (id)`
}

export async function addRefundedAmount(trx: Trx, change: { orderId: string; cents: number }): Promise<void> {
  await execute(
    trx,
  )`update orders set refunded_cents = refunded_cents + ${change.cents} where id = ${change.orderId}`
}

export async function changeRefundStatus(
  trx: Trx,
  change: {
    refundId: string
    to: 'succeeded' | 'failed'
    providerRefundId: string | null
    note?: string
    now: Date
  },
): Promise<void> {
  await execute(trx)`
    update refunds set status = ${change.to}, updated_at = ${change.now}, short_of_funds_since = null,
      provider_refund_id = coalesce(${change.providerRefundId}, provider_refund_id), note = coalesce(${change.note ?? null}, note)
    where id = ${change.refundId}`
}

/** Reduces a refund to the card's part, with the given shares. */
export async function reduceRefundToCardPart(trx: Trx, left: Shares & { refundId: string }): Promise<void> {
  await execute(trx)`
    update refunds set amount_cents = amount_cents - voucher_cents, voucher_cents = 0, promoter_cents = ${left.promoterCents},
      taxes_cents = ${left.taxesCents}, fees_cents = ${left.feesCents}, absorbed_fees_cents = ${left.platformCents - left.feesCents}
    where id = ${left.refundId}`
}

/** Records that the balance at the provider is too low for a refund. */
export async function markRefundShortOfFunds(db: Db, refund: { id: string; now: Date }): Promise<void> {
  await execute(db)`
    update refunds set short_of_funds_since = coalesce(short_of_funds_since, ${refund.now}),
      checked_at = coalesce(checked_at, ${refund.now})
    where id = ${refund.id} and status = 'pending'`
}

/**
 * Makes the tickets of a buyer's return valid again after its refund has failed. Devices at the door receive them again.
 * Returns false for other refunds.
 */
export function restoreReturnedTickets(
  trx: Trx,
  { refundId, now }: { refundId: string; now: Date },
): Promise<boolean> {
  return hasRow(trx)`
    update tickets set returned_at = null, reissued_at = ${now}
    where returned_at is not null and status <> 'void'
      and id in (select ticket_id from refund_tickets where refund_id = ${refundId}) returning id`
}

/** Sums the amounts that the promoter keeps of an order's pending and accepted returns. */
export async function sumKeptShares(trx: Trx, orderId: string): Promise<Shares> {
  const row = await queryRow<Shares>(trx)`
    select coalesce(sum(t.kept_promoter_cents), 0)::bigint as "promoterCents", coalesce(sum(t.kept_taxes_cents), 0)::bigint as "taxesCents",
      coalesce(sum(t.kept_fees_cents), 0)::bigint as "feesCents", coalesce(sum(t.kept_platform_cents), 0)::bigint as "platformCents"
    from ticket_returns t join refunds r on r.id = t.refund_id
    where t.order_id = ${orderId} and r.status <> 'failed'`
  return row ?? NO_SHARES
}

/** Voids the tickets of a refund, or of the whole order. Returns the number of tickets that were valid before, by ticket type. */
export function voidRefundedTickets(
  trx: Trx,
  refund: { orderId: string; refundId: string; all: boolean },
): Promise<{ ticketTypeId: string; count: number }[]> {
  return queryRows<{ ticketTypeId: string; count: number }>(trx)`
    with gone as (
      update tickets set status = 'void'
      where order_id = ${refund.orderId} and status <> 'void'
        and (${refund.all} or id in (select ticket_id from refund_tickets where refund_id = ${refund.refundId}))
      returning ticket_type_id
    )
    select ticket_type_id as "ticketTypeId", count(*)::int as count from gone group by ticket_type_id`
}

export function hasValidTickets(trx: Trx, orderId: string): Promise<boolean> {
  return hasRow(trx)`select from tickets where order_id = ${orderId} and status <> 'void' limit 1`
}

/**
 * Reserves pending refunds, with or without the provider, least recently tried first. Marks them as tried, so that a failing
 * refund doesn't block others. While the balance at the provider is too low, the interval doubles up to an hour.
 */
export async function claimPendingRefunds(
  db: Db,
  claim: { provider: string; before: Date; now: Date; limit: number },
): Promise<string[]> {
  const rows = await queryRows<{ id: string }>(db)`
    update refunds set checked_at = ${claim.now}
    where id in (
      select r.id from refunds r left join payments p on p.order_id = r.order_id
      where r.status = 'pending' and r.updated_at <= ${claim.before} and (r.checked_at is null or r.checked_at <= ${claim.before})
        and (r.short_of_funds_since is null or ${claim.now} >= r.checked_at
          + least(interval '1 hour', greatest(interval '30 seconds', r.checked_at - r.short_of_funds_since)))
        and coalesce(p.provider, ${claim.provider}) = ${claim.provider}
      order by r.checked_at nulls first limit ${claim.limit}
      for update of r skip locked
    )
    returning id`
  return rows.map((row) => row.id)
}
