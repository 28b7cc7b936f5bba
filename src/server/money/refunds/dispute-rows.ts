import { execute, hasRow, queryRow, type Trx } from '#server/platform/db/query.ts'
import type { ProviderDispute } from '#server/money/providers/provider.ts'

/** A dispute. `turns`: number of its recorded updates, starting at 1. */
export interface DisputeRow extends Pick<ProviderDispute, 'status' | 'amountCents'> {
  turns: number
  /** Part of the amount that is deducted from the platform's taxes. */
  platformTaxesCents: number
}

/** Returns a dispute. The caller must hold the order's lock, under which disputes are written. */
export function findDispute(
  trx: Trx,
  find: { provider: string; id: string },
): Promise<DisputeRow | undefined> {
  return queryRow<DisputeRow>(trx)`
    select status, amount_cents as "amountCents", turns, platform_taxes_cents as "platformTaxesCents" from disputes
    where provider = ${find.provider} and dispute_id = ${find.id}`
}

/** True if the order's payment is disputed or was lost. */
export function hasOrderDispute(trx: Trx, orderId: string): Promise<boolean> {
  return hasRow(trx)`select from disputes where order_id = ${orderId} and status <> 'won' limit 1`
}

/** Returns the part of an order's taxes that the platform still holds, in minor units. */
export async function sumPlatformTaxes(trx: Trx, orderId: string): Promise<number> {
  const row = await queryRow<{ cents: number }>(trx)`
    select coalesce(sum(e.amount_cents), 0)::bigint as cents
    from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
    where t.order_id = ${orderId} and e.account = 'platform_taxes'`
  return row?.cents ?? 0
}

/** Inserts a dispute or updates its status. Its amounts never change. */
export async function putDispute(
  trx: Trx,
  dispute: ProviderDispute & {
    provider: string
    promoterId: string
    orderId: string
    turns: number
    platformTaxesCents: number
    now: Date
  },
): Promise<void> {
  await execute(trx)`
    insert into disputes (provider, dispute_id, promoter_id, order_id, status, reason, amount_cents, platform_taxes_cents, turns, created_at,
      updated_at)
    values (${dispute.provider}, ${dispute.id}, ${dispute.promoterId}, ${dispute.orderId}, ${dispute.status}, ${dispute.reason},
      ${dispute.amountCents}, ${dispute.platformTaxesCents}, ${dispute.turns}, ${dispute.now}, ${dispute.now})
    on conflict (provider, dispute_id) do update
    set status = excluded.status, turns = excluded.turns, updated_at = excluded.updated_at`
}
