import { sql } from 'kysely'
import type { CodeMode } from '#model/catalog/codes/code-modes.ts'
import type { OrderStatus } from '#model/sales/orders.ts'
import { codesAppearAtSeconds } from '#server/catalog/codes/code-rows.ts'
import { queryRow, queryRows, type Db, type Trx } from '#server/platform/db/query.ts'
import { issuedAtSeconds } from '#server/sales/tickets/ticket-rows.ts'

/** A ticket with the state of its order and event, its holder and its open offer. */
export interface TransferTicketRow {
  ticketId: string
  promoterId: string
  orderId: string
  /** Id in the order's link. */
  linkId: string
  ticketTypeId: string
  ticketName: string
  eventId: string
  position: number
  code: string
  holder: string
  /** First name of the attendee. Empty without an attendee. */
  firstName: string
  lastName: string
  email: string
  status: 'valid' | 'used' | 'void'
  generation: number
  issuedAtSeconds: number
  isBeingRefunded: boolean
  codeMode: CodeMode
  codeAppearsAtSeconds: number
  orderStatus: OrderStatus
  eventStatus: 'draft' | 'published' | 'cancelled'
  startsAt: Date
  timeZone: string
  endsAt: Date
  attendeeNames: 'none' | 'optional' | 'required'
  questions: unknown
  allowsTransfers: boolean
  transferCutoffHours: number
  /** Transfer by which the holder got the ticket. Null if the buyer holds it. */
  holderId: string | null
  offerId: string | null
  offerKey: string | null
  offerEmail: string | null
  isOfferByEmail: boolean | null
  offeredAt: Date | null
}

const columns = sql`
  t.id as "ticketId", t.promoter_id as "promoterId", t.order_id as "orderId", coalesce(o.link_id, o.id) as "linkId",
  t.ticket_type_id as "ticketTypeId", y.name as "ticketName", t.event_id as "eventId", t.position, t.code, t.holder,
  coalesce(a.first_name, '') as "firstName", coalesce(a.last_name, '') as "lastName", coalesce(a.email, '') as email, t.status, t.generation,
  ${issuedAtSeconds} as "issuedAtSeconds",
  exists (
    select from refund_tickets rt join refunds r on r.id = rt.refund_id where rt.ticket_id = t.id and r.status = 'pending'
  ) as "isBeingRefunded", e.code_mode as "codeMode", ${codesAppearAtSeconds} as "codeAppearsAtSeconds",
  o.status as "orderStatus", e.status as "eventStatus", e.starts_at as "startsAt", e.time_zone as "timeZone", e.ends_at as "endsAt",
  e.attendee_names as "attendeeNames", e.questions, e.ticket_transfers as "allowsTransfers",
  e.transfer_cutoff_hours as "transferCutoffHours", h.id as "holderId", f.id as "offerId", f.offer_key as "offerKey",
  f.email as "offerEmail", f.by_email as "isOfferByEmail", f.created_at as "offeredAt"`

const source = sql`
  tickets t join orders o on o.id = t.order_id join events e on e.id = t.event_id
  join ticket_types y on y.id = t.ticket_type_id
  left join order_attendees a on a.order_id = t.order_id and a.position = t.position
  left join ticket_transfers h on h.ticket_id = t.id and h.holds
  left join ticket_transfers f on f.ticket_id = t.id and f.status = 'offered'`

export function listTransferTickets(db: Db, orderId: string): Promise<TransferTicketRow[]> {
  return queryRows<TransferTicketRow>(db)`
    select ${columns} from ${source} where t.order_id = ${orderId} order by t.position`
}

export function findTransferTicket(db: Db, ticketId: string): Promise<TransferTicketRow | undefined> {
  return queryRow<TransferTicketRow>(db)`select ${columns} from ${source} where t.id = ${ticketId}`
}

/**
 * Locks the ticket, so that it isn't scanned meanwhile. The caller must have locked the order, which all changes of
 * transfers and refunds lock first.
 */
export function lockTransferTicket(
  trx: Trx,
  find: { orderId: string; ticketId: string },
): Promise<TransferTicketRow | undefined> {
  return queryRow<TransferTicketRow>(trx)`
    select ${columns} from ${source} where t.id = ${find.ticketId} and t.order_id = ${find.orderId} for update of t`
}
