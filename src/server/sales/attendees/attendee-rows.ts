import { sql } from 'kysely'
import type { Answers } from '#model/sales/answers.ts'
import { likeFragment } from '#model/sales/order-search.ts'
import { execute, queryRow, queryRows, type Db, type Trx } from '#server/platform/db/query.ts'

export interface AttendeeTicketRow {
  ticketId: string
  code: string
  status: 'valid' | 'used' | 'void'
  holder: string
  email: string
  eventId: string
  eventTitle: string
  eventStartsAt: Date
  timeZone: string
  ticketTypeId: string
  ticketName: string
  orderId: string
  orderNumber: string
  buyerName: string
  buyerEmail: string
  createdAt: Date
  answers: Answers
  orderAnswers: Answers
}

export interface TicketFilters {
  words: readonly string[]
  eventId?: string | undefined
  ticketTypeId?: string | undefined
  status?: 'valid' | 'used' | 'void' | undefined
}

export function listTicketsOfOrders(
  db: Db,
  find: TicketFilters & { promoterId: string; orderIds: readonly string[] },
): Promise<AttendeeTicketRow[]> {
  const { eventId = null, ticketTypeId = null, status = null } = find
  const words = find.words.map(
    (
      word,
    ) => sql`lower(concat_ws(' ', t.code, t.holder, a.email, o.number, o.first_name, o.last_name, o.email))
      like ${likeFragment(word)}`,
  )
  return queryRows<AttendeeTicketRow>(db)`
    select t.id as "ticketId", t.code, t.status, t.holder, coalesce(nullif(a.email, ''), o.email) as email,
      e.id as "eventId", e.title as "eventTitle", e.starts_at as "eventStartsAt", e.time_zone as "timeZone", y.id as "ticketTypeId", y.name as "ticketName",
      o.id as "orderId", o.number as "orderNumber", o.first_name || ' ' || o.last_name as "buyerName",
      o.email as "buyerEmail", t.created_at as "createdAt",
      coalesce(a.answers, '{}') as answers, o.answers as "orderAnswers"
    from unnest(${find.orderIds}::uuid[]) with ordinality as place (id, position)
    join orders o on o.id = place.id and o.promoter_id = ${find.promoterId}
    join tickets t on t.order_id = o.id
    join ticket_types y on y.id = t.ticket_type_id
    join events e on e.id = t.event_id
    left join order_attendees a on a.order_id = t.order_id and a.position = t.position
    where (${eventId}::uuid is null or t.event_id = ${eventId}) and (${ticketTypeId}::uuid is null or y.id = ${ticketTypeId})
      and (${status}::text is null or t.status = ${status})
      ${words.length > 0 ? sql`and ${sql.join(words, sql` and `)}` : sql``}
    order by place.position, t.position`
}

export async function findEventIdOfTicketType(
  db: Db,
  find: { promoterId: string; ticketTypeId: string },
): Promise<string | undefined> {
  const row = await queryRow<{ eventId: string }>(db)`
    select event_id as "eventId" from ticket_types where id = ${find.ticketTypeId} and promoter_id = ${find.promoterId}`
  return row?.eventId
}

export interface TicketTypeCount {
  ticketTypeId: string
  name: string
  capacity: number
  valid: number
  used: number
  void: number
}

export function countTicketsByTicketType(
  db: Db,
  find: { promoterId: string; eventId: string },
): Promise<TicketTypeCount[]> {
  return queryRows<TicketTypeCount>(db)`
    select y.id as "ticketTypeId", y.name, least(i.capacity, p.capacity) as capacity, coalesce(c.valid, 0) as valid, coalesce(c.used, 0) as used,
      coalesce(c.void, 0) as void
    from ticket_types y join inventory i on i.ticket_type_id = y.id
    left join capacity_pools p on p.id = i.pool_id
    left join (
      select t.ticket_type_id, count(*) filter (where t.status = 'valid')::int as valid,
        count(*) filter (where t.status = 'used')::int as used, count(*) filter (where t.status = 'void')::int as void
      from tickets t where t.event_id = ${find.eventId} group by t.ticket_type_id
    ) c on c.ticket_type_id = y.id
    where y.event_id = ${find.eventId} and y.promoter_id = ${find.promoterId} order by y.position, y.name`
}

export interface HeldTicket {
  id: string
  orderId: string
  orderNumber: string
  position: number
  ticketTypeId: string
  code: string
  holder: string
  status: 'valid' | 'used' | 'void'
  version: number
  email: string
  /** Name of the buyer, which is shown on tickets without a holder. */
  buyer: string
}

export function lockHeldTicket(
  trx: Trx,
  find: { promoterId: string; ticketId: string },
): Promise<HeldTicket | undefined> {
  return queryRow<HeldTicket>(trx)`
    select t.id, t.order_id as "orderId", o.number as "orderNumber", t.position, t.ticket_type_id as "ticketTypeId", t.code,
      t.holder, t.status, t.version, o.first_name || ' ' || o.last_name as buyer,
      coalesce((select a.email from order_attendees a where a.order_id = t.order_id and a.position = t.position), '') as email
    from tickets t join orders o on o.id = t.order_id
    where t.id = ${find.ticketId} and t.promoter_id = ${find.promoterId} for update of t`
}

export async function setTicketHolder(
  trx: Trx,
  holder: {
    promoterId: string
    ticket: Pick<HeldTicket, 'id' | 'orderId' | 'position' | 'ticketTypeId'>
    firstName: string
    lastName: string
    email: string
    /** New answers; undefined to keep the answers. */
    answers?: Answers
    now: Date
  },
): Promise<void> {
  const { promoterId, ticket, firstName, lastName, email, answers, now } = holder
  const given = answers === undefined ? null : JSON.stringify(answers)
  await execute(trx)`
    with named as (
      update tickets set holder = ${`${firstName} ${lastName}`.trim()}, version = version + 1, holder_changed_at = ${now}
      where id = ${ticket.id}
    )
    insert into order_attendees (order_id, position, promoter_id, ticket_type_id, first_name, last_name, email, answers)
    values (${ticket.orderId}, ${ticket.position}, ${promoterId}, ${ticket.ticketTypeId}, ${firstName}, ${lastName}, ${email},
      coalesce(${given}::jsonb, '{}'))
    on conflict (order_id, position) do update
    set first_name = excluded.first_name, last_name = excluded.last_name, email = excluded.email,
      answers = coalesce(${given}::jsonb, order_attendees.answers)`
}
