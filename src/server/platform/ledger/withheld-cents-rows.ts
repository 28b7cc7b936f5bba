import { sql } from 'kysely'

/**
 * SQL for the amount of a refund `r` that couldn't be credited to bought vouchers, in minor units. Zero until the payment
 * provider has accepted the refund. If the refund was split from a failed one, the amount is that of the failed one.
 */
export const withheldCentsSql = sql<number>`(
  select coalesce(-sum(e.amount_cents), 0)::bigint
  from order_vouchers u join ledger_transactions t on t.fact = 'voucher_voided:' || u.voucher_id || ':' || coalesce(r.split_from, r.id)
  join ledger_entries e on e.transaction_id = t.id and e.account = 'vouchers'
  where u.order_id = r.order_id and r.voucher_cents > 0)`
