import { queryRow, queryRows, type Db } from '#server/platform/db/query.ts'
import { withheldCentsSql } from '#server/platform/ledger/withheld-cents-rows.ts'
import { isFrozenVoucher } from '#server/sales/vouchers/voucher-rows.ts'

/**
 * Returns the unique name (`ledger_transactions.fact`) of the transaction for the part of a refund that couldn't be credited
 * to a bought voucher.
 */
export const withheldTransactionFact = (voucherId: string, refundId: string): string =>
  `voucher_voided:${voucherId}:${refundId}`

export async function sumWithheld(db: Db, refundId: string): Promise<number> {
  const row = await queryRow<{ cents: number }>(db)`
    select ${withheldCentsSql} as cents from refunds r where r.id = ${refundId}`
  return row?.cents ?? 0
}

/** Amounts of an accepted refund, in minor units: the amount for a voucher, and the withheld part of it. */
export interface VoucherCreditRow {
  codeEnd: string
  isFrozen: boolean
  backCents: number
  withheldCents: number
}

/** Lists the vouchers in the order in which they paid the order. */
export function listVoucherCredits(
  db: Db,
  refund: { id: string; orderId: string },
): Promise<VoucherCreditRow[]> {
  return queryRows<VoucherCreditRow>(db)`
    select v.code_end as "codeEnd", ${isFrozenVoucher} as "isFrozen", sum(e.amount_cents)::bigint as "backCents",
      coalesce(-sum(e.amount_cents) filter (where t.kind = 'voucher_voided'), 0)::bigint as "withheldCents"
    from order_vouchers u join vouchers v on v.id = u.voucher_id
    join ledger_transactions t on t.fact in ('refund:' || ${refund.id}::text, 'voucher_voided:' || v.id || ':' || ${refund.id}::text)
    join ledger_entries e on e.transaction_id = t.id and e.account = 'vouchers' and e.voucher_id = v.id
    where u.order_id = ${refund.orderId} group by v.id, u.position order by u.position`
}
