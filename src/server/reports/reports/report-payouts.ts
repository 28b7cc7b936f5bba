import { sql } from 'kysely'
import { succeed } from '#model/platform/result.ts'
import { money, moment, text, toTable, type MakeReport } from './report-table.ts'
import { beginOf, endOf } from '#server/platform/report-totals/span-parts.ts'

interface PayoutLine {
  at: Date
  member: string
  event: string
  status: string
  amount: number
}

const STATUSES: Readonly<Record<string, string>> = {
  requested: 'Requested',
  approved: 'Approved',
  sent: 'On its way',
  paid: 'Paid',
  failed: 'Failed',
  refused: 'Refused',
}

const MOVED_NOTHING = new Set(['failed', 'refused'])

/** Payouts to members, newest first. Failed and refused ones are listed but not summed. */
export const reportPayouts: MakeReport = async ({ db }, scope) => {
  const { rows } = await sql<PayoutLine>`
    select p.requested_at as at, p.status, p.amount_cents as amount, coalesce(e.title, '') as event,
      coalesce(nullif(s.display_name, ''), a.first_name || ' ' || a.last_name, 'A deleted account') as member
    from payouts p
      left join accounts a on a.id = p.member_id
      left join staff_profiles s on s.promoter_id = p.promoter_id and s.account_id = p.member_id
      left join events e on e.id = p.event_id
    where p.promoter_id = ${scope.promoterId} and p.currency = ${scope.currency}
      and p.requested_at >= ${beginOf(scope)} and p.requested_at < ${endOf(scope)}
      ${scope.event ? sql`and p.event_id = ${scope.event.id}` : sql``}
    order by p.requested_at desc, p.id`.execute(db)
  const columns = [
    moment('at', 'Requested'),
    text('member', 'Member'),
    text('event', 'Event'),
    text('status', 'Status'),
    money('amount', 'Amount'),
    money('failed', 'Failed or refused'),
  ]
  const lines = rows.map(({ at, member, event, status, amount }) => ({
    at: at.toISOString(),
    member,
    event: event || 'All events',
    status: STATUSES[status] ?? status,
    amount: MOVED_NOTHING.has(status) ? null : amount,
    failed: MOVED_NOTHING.has(status) ? amount : null,
  }))
  return succeed(toTable(columns, lines, scope.currency))
}
