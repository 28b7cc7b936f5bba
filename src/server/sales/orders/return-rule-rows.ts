import type { RefundAs } from '#model/catalog/returns/return-rules.ts'
import { execute, queryRows, type Db, type Trx } from '#server/platform/db/query.ts'

/** Stores the current return rules of the orders' events. Must run after `insertOrderItems`. */
export async function insertOrderReturnRules(trx: Trx, orderIds: readonly string[]): Promise<void> {
  await execute(trx)`
    insert into order_return_rules (order_id, event_id, promoter_id, begins_at, days, fee_basis_points, fee_cents, returns_fees, return_as, voucher_in_full)
    select i.order_id, e.id, e.promoter_id, least(e.starts_at, e.doors_at), e.return_days, e.return_fee_basis_points, e.return_fee_cents,
      e.returns_fees, e.return_as, e.voucher_in_full
    from (select distinct order_id, event_id from order_items where order_id = any(${orderIds}::uuid[])) i
    join events e on e.id = i.event_id
    where e.return_days is not null`
}

/**
 * An event of an order, with its current return rule and the one that applied when the order was placed. Amounts in minor
 * units.
 */
export interface ReturnRuleRow {
  eventId: string
  status: 'draft' | 'published' | 'cancelled'
  timeZone: string
  /** Start of the event, or its doors' opening if that is earlier. */
  beginsAt: Date
  days: number | null
  feeBasisPoints: number
  feeCents: number
  returnsFees: boolean
  refundAs: RefundAs
  voucherInFull: boolean
  /** Rule that was stored with the order; null when the event had none. */
  stored: {
    beginsAtMs: number
    days: number
    feeBasisPoints: number
    feeCents: number
    returnsFees: boolean
    refundAs: RefundAs
    voucherInFull: boolean
  } | null
}

export function listReturnRules(db: Db, orderId: string): Promise<ReturnRuleRow[]> {
  return queryRows<ReturnRuleRow>(db)`
    select e.id as "eventId", e.status, e.time_zone as "timeZone", coalesce(least(e.starts_at, e.doors_at), e.starts_at) as "beginsAt", e.return_days as days,
      e.return_fee_basis_points as "feeBasisPoints", e.return_fee_cents as "feeCents", e.returns_fees as "returnsFees", e.return_as as "refundAs", e.voucher_in_full as "voucherInFull",
      case when r.order_id is not null then json_build_object('beginsAtMs', floor(extract(epoch from r.begins_at) * 1000)::float8,
        'days', r.days, 'feeBasisPoints', r.fee_basis_points, 'feeCents', r.fee_cents, 'returnsFees', r.returns_fees,
        'refundAs', r.return_as, 'voucherInFull', r.voucher_in_full) end as stored
    from events e left join order_return_rules r on r.order_id = ${orderId} and r.event_id = e.id
    where e.id in (select event_id from order_items where order_id = ${orderId}) order by e.id`
}
