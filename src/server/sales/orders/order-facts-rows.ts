import { sql } from 'kysely'
import type { ManualPayment } from '#contracts/console/orders/order-detail.ts'
import type { Answers, AskedQuestion } from '#model/sales/answers.ts'
import type { PaymentStatus } from '#model/money/payments.ts'
import { execute, hasRow, queryRow, queryRows, type Db } from '#server/platform/db/query.ts'
import { withheldCentsSql } from '#server/platform/ledger/withheld-cents-rows.ts'

/** An order with the data of its console page. */
export interface OrderFacts {
  id: string
  promoterId: string
  number: string
  version: number
  currency: string
  takenOutside: ManualPayment | null
  createdAt: Date
  paidAt: Date | null
  answers: Answers
  questions: AskedQuestion[]
  refundsReturnFees: boolean
  campaign: Record<string, unknown> | null
  link: { id: string; name: string; code: string; memberName: string | null } | null
  payment: { provider: string; status: PaymentStatus; intentId: string; trouble: string } | null
  disputes: {
    id: string
    status: 'open' | 'won' | 'lost'
    reason: string
    amountCents: number
    createdAt: string
    updatedAt: string
  }[]
  balances: Record<string, number>
  /** False for an order of a voucher. */
  takesVouchers: boolean
}

/** SQL for a person's name, or the email address if there is no name. Expects an account as `a`. */
const personOf = sql`coalesce(nullif(trim(a.first_name || ' ' || a.last_name), ''), a.email)`

export function findOrderFacts(
  db: Db,
  find: { promoterId: string; orderId: string },
): Promise<OrderFacts | undefined> {
  return queryRow<OrderFacts>(db)`
    select o.id, o.promoter_id as "promoterId", o.number, o.version, o.currency, o.taken_outside as "takenOutside",
      o.created_at as "createdAt", o.paid_at as "paidAt", o.answers, o.tracking as campaign,
      (select coalesce(json_agg(q), '[]') from events e, jsonb_array_elements(e.questions) q
        where e.id in (select i.event_id from order_items i where i.order_id = o.id)) as questions,
      (select p.refunds_return_fees from promoters p where p.id = o.promoter_id) as "refundsReturnFees",
      (select json_build_object('id', l.id, 'name', l.name, 'code', l.code,
          'memberName', (select ${personOf} from accounts a where a.id = l.member_id))
        from tracking_links l where l.id = o.tracking_link_id) as link,
      (select json_build_object('provider', p.provider, 'status', p.status, 'intentId', p.intent_id, 'trouble', p.trouble)
        from payments p where p.order_id = o.id) as payment,
      (select coalesce(json_agg(json_build_object('id', d.dispute_id, 'status', d.status, 'reason', d.reason,
          'amountCents', d.amount_cents, 'createdAt', d.created_at, 'updatedAt', d.updated_at) order by d.created_at), '[]')
        from disputes d where d.order_id = o.id) as disputes,
      (select coalesce(json_object_agg(b.account, b.cents), '{}') from (
        select e.account, sum(e.amount_cents)::bigint as cents
        from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
        where t.order_id = o.id group by e.account) b) as balances,
      not exists (select from voucher_sales s where s.order_id = o.id) as "takesVouchers"
    from orders o where o.id = ${find.orderId} and o.promoter_id = ${find.promoterId}`
}

export interface ConsoleTicketRow {
  id: string
  version: number
  ticketName: string
  eventTitle: string
  firstName: string
  lastName: string
  email: string
  answers: Answers
}

/** Lists tickets with their holders. A ticket without a holder has an empty name here; the page shows the buyer's name. */
export function listConsoleTickets(db: Db, orderId: string): Promise<ConsoleTicketRow[]> {
  return queryRows<ConsoleTicketRow>(db)`
    select t.id, t.version, y.name as "ticketName", e.title as "eventTitle",
      coalesce(a.first_name, '') as "firstName", coalesce(a.last_name, '') as "lastName", coalesce(a.email, '') as email,
      coalesce(a.answers, '{}') as answers
    from tickets t
    join ticket_types y on y.id = t.ticket_type_id
    join events e on e.id = t.event_id
    left join order_attendees a on a.order_id = t.order_id and a.position = t.position
    where t.order_id = ${orderId} order by t.position`
}

/** A refund of an order, or a request for one. */
export interface RefundFact {
  id: string
  status: 'needs_approval' | 'refused' | 'pending' | 'succeeded' | 'failed'
  reason: 'requested' | 'not_honoured' | 'event_cancelled' | 'at_provider'
  note: string
  amountCents: number
  feesCents: number
  /** Part of the amount that couldn't be credited to a bought voucher. */
  withheldCents: number
  /** Number of tickets that it makes void; 0 if the provider refused it. */
  tickets: number
  /** Amount that the promoter keeps when the buyer returns tickets; null for other refunds. */
  keptCents: number | null
  by: string | null
  createdAt: Date
  updatedAt: Date
}

