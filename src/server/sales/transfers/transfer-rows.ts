import { sql } from 'kysely'
import { execute, queryRow, queryRows, type Db, type Trx } from '#server/platform/db/query.ts'

export interface TransferRow {
  id: string
  promoterId: string
  orderId: string
  ticketId: string
  /** Transfer by which the sender got the ticket. Null if the sender is the buyer. */
  senderId: string | null
  status: 'offered' | 'accepted' | 'reclaimed' | 'ended'
  /** Secret of the offer's link. */
  offerKey: string
  /** Secret of the recipient's page. Null until the offer is accepted. */
  ticketKey: string | null
  acceptKey: string | null
  /** Address that the offer was sent to ('' for an offer by link). Once accepted, the recipient's address. */
  email: string
  byEmail: boolean
  /** First name of the recipient. '' until the offer is accepted. */
  firstName: string
}

const columns = sql`
  r.id, r.promoter_id as "promoterId", r.order_id as "orderId", r.ticket_id as "ticketId", r.sender_id as "senderId", r.status, r.offer_key as "offerKey",
  r.ticket_key as "ticketKey", r.accept_key as "acceptKey", r.email, r.by_email as "byEmail", r.first_name as "firstName"`

export function findTransfer(db: Db, id: string): Promise<TransferRow | undefined> {
  return queryRow<TransferRow>(db)`
    select ${columns} from ticket_transfers r where r.id = ${id}`
}

export function findTransferByOffer(db: Db, offerKey: string): Promise<TransferRow | undefined> {
  return queryRow<TransferRow>(db)`
    select ${columns} from ticket_transfers r where r.offer_key = ${offerKey}`
}

export function findTransferByTicket(db: Db, ticketKey: string): Promise<TransferRow | undefined> {
  return queryRow<TransferRow>(db)`
    select ${columns} from ticket_transfers r where r.ticket_key = ${ticketKey}`
}

export async function insertOffer(
  trx: Trx,
  offer: Pick<
    TransferRow,
    'id' | 'promoterId' | 'orderId' | 'ticketId' | 'senderId' | 'offerKey' | 'email'
  > & { now: Date },
): Promise<void> {
  await execute(trx)`
    insert into ticket_transfers (id, promoter_id, order_id, ticket_id, sender_id, offer_key, email, by_email, created_at)
    values (${offer.id}, ${offer.promoterId}, ${offer.orderId}, ${offer.ticketId}, ${offer.senderId}, ${offer.offerKey},
      ${offer.email}, ${offer.email !== ''}, ${offer.now})`
}

export async function reclaimOffer(trx: Trx, { id, now }: { id: string; now: Date }): Promise<void> {
  await execute(trx)`
    update ticket_transfers set status = 'reclaimed', decided_at = ${now}
    where id = ${id} and status = 'offered'`
}

/**
 * Ends the current holder's transfer; call it before `acceptOffer`. Two functions, because a statement that a function sends
 * after an `await` can come after the commit of a pipelined transaction.
 */
export async function endAcceptedTransfer(trx: Trx, ticketId: string): Promise<void> {
  await execute(trx)`update ticket_transfers set holds = false where ticket_id = ${ticketId} and holds`
}

/** Makes the recipient the ticket's only holder. The caller must have locked order and ticket. */
export async function acceptOffer(
  trx: Trx,
  accept: {
    id: string
    ticketKey: string
    acceptKey: string
    email: string
    firstName: string
    now: Date
  },
): Promise<void> {
  await execute(trx)`
    update ticket_transfers set status = 'accepted', holds = true, ticket_key = ${accept.ticketKey}, accept_key = ${accept.acceptKey},
      email = ${accept.email}, first_name = ${accept.firstName}, decided_at = ${accept.now}
    where id = ${accept.id} and status = 'offered'`
}

export async function endOffers(
  trx: Trx,
  { ticketIds, now }: { ticketIds: readonly string[]; now: Date },
): Promise<void> {
  await execute(trx)`
    update ticket_transfers set status = 'ended', decided_at = ${now}
    where ticket_id = any(${ticketIds}::uuid[]) and status = 'offered'`
}

/** Ends the offers of an order's void tickets. Returns the recipients' transfers of void tickets. */
export function endVoidOffers(
  trx: Trx,
  { orderId, now }: { orderId: string; now: Date },
): Promise<{ id: string; promoterId: string }[]> {
  return queryRows<{ id: string; promoterId: string }>(trx)`
    with ended as (
      update ticket_transfers r set status = 'ended', decided_at = ${now}
      from tickets t
      where t.id = r.ticket_id and t.order_id = ${orderId} and t.status = 'void' and r.order_id = ${orderId} and r.status = 'offered'
    )
    select r.id, r.promoter_id as "promoterId" from ticket_transfers r join tickets t on t.id = r.ticket_id
    where r.order_id = ${orderId} and r.holds and t.status = 'void' order by r.id`
}
