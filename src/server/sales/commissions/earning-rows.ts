import type { EarnedLine, Deductions } from '#model/money/commissions.ts'
import { execute, queryRow, queryRows, type Trx } from '#server/platform/db/query.ts'

/** `waiting` for approval, `earned`, or `refused`. */
export type EarningStatus = 'waiting' | 'earned' | 'refused'

export interface EarningRow {
  promoterId: string
  memberId: string
  orderId: string
  position: number
  eventId: string
  ticketTypeId: string
  trackingLinkId: string
  quantity: number
  revenueCents: number
  amountCents: number
  currency: string
  status: EarningStatus
}

export async function insertEarnings(trx: Trx, earnings: readonly EarningRow[], now: Date): Promise<void> {
  await trx
    .insertInto('earnings')
    .values(
      earnings.map((earning) => ({
        promoter_id: earning.promoterId,
        member_id: earning.memberId,
        order_id: earning.orderId,
        position: earning.position,
        event_id: earning.eventId,
        ticket_type_id: earning.ticketTypeId,
        tracking_link_id: earning.trackingLinkId,
        quantity: earning.quantity,
        revenue_cents: earning.revenueCents,
        amount_cents: earning.amountCents,
        currency: earning.currency,
        status: earning.status,
        created_at: now,
      })),
    )
    .execute()
}

/** A commission line from which refunds and disputes can be deducted. `clawedBackCents`: amount that is already deducted. */
export interface CommissionLine extends EarnedLine {
  id: string
  memberId: string
  status: EarningStatus
  clawedBackCents: number
}

export function lockEarningsOfOrder(trx: Trx, orderId: string): Promise<CommissionLine[]> {
  return queryRows<CommissionLine>(trx)`
    select e.id, e.member_id as "memberId", e.status, e.amount_cents as "amountCents", e.clawed_back_cents as "clawedBackCents",
      e.quantity, (
        select count(distinct t.id)::int from refunds r
        join refund_tickets rt on rt.refund_id = r.id
        join tickets t on t.id = rt.ticket_id and t.ticket_type_id = e.ticket_type_id
        where r.order_id = e.order_id and r.status = 'succeeded'
      ) as gone
    from earnings e where e.order_id = ${orderId} order by e.position for update of e`
}

/** Sums the refunds and disputes of an order. `promoterCents` and `totalCents` are copied from the order. */
export async function readDeductions(
  trx: Trx,
  order: { id: string; promoterCents: number; totalCents: number },
): Promise<Deductions> {
  const row = await queryRow<{
    withTicketsCents: number
    withoutTicketsCents: number
    refundedCents: number
    disputedCents: number
  }>(trx)`
    select
      coalesce(sum(r.promoter_cents) filter (where r.has_tickets), 0)::bigint as "withTicketsCents",
      coalesce(sum(r.promoter_cents) filter (where not r.has_tickets), 0)::bigint as "withoutTicketsCents",
      coalesce(sum(r.amount_cents), 0)::bigint as "refundedCents",
      (select coalesce(sum(d.amount_cents), 0)::bigint from disputes d
        where d.order_id = ${order.id} and d.status <> 'won') as "disputedCents"
    from (
      select promoter_cents, amount_cents,
        exists (select from refund_tickets rt where rt.refund_id = refunds.id) as has_tickets
      from refunds where order_id = ${order.id} and status = 'succeeded'
    ) r`
  const { refundedCents, ...sums } = row ?? NONE
  return { ...sums, promoterCents: order.promoterCents, leftCents: order.totalCents - refundedCents }
}

const NONE = { withTicketsCents: 0, withoutTicketsCents: 0, refundedCents: 0, disputedCents: 0 }

export async function setClawedBack(
  trx: Trx,
  lines: readonly { id: string; clawedBackCents: number }[],
): Promise<void> {
  await execute(trx)`
    update earnings e set clawed_back_cents = v.cents
    from unnest(${lines.map((line) => line.id)}::uuid[], ${lines.map((line) => line.clawedBackCents)}::bigint[]) v (id, cents)
    where e.id = v.id`
}

export interface DecidedLine {
  id: string
  memberId: string
  orderId: string
  currency: string
  leftCents: number
}

/**
 * Changes the status of lines that wait for approval, and ignores other lines. Amounts are after deductions, including
 * recent ones.
 */
export function decideWaitingEarnings(
  trx: Trx,
  decide: { promoterId: string; ids: readonly string[]; to: 'earned' | 'refused' },
): Promise<DecidedLine[]> {
  return queryRows<DecidedLine>(trx)`
    with waiting as (
      select id from earnings
      where id = any(${decide.ids}::uuid[]) and promoter_id = ${decide.promoterId} and status = 'waiting'
      order by id for update
    )
    update earnings e set status = ${decide.to} from waiting w where e.id = w.id
    returning e.id, e.member_id as "memberId", e.order_id as "orderId", e.currency,
      e.amount_cents - e.clawed_back_cents as "leftCents"`
}
