import { sql } from 'kysely'
import type { PayoutStatus } from '#model/money/payouts.ts'
import { execute, hasRow, queryRow, queryRows, type Db, type Trx } from '#server/platform/db/query.ts'
import type { ListPosition } from '#server/platform/ids/list-cursor.ts'
import { memberNameSql } from '#server/people/members/member-rows.ts'

export interface PromoterPayoutRow {
  id: string
  memberId: string
  memberName: string
  isFormerMember: boolean
  eventId: string | null
  eventTitle: string | null
  amountCents: number
  paidBeforeCents: number
  currency: string
  status: PayoutStatus
  reason: string
  isWaitingForFunds: boolean
  requestedAt: Date
  decidedAt: Date | null
  decidedBy: string | null
  sentAt: Date | null
  finishedAt: Date | null
}

interface PayoutSearch {
  promoterId: string
  status?: PayoutStatus | undefined
  after: ListPosition | undefined
  limit: number
}

/** Lists the payouts of all members, newest first. The name is '' if the account was deleted. */
export function listPromoterPayoutRows(db: Db, find: PayoutSearch): Promise<PromoterPayoutRow[]> {
  const { promoterId, status, after, limit } = find
  const moment = sql`date_trunc('milliseconds', p.requested_at)`
  return queryRows<PromoterPayoutRow>(db)`
    select p.id, p.member_id as "memberId",
      case when a.id is null then '' else ${memberNameSql(sql`p.promoter_id`)} end as "memberName",
      not exists (select from members m where m.promoter_id = p.promoter_id and m.account_id = p.member_id) as "isFormerMember",
      p.event_id as "eventId", e.title as "eventTitle", p.amount_cents as "amountCents", p.currency, p.status, p.reason,
      p.short_of_funds_since is not null as "isWaitingForFunds",
      p.requested_at as "requestedAt", p.decided_at as "decidedAt",
      (select trim(d.first_name || ' ' || d.last_name) from accounts d where d.id = p.decided_by) as "decidedBy",
      p.sent_at as "sentAt", p.finished_at as "finishedAt", (
        select coalesce(sum(o.amount_cents), 0)::bigint from payouts o where o.member_id = p.member_id
          and o.promoter_id = p.promoter_id and o.currency = p.currency and o.status = 'paid' and o.id <> p.id
      ) as "paidBeforeCents"
    from payouts p
    left join accounts a on a.id = p.member_id
    left join events e on e.id = p.event_id
    where p.promoter_id = ${promoterId} ${status ? sql`and p.status = ${status}` : sql``}
      ${after ? sql`and (${moment}, p.id) < (${after.at}::timestamptz, ${after.id}::uuid)` : sql``}
    order by ${moment} desc, p.id desc limit ${limit}`
}

export interface PayoutSettingsRow {
  refundWindowDays: number
  autoLimitCents: number
  currency: string
  /** Currencies that the limit can have: those of the promoter's events, and its current one. */
  currencies: string[]
  version: number
}

/** Returns the limit with its currency. If no limit is set, the currency is that of the promoter's latest event. */
export function findPayoutSettings(db: Db, promoterId: string): Promise<PayoutSettingsRow | undefined> {
  const latest = sql`(select currency from events where promoter_id = ${promoterId} order by starts_at desc, id limit 1)`
  return queryRow<PayoutSettingsRow>(db)`
    select refund_window_days as "refundWindowDays", payout_auto_limit_cents as "autoLimitCents", version,
      coalesce(payout_auto_limit_currency, ${latest}, 'EUR') as currency,
      array(
        select currency from events where promoter_id = ${promoterId}
        union select coalesce(payout_auto_limit_currency, ${latest}, 'EUR') order by 1) as currencies
    from promoters where id = ${promoterId}`
}

export async function updatePayoutSettings(
  trx: Trx,
  change: { promoterId: string; refundWindowDays: number; autoLimitCents: number; currency: string },
): Promise<void> {
  await execute(trx)`
    update promoters set refund_window_days = ${change.refundWindowDays}, payout_auto_limit_cents = ${change.autoLimitCents},
      payout_auto_limit_currency = ${change.currency}, version = version + 1 where id = ${change.promoterId}`
}

export function isFormerMember(db: Db, find: { promoterId: string; memberId: string }): Promise<boolean> {
  return hasRow(db)`
    select from former_members where promoter_id = ${find.promoterId} and account_id = ${find.memberId}`
}
