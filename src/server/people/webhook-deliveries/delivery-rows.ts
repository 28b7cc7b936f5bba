import { sql } from 'kysely'
import { execute, queryRow, queryRows, type Db, type Trx } from '#server/platform/db/query.ts'

export interface DeliveryRow {
  id: string
  promoterId: string
  webhookId: string
  url: string
  eventId: string
  seq: number
  type: string
  objectId: string
  status: 'waiting' | 'delivered' | 'failed'
  attempts: number
  firstAttemptAt: Date | null
  lastAttemptAt: Date | null
  nextAt: Date | null
  createdAt: Date
  responseStatus: number | null
  responseMs: number | null
  responseBody: string | null
  error: string
  /** JSON. Amounts are in minor units. */
  data: unknown
}

const columns = sql`
  d.id, d.promoter_id as "promoterId", d.endpoint_id as "webhookId", e.url, d.event_id as "eventId", d.seq::int8 as seq, v.type,
  d.object_id as "objectId", d.status, d.attempts, d.first_attempt_at as "firstAttemptAt", d.last_attempt_at as "lastAttemptAt",
  d.next_at as "nextAt", v.created_at as "createdAt", d.response_status as "responseStatus", d.response_ms as "responseMs",
  d.response_body as "responseBody", d.error, v.data`
const tables = sql`
  webhook_deliveries d join webhook_events v on v.id = d.event_id join webhook_endpoints e on e.id = d.endpoint_id`

export interface DeliveryFilters {
  promoterId: string
  webhookId: string | undefined
  status: string | undefined
  type: string | undefined
  after: readonly [seq: number, id: string] | undefined
}

export function listDeliveryRows(db: Db, filters: DeliveryFilters, limit: number): Promise<DeliveryRow[]> {
  const { promoterId, webhookId, status, type, after } = filters
  return queryRows<DeliveryRow>(db)`
    select ${columns} from ${tables}
    where d.promoter_id = ${promoterId}
      ${webhookId === undefined ? sql`` : sql`and d.endpoint_id::text = ${webhookId}`}
      ${status === undefined ? sql`` : sql`and d.status = ${status}`}
      ${type === undefined ? sql`` : sql`and v.type = ${type}`}
      ${after === undefined ? sql`` : sql`and (d.seq, d.id) < (${after[0]}::bigint, ${after[1]}::uuid)`}
    order by d.seq desc, d.id desc limit ${limit}`
}

export function findDelivery(
  db: Db,
  find: { promoterId: string; id: string },
): Promise<DeliveryRow | undefined> {
  return queryRow<DeliveryRow>(db)`
    select ${columns} from ${tables} where d.promoter_id = ${find.promoterId} and d.id::text = ${find.id}`
}

export type ClaimedDelivery = DeliveryRow & {
  /** Signing secret, encrypted like `oldSecret`. */
  secret: string
  oldSecret: string | null
  oldSecretUntil: Date | null
}

const takenColumns = sql`
  ${columns}, e.secret, e.old_secret as "oldSecret", e.old_secret_until as "oldSecretUntil"`

export interface DeliveryReservation {
  now: Date
  /** Time at which the deliveries are due again if this process doesn't finish them. */
  until: Date
  maxPerWebhook: number
  maxTotal: number
  /** Endpoints to skip, because a delivery to them is running. */
  excludedWebhookIds: readonly string[]
}

/**
 * Reserves due deliveries. For each object, only the earliest undelivered one, so that its events arrive in order.
 */
export function claimDeliveries(db: Db, claim: DeliveryReservation): Promise<ClaimedDelivery[]> {
  const { now, until, maxPerWebhook: ofEach, maxTotal: atMost, excludedWebhookIds: without } = claim
  return queryRows<ClaimedDelivery>(db)`
    with taken as (
      update webhook_deliveries set taken_until = ${until} where id = any(array(
        select due.id from webhook_endpoints w cross join lateral (
          select n.id from webhook_deliveries n
          where n.endpoint_id = w.id and n.status = 'waiting' and coalesce(n.next_at <= ${now}, true)
            and coalesce(n.taken_until <= ${now}, true)
            and not exists (
              select from webhook_deliveries before
              where before.endpoint_id = n.endpoint_id and before.object_id = n.object_id and before.status = 'waiting'
                and before.seq < n.seq)
          order by n.seq limit ${ofEach} for update skip locked
        ) due where w.is_active and w.id <> all(${without}::uuid[]) limit ${atMost}
      )) and status = 'waiting' returning id
    )
    select ${takenColumns} from taken t join ${tables} on d.id = t.id order by d.seq`
}

export function findDeliveryToSend(db: Db, id: string): Promise<ClaimedDelivery | undefined> {
  return queryRow<ClaimedDelivery>(db)`
    select ${takenColumns} from ${tables} where d.id = ${id}`
}

export interface DeliveryAttempt {
  at: Date
  responseStatus: number | null
  responseMs: number
  responseBody: string | null
  error: string
}

export async function recordDeliveryAttempt(
  trx: Trx,
  id: string,
  attempt: DeliveryAttempt & { status: DeliveryRow['status']; nextAt: Date | null },
): Promise<void> {
  await execute(trx)`
    update webhook_deliveries set attempts = attempts + 1, first_attempt_at = coalesce(first_attempt_at, ${attempt.at}),
      last_attempt_at = ${attempt.at}, next_at = ${attempt.nextAt}, taken_until = null, status = ${attempt.status},
      finished_at = case when ${attempt.status} = 'waiting' then null else ${attempt.at}::timestamptz end,
      response_status = ${attempt.responseStatus}, response_ms = ${attempt.responseMs},
      response_body = ${attempt.responseBody}, error = ${attempt.error}
    where id = ${id}`
}

/** Queues deliveries again. Each can be retried for another three days. Returns their number. */
export async function requeueDeliveries(
  db: Db,
  filter: { promoterId: string } & ({ id: string } | { webhookId: string; failedSince: Date }),
): Promise<number> {
  return execute(db)`
    update webhook_deliveries set status = 'waiting', finished_at = null, attempts = 0, first_attempt_at = null, next_at = null
    where promoter_id = ${filter.promoterId} and status <> 'waiting' and ${
      'id' in filter
        ? sql`id::text = ${filter.id}`
        : sql`endpoint_id::text = ${filter.webhookId} and status = 'failed' and finished_at >= ${filter.failedSince}`
    }`
}

export async function insertTestDelivery(
  trx: Trx,
  test: { promoterId: string; webhookId: string; type: string; takenUntil: Date },
): Promise<string> {
  const row = await queryRow<{ id: string }>(trx)`
    with event as (
      insert into webhook_events (promoter_id, type, object_type, object_id, data)
      values (${test.promoterId}, ${test.type}, 'webhook', ${test.webhookId}, ${JSON.stringify({ webhookId: test.webhookId })})
      returning id, seq
    )
    insert into webhook_deliveries (promoter_id, endpoint_id, event_id, seq, object_id, taken_until)
    select ${test.promoterId}, ${test.webhookId}, id, seq, id::text, ${test.takenUntil} from event returning id`
  return row?.id ?? ''
}

/** Deletes old events, because they contain personal data. */
export async function deleteOldWebhookEvents(
  db: Db,
  filter: { before: Date; limit: number },
): Promise<number> {
  return execute(db)`
    delete from webhook_events where id in (
      select v.id from webhook_events v where v.created_at < ${filter.before}
        and not exists (
          select from webhook_deliveries d join webhook_endpoints e on e.id = d.endpoint_id
          where d.event_id = v.id and d.status = 'waiting' and e.is_active)
      order by v.created_at limit ${filter.limit})`
}
