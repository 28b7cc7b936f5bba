import type { AskedQuestion } from '#model/sales/answers.ts'
import { queryRow, queryRows, type Db } from '#server/platform/db/query.ts'

export interface EventQuestion extends AskedQuestion {
  eventId: string
  scope: 'order' | 'attendee'
}

/**
 * Lists the questions of the promoter's events, or of the events in an order, earliest event first. Questions of one event
 * are in the event's order.
 */
export function listQuestions(
  db: Db,
  { promoterId, orderIds = null }: { promoterId: string; orderIds?: readonly string[] | null },
): Promise<EventQuestion[]> {
  return queryRows<EventQuestion>(db)`
    select e.id as "eventId", coalesce(q.value ->> 'id', '') as id, coalesce(q.value ->> 'label', '') as label,
      case q.value ->> 'scope' when 'order' then 'order' else 'attendee' end as scope
    from events e, jsonb_array_elements(e.questions) with ordinality q (value, position)
    where e.promoter_id = ${promoterId} and (${orderIds}::uuid[] is null
      or e.id in (select event_id from order_items where order_id = any(${orderIds})))
    order by e.starts_at, e.id, q.position`
}

export async function hasOtherAnswers(
  db: Db,
  { promoterId, eventId = null }: { promoterId: string; eventId?: string | null | undefined },
): Promise<boolean> {
  const row = await queryRow<{ hasOther: boolean }>(db)`
    select exists (
      select from orders o
      cross join lateral (
        select o.answers union all select a.answers from order_attendees a where a.order_id = o.id and a.answers <> '{}'
      ) given (answers)
      cross join lateral jsonb_each_text(given.answers) each (id, answer)
      where o.promoter_id = ${promoterId} and each.answer <> ''
        and not exists (
          select from order_items i join events e on e.id = i.event_id, jsonb_array_elements(e.questions) question
          where i.order_id = o.id and question ->> 'id' = each.id)
        and (${eventId}::uuid is null
          or exists (select from order_items i where i.order_id = o.id and i.event_id = ${eventId}))
    ) as "hasOther"`
  return row?.hasOther ?? false
}
