import { queryRows, type Db } from '#server/platform/db/query.ts'
import { dueRowsCtes, notDueRowsSql } from './due-rows.ts'

export interface NotDueRow {
  eventId: string
  title: string
  currency: string
  amountCents: number
  /** Time at which the amount is due; null while the refunds of a cancelled event are incomplete. */
  dueAt: Date | null
}

/**
 * Lists the net amounts of orders that aren't due, by event, in the order in which they become due. An order for several
 * events is counted with the event that is due last. An order's amount is at least 0.
 */
export function listNotDueRows(
  db: Db,
  { promoterId, now, limit }: { promoterId: string; now: Date; limit: number },
): Promise<NotDueRow[]> {
  return queryRows<NotDueRow>(db)`
    with ${dueRowsCtes({ promoterId, now })}, placed as (
      select distinct on (h.number) h.currency, h.cents, u.id as event_id, case when not h.is_refunding then v.due_at end as due_at
      from (select row_number() over () as number, r.* from (${notDueRowsSql(promoterId)}) r) h
        cross join unnest(h.event_ids) u (id) left join later_events v on v.id = u.id
      order by h.number, v.id is null, v.due_at desc nulls first, u.id
    )
    select p.event_id as "eventId", e.title, p.currency, sum(p.cents)::bigint as "amountCents", p.due_at as "dueAt"
    from placed p join events e on e.id = p.event_id
    group by p.event_id, e.title, p.currency, p.due_at having sum(p.cents) > 0
    order by p.due_at, p.event_id, p.currency limit ${limit}`
}
