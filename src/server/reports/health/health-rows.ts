import { queryRow, queryRows, type Db } from '#server/platform/db/query.ts'

export interface HealthRow {
  waitingMails: number
  oldestMailAt: Date | null
  deadMails: number
  paymentsWithProblems: number
  /** Time at which the payment to be checked next became due; null if none is due. */
  paymentDueSince: Date | null
  databaseBytes: number
  databaseVersion: string
  connections: number
  maxConnections: number
}

export async function readHealthRow(db: Db, now: Date): Promise<HealthRow> {
  const row = await queryRow<HealthRow>(db)`
    select
      (select count(*)::int from mails where done_at is null and dead_at is null) as "waitingMails",
      (select min(created_at) from mails where done_at is null and dead_at is null) as "oldestMailAt",
      (select count(*)::int from mails where dead_at is not null) as "deadMails",
      (select count(*)::int from payments where trouble <> '') as "paymentsWithProblems",
      (select min(look_at) from payments where look_at <= ${now}) as "paymentDueSince",
      coalesce(pg_database_size(current_database()), 0) as "databaseBytes",
      current_setting('server_version') as "databaseVersion",
      (select count(*)::int from pg_stat_activity where datname = current_database()) as connections,
      current_setting('max_connections')::int as "maxConnections"`
  if (!row) throw new Error('The query returns one row.')
  return row
}

export interface QueueRow {
  /** Due deliveries of webhooks. */
  dueDeliveries: number
  deliveryLagSeconds: number
  /** Events of the payment provider that aren't processed. */
  waitingEvents: number
  eventLagSeconds: number
}

export async function readQueueRow(db: Db, now: Date): Promise<QueueRow> {
  const row = await queryRow<QueueRow>(db)`
    select d.count as "dueDeliveries", greatest(0, extract(epoch from ${now}::timestamptz - d.oldest))::float8 as "deliveryLagSeconds",
      e.count as "waitingEvents", greatest(0, extract(epoch from ${now}::timestamptz - e.oldest))::float8 as "eventLagSeconds"
    from
      (select count(*)::int as count, coalesce(min(next_at), ${now}) as oldest from webhook_deliveries
        where status = 'waiting' and next_at <= ${now}) d,
      (select count(*)::int as count, coalesce(min(received_at), ${now}) as oldest from payment_events
        where processed_at is null) e`
  if (!row) throw new Error('The query returns one row.')
  return row
}

/** Reads the delays that visitors can notice. */
export async function readDelayRow(
  db: Db,
  now: Date,
): Promise<{ paymentSeconds: number; mailSeconds: number }> {
  const row = await queryRow<{ paymentSeconds: number; mailSeconds: number }>(db)`
    select
      greatest(0, extract(epoch from ${now}::timestamptz - least(
        (select min(received_at) from payment_events where processed_at is null),
        (select min(look_at) from payments where look_at <= ${now}),
        ${now}::timestamptz)))::float8 as "paymentSeconds",
      greatest(0, extract(epoch from ${now}::timestamptz - least(
        (select min(created_at) from mails where done_at is null and dead_at is null), ${now}::timestamptz)))::float8 as "mailSeconds"`
  if (!row) throw new Error('The query returns one row.')
  return row
}

export interface FailingWebhook {
  id: string
  promoter: string
  url: string
  /** Time of the first failure since the last success. Null if the last delivery succeeded. */
  failingSince: Date | null
  isOff: boolean
  error: string
}

export function listFailingWebhooks(db: Db, limit: number): Promise<FailingWebhook[]> {
  return queryRows<FailingWebhook>(db)`
    select e.id, p.name as promoter, e.url, e.failing_since as "failingSince", e.given_up_at is not null as "isOff",
      coalesce((
        select coalesce(nullif(d.error, ''), 'status ' || d.response_status) from webhook_deliveries d
        where d.endpoint_id = e.id and d.last_attempt_at is not null and d.status <> 'delivered' order by d.seq desc limit 1
      ), '') as error
    from webhook_endpoints e join promoters p on p.id = e.promoter_id
    where (e.failing_since is not null and e.is_active) or e.given_up_at is not null
    order by e.failing_since nulls last, e.id limit ${limit}`
}

export interface FailingDomain {
  id: string
  promoter: string
  host: string
  failingSince: Date | null
  isLapsed: boolean
  checkedAt: Date | null
}

export function listFailingDomains(db: Db, limit: number): Promise<FailingDomain[]> {
  return queryRows<FailingDomain>(db)`
    select d.id, p.name as promoter, d.host, d.failing_since as "failingSince", d.status = 'lapsed' as "isLapsed",
      d.checked_at as "checkedAt"
    from domains d join promoters p on p.id = d.promoter_id
    where d.status in ('failing', 'lapsed') order by d.status, d.failing_since, d.id limit ${limit}`
}
