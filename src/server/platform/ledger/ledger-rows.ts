import type { LedgerEntry } from '#model/money/ledger.ts'
import { execute, type Trx } from '#server/platform/db/query.ts'

export interface LedgerTransaction {
  fact: string
  kind:
    | 'sale'
    | 'processing_fee'
    | 'refund'
    | 'refund_failed'
    | 'dispute'
    | 'dispute_won'
    | 'commission'
    | 'payout'
    | 'payout_failed'
    | 'settlement'
    | 'settlement_failed'
    | 'adjustment'
    | 'voucher_issued'
    | 'voucher_voided'
    | 'voucher_expired'
  promoterId: string
  orderId: string | null
  currency: string
  entries: readonly LedgerEntry[]
}

/**
 * Inserts ledger transactions with their entries. Skips transactions without entries, and those whose `fact` already
 * exists.
 */
export async function writeLedger(trx: Trx, facts: readonly LedgerTransaction[], now: Date): Promise<void> {
  const moved = facts.filter((fact) => fact.entries.length > 0)
  if (moved.length === 0) return
  const entries = moved.flatMap((fact) =>
    fact.entries.map((entry, position) => ({ fact: fact.fact, position, ...entry })),
  )
  await execute(trx)`
    with written as (
      insert into ledger_transactions (promoter_id, order_id, fact, kind, currency, created_at)
      select f.promoter, f.order_id, f.fact, f.kind, f.currency, ${now}::timestamptz
      from unnest(${moved.map((each) => each.promoterId)}::uuid[], ${moved.map((each) => each.orderId)}::uuid[],
        ${moved.map((each) => each.fact)}::text[], ${moved.map((each) => each.kind)}::text[],
        ${moved.map((each) => each.currency)}::text[]) f (promoter, order_id, fact, kind, currency)
      on conflict (fact) do nothing
      returning id, fact, promoter_id, currency
    )
    insert into ledger_entries (transaction_id, position, promoter_id, account, member_id, voucher_id, currency, amount_cents)
    select w.id, e.position, w.promoter_id, e.account, e.member_id, e.voucher_id, w.currency, e.amount
    from written w join unnest(${entries.map((each) => each.fact)}::text[], ${entries.map((each) => each.position)}::int[],
      ${entries.map((each) => each.account)}::text[], ${entries.map((each) => each.memberId ?? null)}::uuid[],
      ${entries.map((each) => each.voucherId ?? null)}::uuid[],
      ${entries.map((each) => each.amountCents)}::bigint[]) e (fact, position, account, member_id, voucher_id, amount) using (fact)`
}