/**
 * Lists refunds, and requests for refunds over the limit that are waiting or were refused. An approved request is listed as
 * its refund.
 */
export async function listRefundFacts(db: Db, orderId: string): Promise<RefundFact[]> {
  const rows = await queryRows<RefundFact>(db)`
    select r.id, r.status, r.reason, r.note, r.amount_cents as "amountCents", r.fees_cents as "feesCents", ${withheldCentsSql} as "withheldCents",
      (select count(*)::int from refund_tickets t where t.refund_id = r.id and (r.status <> 'failed'
        or exists (select from ledger_transactions l where l.fact = 'refund_failed:' || r.id))) as tickets,
      (select t.kept_promoter_cents + t.kept_taxes_cents + t.kept_fees_cents from ticket_returns t where t.refund_id = r.id) as "keptCents",
      (select ${personOf} from accounts a where a.id = r.asked_by) as by,
      r.created_at as "createdAt", r.updated_at as "updatedAt"
    from refunds r where r.order_id = ${orderId}
    order by r.created_at, r.id`
  const requested = await queryRows<RefundFact>(db)`
    select q.id, case q.status when 'waiting' then 'needs_approval' else 'refused' end as status, 'requested' as reason,
      coalesce(nullif(q.reason, ''), q.note) as note, q.amount_cents as "amountCents", q.fees_cents as "feesCents", 0::bigint as "withheldCents",
      coalesce(cardinality(q.ticket_ids), 0) as tickets, null::bigint as "keptCents", (select ${personOf} from accounts a where a.id = q.account_id) as by,
      q.created_at as "createdAt", coalesce(q.decided_at, q.created_at) as "updatedAt"
    from refund_requests q where q.order_id = ${orderId} and q.status <> 'approved'
    order by q.created_at, q.id`
  return [...rows, ...requested].toSorted((one, other) => one.createdAt.getTime() - other.createdAt.getTime())
}

export interface NoteFact {
  id: string
  text: string
  by: string | null
  createdAt: Date
}

export function listOrderNotes(db: Db, orderId: string): Promise<NoteFact[]> {
  return queryRows<NoteFact>(db)`
    select n.id, n.text, (select ${personOf} from accounts a where a.id = n.account_id) as by, n.created_at as "createdAt"
    from order_notes n where n.order_id = ${orderId} order by n.created_at, n.id`
}

export interface ChangeFact {
  id: number
  at: Date
  action: string
  subject: string
  by: string | null
  isProgram: boolean
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}

export function listOrderChanges(
  db: Db,
  find: { promoterId: string; orderId: string },
): Promise<ChangeFact[]> {
  return queryRows<ChangeFact>(db)`
    select l.id, l.at, l.action, l.subject, (select ${personOf} from accounts a where a.id = l.account_id) as by,
      l.api_key_id is not null as "isProgram", l.before, l.after
    from audit_log l where l.subject_id = ${find.orderId} and l.promoter_id = ${find.promoterId} order by l.id`
}

export interface MailFactRow {
  id: string
  fact: string
  kind: string
  to: string | null
  createdAt: Date
  doneAt: Date | null
  deadAt: Date | null
}

export function listMailsByFact(db: Db, facts: readonly string[]): Promise<MailFactRow[]> {
  return queryRows<MailFactRow>(db)`
    select id, fact, kind, to_address as to, created_at as "createdAt", done_at as "doneAt", dead_at as "deadAt"
    from mails where fact = any(${facts}) order by created_at`
}

/** Returns the address of an order. Undefined for another promoter's order. */
export async function findOrderEmail(
  db: Db,
  { promoterId, orderId }: { promoterId: string; orderId: string },
): Promise<string | undefined> {
  const row = await queryRow<{ email: string }>(db)`
    select email from orders where promoter_id = ${promoterId} and id = ${orderId}`
  return row?.email
}

export function hasOrderChange(
  db: Db,
  find: { orderId: string; action: string; fact: string },
): Promise<boolean> {
  return hasRow(db)`
    select from audit_log where subject_id = ${find.orderId} and action = ${find.action} and after ->> 'fact' = ${find.fact}`
}

export async function insertOrderNote(
  db: Db,
  note: {
    id: string
    promoterId: string
    orderId: string
    accountId: string | null
    text: string
    now: Date
  },
): Promise<void> {
  await execute(db)`
    insert into order_notes (id, promoter_id, order_id, account_id, text, created_at)
    values (${note.id}, ${note.promoterId}, ${note.orderId}, ${note.accountId}, ${note.text}, ${note.now})`
}
