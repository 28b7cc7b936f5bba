import { codesAppearAtSeconds } from '#server/catalog/codes/code-rows.ts'
import { queryRow, type Db } from '#server/platform/db/query.ts'
import { issuedAtSeconds, type TicketRow } from '#server/sales/tickets/ticket-rows.ts'

/** A ticket as one of its recipients sees it. `passedOnTo`: first name of the person to whom this recipient passed it on. */
export interface HeldTicketRow extends TicketRow {
  ticketName: string
  orderNumber: string
  slug: string
  eventTitle: string
  startsAt: Date
  timeZone: string
}

export function findHeldTicket(db: Db, transferId: string): Promise<HeldTicketRow | undefined> {
  return queryRow<HeldTicketRow>(db)`
    select t.id, t.code, t.ticket_type_id as "ticketTypeId", t.event_id as "eventId", t.holder, t.status, t.returned_at is not null as "isReturned", t.generation,
      ${issuedAtSeconds} as "issuedAtSeconds",
      (select n.first_name from ticket_transfers n where n.sender_id = r.id and n.status = 'accepted') as "passedOnTo",
      e.code_mode as "codeMode", ${codesAppearAtSeconds} as "codeAppearsAtSeconds",
      y.name as "ticketName", o.number as "orderNumber", e.slug, e.title as "eventTitle", e.starts_at as "startsAt", e.time_zone as "timeZone"
    from ticket_transfers r join tickets t on t.id = r.ticket_id join ticket_types y on y.id = t.ticket_type_id
    join events e on e.id = t.event_id join orders o on o.id = t.order_id
    where r.id = ${transferId}`
}

/** Data for emails about a transfer. */
export interface TransferFacts {
  /** First name of the sender, who is the buyer or an earlier recipient. */
  senderFirstName: string
  senderEmail: string
  /** Secret of the earlier recipient's page. Null when the buyer is the sender. */
  senderTicketKey: string | null
  /** Id in the order's link. */
  linkId: string
}

export function findTransferFacts(db: Db, transferId: string): Promise<TransferFacts | undefined> {
  return queryRow<TransferFacts>(db)`
    select coalesce(s.first_name, o.first_name) as "senderFirstName",
      coalesce(s.email, o.email) as "senderEmail", s.ticket_key as "senderTicketKey", coalesce(o.link_id, o.id) as "linkId"
    from ticket_transfers r join orders o on o.id = r.order_id
    left join ticket_transfers s on s.id = r.sender_id
    where r.id = ${transferId}`
}
