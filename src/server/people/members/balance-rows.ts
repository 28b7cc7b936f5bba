import { sql, type RawBuilder } from 'kysely'
import { queryRows, type Db } from '#server/platform/db/query.ts'

export interface MemberKey {
  promoterId: string
  memberId: string
  now: Date
}

/**
 * CTE `lines`: the member's earnings, with `left_cents` after deductions. `is_over`: the event has ended and its
 * refund period has passed. Uses the latest end that the event had since its first order, so that moving the event to
 * an earlier date makes nothing available sooner.
 */
export const earningLinesCte = ({ promoterId, memberId, now }: MemberKey): RawBuilder<unknown> => sql`
  lines as (
    select e.*, e.amount_cents - e.clawed_back_cents as left_cents, ev.title as event_title, ev.ends_at, ev.time_zone,
      a.available_at, a.available_at <= ${now}::timestamptz as is_over,
      to_char(e.created_at at time zone ev.time_zone, 'YYYY-MM-DD') as day
    from earnings e
    join events ev on ev.id = e.event_id
    join promoters p on p.id = e.promoter_id
    cross join lateral (
      select greatest(ev.ends_at, ev.latest_ends_at) + make_interval(hours => 24 * p.refund_window_days) as available_at) a
    where e.member_id = ${memberId} and e.promoter_id = ${promoterId}
  )`

export interface BalanceRow {
  currency: string
  earnedCents: number
  pendingCents: number
  /** Negative when deductions exceed later earnings. */
  availableCents: number
  requestedCents: number
  paidCents: number
  waitingCents: number
  clawedBackCents: number
}

export function listMemberBalances(db: Db, member: MemberKey): Promise<BalanceRow[]> {
  return queryRows<BalanceRow>(db)`
    with ${earningLinesCte(member)}, earned as (
      select currency,
        coalesce(sum(amount_cents) filter (where status = 'earned'), 0) as earned,
        coalesce(sum(left_cents) filter (where status = 'earned' and not is_over), 0) as pending,
        coalesce(sum(left_cents) filter (where status = 'earned' and is_over), 0) as free,
        coalesce(sum(left_cents) filter (where status = 'waiting'), 0) as waiting,
        coalesce(sum(clawed_back_cents) filter (where status = 'earned'), 0) as clawed_back
      from lines group by currency
    ), paid as (
      select currency,
        coalesce(sum(amount_cents) filter (where status in ('requested', 'approved', 'sent')), 0) as requested,
        coalesce(sum(amount_cents) filter (where status = 'paid'), 0) as paid
      from payouts where member_id = ${member.memberId} and promoter_id = ${member.promoterId} group by currency
    )
    select currency, coalesce(earned, 0)::bigint as "earnedCents", coalesce(pending, 0)::bigint as "pendingCents",
      (coalesce(free, 0) - coalesce(requested, 0) - coalesce(paid, 0))::bigint as "availableCents",
      coalesce(requested, 0)::bigint as "requestedCents", coalesce(paid, 0)::bigint as "paidCents",
      coalesce(waiting, 0)::bigint as "waitingCents", coalesce(clawed_back, 0)::bigint as "clawedBackCents"
    from earned full join paid using (currency)
    order by earned desc nulls last, currency`
}
