import { sql } from 'kysely'
import { queryRows, type Db } from '#server/platform/db/query.ts'
import type { ReportScope } from '#server/platform/report-totals/read-report-scope.ts'
import { spanStartSql, spanEndSql } from '#server/platform/report-totals/span-rows.ts'

export interface PayoutLine {
  at: Date
  member: string
  event: string
  status: string
  amount: number
}

export function listPayoutLines(db: Db, scope: ReportScope): Promise<PayoutLine[]> {
  return queryRows<PayoutLine>(db)`
    select p.requested_at as at, p.status, p.amount_cents as amount, coalesce(e.title, '') as event,
      coalesce(nullif(s.display_name, ''), a.first_name || ' ' || a.last_name, 'A deleted account') as member
    from payouts p
      left join accounts a on a.id = p.member_id
      left join staff_profiles s on s.promoter_id = p.promoter_id and s.account_id = p.member_id
      left join events e on e.id = p.event_id
    where p.promoter_id = ${scope.promoterId} and p.currency = ${scope.currency}
      and p.requested_at >= ${spanStartSql(scope)} and p.requested_at < ${spanEndSql(scope)}
      ${scope.event ? sql`and p.event_id = ${scope.event.id}` : sql``}
    order by p.requested_at desc, p.id`
}
