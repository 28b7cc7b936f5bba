import { execute, queryRow, queryRows, type Db, type Trx } from '#server/platform/db/query.ts'

/** `promoterId` is null for the default. */
export interface RefundLimitRow {
  promoterId: string | null
  promoterName: string | null
  currency: string
  limitCents: number
}

export function listRefundLimitRows(db: Db): Promise<RefundLimitRow[]> {
  return queryRows<RefundLimitRow>(db)`
    select l.promoter_id as "promoterId", p.name as "promoterName", l.currency, l.limit_cents as "limitCents"
    from refund_limits l left join promoters p on p.id = l.promoter_id
    order by l.promoter_id is not null, p.name, l.promoter_id, l.currency`
}

/**
 * Returns how much the promoter may refund of one order without approval, in minor units: the promoter's own limit, or else
 * the default. Undefined if there is neither.
 */
export async function findRefundLimit(
  db: Db,
  find: { promoterId: string; currency: string },
): Promise<number | undefined> {
  const row = await queryRow<{ cents: number }>(db)`
    select limit_cents as cents from refund_limits
    where currency = ${find.currency} and (promoter_id = ${find.promoterId} or promoter_id is null)
    order by promoter_id nulls last limit 1`
  return row?.cents
}

export async function lockRefundLimits(trx: Trx): Promise<void> {
  await execute(trx)`select pg_advisory_xact_lock(hashtextextended('refund limits', 0))`
}

export async function writeRefundLimit(
  trx: Trx,
  limit: { promoterId: string | null; currency: string; limitCents: number; now: Date },
): Promise<void> {
  const { promoterId, currency, limitCents, now } = limit
  await execute(trx)`
    insert into refund_limits (promoter_id, currency, limit_cents, updated_at)
    values (${promoterId}, ${currency}, ${limitCents}, ${now})
    on conflict (promoter_id, currency) do update set limit_cents = excluded.limit_cents, updated_at = excluded.updated_at`
}

export async function deleteRefundLimit(
  trx: Trx,
  limit: { promoterId: string | null; currency: string },
): Promise<void> {
  const { promoterId, currency } = limit
  await execute(trx)`
    delete from refund_limits where promoter_id is not distinct from ${promoterId}::uuid and currency = ${currency}`
}
