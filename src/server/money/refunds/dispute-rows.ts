import { sql, type Transaction } from 'kysely'
import type { Database } from '#server/platform/db/tables.ts'
import type { ProviderDispute } from '#server/money/providers/provider.ts'

type Trx = Transaction<Database>

/** A dispute. `turns` counts its updates, starting at 1. */
export interface DisputeRow extends Pick<ProviderDispute, 'status' | 'amountCents'> {
  turns: number
}

/** The caller holds the order's lock, so no other transaction writes disputes of its payment. */
export async function findDispute(
  trx: Trx,
  find: { provider: string; id: string },
): Promise<DisputeRow | undefined> {
  const { rows } = await sql<DisputeRow>`
    select status, amount_cents as "amountCents", turns from disputes
    where provider = ${find.provider} and dispute_id = ${find.id}`.execute(trx)
  return rows[0]
}

/** Inserts or updates a dispute. Its amount never changes. */
export async function putDispute(
  trx: Trx,
  dispute: ProviderDispute & {
    provider: string
    promoterId: string
    orderId: string
    turns: number
    now: Date
  },
): Promise<void> {
  await sql`
    insert into disputes (provider, dispute_id, promoter_id, order_id, status, reason, amount_cents, turns, created_at, updated_at)
    values (${dispute.provider}, ${dispute.id}, ${dispute.promoterId}, ${dispute.orderId}, ${dispute.status}, ${dispute.reason},
      ${dispute.amountCents}, ${dispute.turns}, ${dispute.now}, ${dispute.now})
    on conflict (provider, dispute_id) do update
    set status = excluded.status, turns = excluded.turns, updated_at = excluded.updated_at`.execute(trx)
}
