import { sql } from 'kysely'
import { execute, queryRow, queryRows, type Db, type Trx } from '#server/platform/db/query.ts'
import { PAGE_SIZE, type ListPosition } from '#server/platform/ids/list-cursor.ts'

export type RefundRequestStatus = 'waiting' | 'approved' | 'refused'

/** A refund that exceeds the limit and needs an operator's approval. Amounts in minor units. */
export interface RefundRequestRow {
  id: string
  promoterId: string
  orderId: string
  status: RefundRequestStatus
  /** `all`: the full remaining amount. */
  kind: 'all' | 'tickets' | 'amount'
  ticketIds: string[]
  returnsFees: boolean
  amountCents: number
  feesCents: number
  note: string
  idempotencyKey: string
  /** Hash of the request; null for requests of earlier versions. */
  requestFingerprint: string | null
  /** Account of the requester; null if the request was made with an API key, or the account was deleted. */
  accountId: string | null
  createdAt: Date
  /** The operator's reason for a refusal; '' otherwise. */
  reason: string
}

const columns = sql`
  q.id, q.promoter_id as "promoterId", q.order_id as "orderId", q.status, q.kind, q.ticket_ids as "ticketIds",
  q.returns_fees as "returnsFees", q.amount_cents as "amountCents", q.fees_cents as "feesCents", q.note,
  q.idempotency_key as "idempotencyKey", q.request_fingerprint as "requestFingerprint", q.account_id as "accountId", q.created_at as "createdAt", q.reason`

export function findRefundRequest(db: Db, id: string): Promise<RefundRequestRow | undefined> {
  return queryRow<RefundRequestRow>(db)`select ${columns} from refund_requests q where q.id = ${id}`
}

/** Lists the refund requests of an order. The caller must hold the order's lock, under which requests are written. */
export function listRefundRequestsOf(trx: Trx, orderId: string): Promise<RefundRequestRow[]> {
  return queryRows<RefundRequestRow>(trx)`
    select ${columns} from refund_requests q where q.order_id = ${orderId} order by q.created_at, q.id`
}

/**
 * Sums an order's refunds that count towards the limit, in minor units: those requested by the promoter without an
 * operator's approval. Failed refunds, automatic ones and those of cancelled events don't count.
 */
export async function sumRefundsWithoutApproval(trx: Trx, orderId: string): Promise<number> {
  const row = await queryRow<{ cents: number }>(trx)`
    select coalesce(sum(r.amount_cents), 0)::bigint as cents from refunds r
    where r.order_id = ${orderId} and r.reason = 'requested' and r.status <> 'failed'
      and r.id not in (select q.id from refund_requests q where q.order_id = ${orderId})`
  return row?.cents ?? 0
}

export async function insertRefundRequest(
  trx: Trx,
  request: Omit<RefundRequestRow, 'status' | 'reason'> & { apiKeyId: string | null },
): Promise<void> {
  await execute(trx)`
    insert into refund_requests (id, promoter_id, order_id, status, kind, ticket_ids, returns_fees, amount_cents, fees_cents, note,
      idempotency_key, request_fingerprint, account_id, api_key_id, created_at)
    values (${request.id}, ${request.promoterId}, ${request.orderId}, 'waiting', ${request.kind}, ${request.ticketIds}::uuid[],
      ${request.returnsFees}, ${request.amountCents}, ${request.feesCents}, ${request.note}, ${request.idempotencyKey},
      ${request.requestFingerprint}, ${request.accountId}, ${request.apiKeyId}, ${request.createdAt})`
}

export async function recordRefundDecision(
  trx: Trx,
  settled: { id: string; to: 'approved' | 'refused'; accountId: string; reason: string; now: Date },
): Promise<void> {
  const { id, to, accountId, reason, now } = settled
  await execute(trx)`
    update refund_requests set status = ${to}, decided_by = ${accountId}, decided_at = ${now}, reason = ${reason}
    where id = ${id} and status = 'waiting'`
}

/** Returns the recipient of the email about the decision: the requester, or the creator of the API key. */
export async function findRequesterId(db: Db, requestId: string): Promise<string | undefined> {
  const row = await queryRow<{ id: string }>(db)`
    select a.id from accounts a where a.id = (
      select coalesce(q.account_id, k.created_by)
      from refund_requests q left join api_keys k on k.id = q.api_key_id and k.promoter_id = q.promoter_id
      where q.id = ${requestId})`
  return row?.id
}

/** A refund request as shown to operators and in emails. */
export interface RefundRequestListRow {
  id: string
  orderId: string
  orderNumber: string
  promoterId: string
  promoterName: string
  buyer: string
  amountCents: number
  totalCents: number
  currency: string
  tickets: number
  note: string
  status: RefundRequestStatus
  reason: string
  requestedAt: Date
  /** Name of the person or API key; '' if it was deleted. */
  requestedBy: string
}

const listed = sql`
  select q.id, o.id as "orderId", o.number as "orderNumber", m.id as "promoterId", m.name as "promoterName", o.currency,
    coalesce(nullif(trim(o.first_name || ' ' || o.last_name), ''), o.email) as buyer, q.amount_cents as "amountCents",
    o.total_cents as "totalCents", coalesce(cardinality(q.ticket_ids), 0) as tickets, q.note, q.status, q.reason,
    date_trunc('milliseconds', q.created_at) as "requestedAt",
    coalesce(nullif(trim(a.first_name || ' ' || a.last_name), ''), a.email, k.name, '') as "requestedBy"
  from refund_requests q join orders o on o.id = q.order_id join promoters m on m.id = q.promoter_id
    left join accounts a on a.id = q.account_id left join api_keys k on k.id = q.api_key_id and k.promoter_id = q.promoter_id`

export function listWaitingRefundRequests(
  db: Db,
  { promoterId, after }: { promoterId: string | undefined; after: ListPosition | undefined },
): Promise<RefundRequestListRow[]> {
  return queryRows<RefundRequestListRow>(db)`
    ${listed} where q.status = 'waiting' ${promoterId === undefined ? sql`` : sql`and q.promoter_id = ${promoterId}`}
      ${after ? sql`and (date_trunc('milliseconds', q.created_at), q.id) > (${after.at}::timestamptz, ${after.id}::uuid)` : sql``}
    order by date_trunc('milliseconds', q.created_at), q.id limit ${PAGE_SIZE + 1}`
}

export function findListedRefundRequest(db: Db, id: string): Promise<RefundRequestListRow | undefined> {
  return queryRow<RefundRequestListRow>(db)`${listed} where q.id = ${id}`
}

/**
 * Sums the refunds of cancelled events since a time, by promoter and currency, largest first. The limit doesn't apply to
 * these refunds.
 */
export function sumRefundsOfCancelledEvents(
  db: Db,
  { since, limit }: { since: Date; limit: number },
): Promise<
  { promoterId: string; promoterName: string; currency: string; orders: number; amountCents: number }[]
> {
  return queryRows<{
    promoterId: string
    promoterName: string
    currency: string
    orders: number
    amountCents: number
  }>(db)`
    select m.id as "promoterId", m.name as "promoterName", o.currency, count(distinct r.order_id)::int as orders,
      sum(r.amount_cents)::bigint as "amountCents"
    from refunds r join orders o on o.id = r.order_id join promoters m on m.id = r.promoter_id
    where r.reason = 'event_cancelled' and r.status <> 'failed' and r.amount_cents > 0 and r.created_at >= ${since}
    group by m.id, m.name, o.currency order by 5 desc, 2, 1, 3 limit ${limit}`
}
