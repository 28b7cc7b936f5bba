import { sql, type RawBuilder } from 'kysely'
import { ERASED_PERSON } from '#server/people/accounts/own-order-rows.ts'
import { execute, queryRow, queryRows, type Db } from '#server/platform/db/query.ts'
import { codesShownPrefix, type ModeChanges } from '#server/platform/outbox/order-facts.ts'
import { ticketCodeShownPrefix } from '#server/platform/outbox/ticket-facts.ts'
import { areCodesShown, codesAppearAt } from './code-rows.ts'

/** An event whose codes have become visible, while some holders got emails without codes. */
export interface EventWithShownCodes {
  id: string
  promoterId: string
  /** Orders and transfers after this time have the codes in their emails. */
  shownAt: Date
  /**
   * Time since which codes are withheld. Emails of earlier orders and transfers contain valid codes. Null if no email
   * contains valid codes.
   */
  withheldSince: Date | null
  /** Number of times that codes became live or stopped being live. */
  modeChanges: number
}

/** Returns the `EventWithShownCodes` that ends first, and locks it until the transaction ends. */
export function lockNextEventWithShownCodes(trx: Db, now: Date): Promise<EventWithShownCodes | undefined> {
  return queryRow<EventWithShownCodes>(trx)`
    select e.id, e.promoter_id as "promoterId", case e.code_mode when 'late' then ${codesAppearAt} else ${now}::timestamptz end as "shownAt",
      e.codes_withheld_since as "withheldSince", e.code_mode_changes as "modeChanges"
    from events e
    where e.codes_withheld and e.ends_at > ${now} and e.status <> 'cancelled'
      and ${areCodesShown(now)}
    order by e.ends_at, e.id limit 1 for no key update skip locked`
}

/**
 * SQL condition: a ticket's code was issued, or its first email was sent, while codes were withheld. Expects a ticket
 * as `t`. `fact`: key of that first email.
 */
const lacksCode = (withheldSince: Date | null, fact: RawBuilder<unknown>) =>
  withheldSince === null
    ? sql`true`
    : sql`(greatest(t.created_at, t.reissued_at) >= ${withheldSince}
        or exists (select from mails m where m.fact = ${fact} and (m.done_at is null or m.done_at >= ${withheldSince})))`

/** Returns orders with valid tickets that are still the buyer's, and whose codes the buyer hasn't been emailed. */
export async function listOrdersWithoutCodes(
  trx: Db,
  { id, promoterId, shownAt, withheldSince, modeChanges }: EventWithShownCodes,
  limit: number,
): Promise<string[]> {
  const rows = await queryRows<{ id: string }>(trx)`
    select distinct o.id from tickets t join orders o on o.id = t.order_id
    where t.promoter_id = ${promoterId} and t.event_id = ${id} and t.status <> 'void' and t.returned_at is null
      and o.status in ('paid', 'partially_refunded') and o.email not in ('', ${ERASED_PERSON.email})
      and coalesce(o.paid_at, o.created_at) < ${shownAt}
      and ${lacksCode(withheldSince, sql`'order_confirmed:' || o.id`)}
      and not exists (select from ticket_transfers r where r.ticket_id = t.id and r.holds)
      and not exists (select from mails m where m.fact = ${codesShownPrefix({ eventId: id, modeChanges })} || o.id)
    order by o.id limit ${limit}`
  return rows.map((row) => row.id)
}

/** Returns transfers whose recipients have valid tickets and haven't been emailed the code. */
export async function listTransfersWithoutCode(
  trx: Db,
  { id, promoterId, shownAt, withheldSince, modeChanges }: EventWithShownCodes,
  limit: number,
): Promise<string[]> {
  const rows = await queryRows<{ id: string }>(trx)`
    select r.id from tickets t join ticket_transfers r on r.ticket_id = t.id and r.holds join orders o on o.id = t.order_id
    where t.promoter_id = ${promoterId} and t.event_id = ${id} and t.status <> 'void' and t.returned_at is null
      and o.status in ('paid', 'partially_refunded') and r.decided_at < ${shownAt}
      and ${lacksCode(withheldSince, sql`'ticket_received:' || r.id`)}
      and not exists (select from mails m where m.fact = ${ticketCodeShownPrefix(modeChanges)} || r.id)
    order by r.id limit ${limit}`
  return rows.map((row) => row.id)
}

/** Keys of the emails that sent codes to the order's buyer, as in `mails.fact`. */
export async function listCodesShownMailKeys(db: Db, orderId: string): Promise<string[]> {
  const rows = await queryRows<ModeChanges>(db)`
    select e.id as "eventId", n as "modeChanges" from events e, generate_series(0, e.code_mode_changes) n
    where e.id in (select event_id from order_items where order_id = ${orderId})`
  return rows.map((row) => codesShownPrefix(row) + orderId)
}

export async function finishEventWithShownCodes(trx: Db, eventId: string): Promise<void> {
  await execute(
    trx,
  )`update events set codes_withheld = false, codes_withheld_since = null where id = ${eventId}`
}
