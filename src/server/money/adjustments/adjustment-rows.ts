import { sql, type RawBuilder } from 'kysely'
import { hasRow, queryRows, type Db, type Trx } from '#server/platform/db/query.ts'
import { PAGE_SIZE, type ListPosition } from '#server/platform/ids/list-cursor.ts'

export interface AdjustmentRow {
  id: string
  currency: string
  amountCents: number
  reason: string
  by: string | null
  createdAt: Date
}

function list(db: Db, where: RawBuilder<unknown>): Promise<AdjustmentRow[]> {
  return queryRows<AdjustmentRow>(db)`
    select a.id, a.currency, a.amount_cents as "amountCents", a.reason, a.created_at as "createdAt",
      (select coalesce(nullif(trim(o.first_name || ' ' || o.last_name), ''), o.email) from accounts o where o.id = a.account_id) as by
    from adjustments a where ${where}
    order by date_trunc('milliseconds', a.created_at) desc, a.id desc limit ${PAGE_SIZE + 1}`
}

export const listAdjustmentRows = (
  db: Db,
  { promoterId, after }: { promoterId: string; after: ListPosition | undefined },
): Promise<AdjustmentRow[]> =>
  list(
    db,
    sql`a.promoter_id = ${promoterId} ${
      after
        ? sql`and (date_trunc('milliseconds', a.created_at), a.id) < (${after.at}::timestamptz, ${after.id}::uuid)`
        : sql``
    }`,
  )

export async function findAdjustmentByKey(
  db: Db,
  by: { promoterId: string; idempotencyKey: string },
): Promise<AdjustmentRow | undefined> {
  const [row] = await list(
    db,
    sql`a.promoter_id = ${by.promoterId} and a.idempotency_key = ${by.idempotencyKey}`,
  )
  return row
}

/** Inserts an adjustment. Returns false if the promoter already has an adjustment with this idempotency key. */
export function insertAdjustment(
  trx: Trx,
  adjustment: {
    id: string
    promoterId: string
    currency: string
    amountCents: number
    reason: string
    idempotencyKey: string
    accountId: string
    now: Date
  },
): Promise<boolean> {
  const { id, promoterId, currency, amountCents, reason, idempotencyKey, accountId, now } = adjustment
  return hasRow(trx)`
    insert into adjustments (id, promoter_id, currency, amount_cents, reason, idempotency_key, account_id, created_at)
    values (${id}, ${promoterId}, ${currency}, ${amountCents}, ${reason}, ${idempotencyKey}, ${accountId}, ${now})
    on conflict (promoter_id, idempotency_key) do nothing returning 1`
}
