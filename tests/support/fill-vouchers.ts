import { sql, type Kysely } from 'kysely'
import type { Database } from '#server/platform/db/tables.ts'

/** Inserts a voucher of each promoter with a refund, its use by an order, its sale by another, and its ledger entries. */
export async function fillVouchers(db: Kysely<Database>): Promise<void> {
  await sql`
    insert into vouchers (id, promoter_id, kind, paid_in, currency, code_hash, code, code_end, amount_cents, expires_at, refund_id, created_at)
    select distinct on (promoter_id) gen_random_uuid(), promoter_id, 'credit', true, 'EUR', sha256(id::text::bytea), 'enc1.', 'ABCD', 1, now(), id, now()
    from refunds`.execute(db)
  await sql`
    insert into order_vouchers (order_id, voucher_id, promoter_id, position, amount_cents)
    select distinct on (v.promoter_id) o.id, v.id, v.promoter_id, 0, 1 from vouchers v join orders o using (promoter_id)`.execute(
    db,
  )
  await sql`
    insert into voucher_sales (order_id, promoter_id, voucher_id)
    select distinct on (v.promoter_id) o.id, v.promoter_id, v.id from vouchers v join orders o using (promoter_id)
    where not exists (select from order_vouchers used where used.order_id = o.id)`.execute(db)
  await sql`
    with facts as (
      insert into ledger_transactions (promoter_id, fact, kind, currency, created_at)
      select promoter_id, 'voucher:' || id, 'voucher_issued', 'EUR', now() from vouchers returning id, promoter_id
    )
    insert into ledger_entries (transaction_id, position, promoter_id, account, voucher_id, currency, amount_cents)
    select f.id, e.position, f.promoter_id, e.account, case e.account when 'vouchers' then v.id end, 'EUR', e.cents
    from facts f join vouchers v using (promoter_id)
      cross join (values (0, 'vouchers', 1), (1, 'voucher_grants', -1)) e (position, account, cents)`.execute(
    db,
  )
}
