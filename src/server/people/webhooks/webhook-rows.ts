import { sql } from 'kysely'
import { WEBHOOK_TEST_EVENT, type WebhookOffReason } from '#model/messages/webhooks.ts'
import { execute, queryRow, queryRows, type Db, type Trx } from '#server/platform/db/query.ts'

export interface WebhookRow {
  id: string
  promoterId: string
  url: string
  description: string
  events: string[]
  secret: string
  oldSecret: string | null
  oldSecretUntil: Date | null
  isActive: boolean
  failingSince: Date | null
  givenUpAt: Date | null
  offReason: WebhookOffReason | null
  missedSince: Date | null
  version: number
  createdAt: Date
}

const columns = sql`
  e.id, e.promoter_id as "promoterId", e.url, e.description, e.events, e.secret, e.old_secret as "oldSecret",
  e.old_secret_until as "oldSecretUntil", e.is_active as "isActive", e.failing_since as "failingSince",
  e.given_up_at as "givenUpAt", e.off_reason as "offReason", (
    select min(d.finished_at) from webhook_deliveries d join webhook_events v on v.id = d.event_id
    where d.endpoint_id = e.id and d.status = 'failed' and v.type <> ${WEBHOOK_TEST_EVENT}) as "missedSince",
  e.version, e.created_at as "createdAt"`

export function listWebhookRows(db: Db, promoterId: string): Promise<WebhookRow[]> {
  return queryRows<WebhookRow>(db)`
    select ${columns} from webhook_endpoints e where e.promoter_id = ${promoterId} order by e.created_at, e.id`
}

/** Locks the promoter's row and counts its endpoints, so that the number can't grow until the transaction ends. */
export async function countWebhooks(trx: Trx, promoterId: string): Promise<number> {
  await execute(trx)`select from promoters where id = ${promoterId} for no key update`
  const row = await queryRow<{ count: number }>(trx)`
    select count(*)::int as count from webhook_endpoints where promoter_id = ${promoterId}`
  return row?.count ?? 0
}

interface OwnWebhook {
  promoterId: string
  id: string
}

export function findWebhook(db: Db, find: OwnWebhook): Promise<WebhookRow | undefined> {
  return queryRow<WebhookRow>(db)`
    select ${columns} from webhook_endpoints e
    where e.promoter_id = ${find.promoterId} and e.id::text = ${find.id}`
}

export function lockWebhook(trx: Trx, find: OwnWebhook): Promise<WebhookRow | undefined> {
  return queryRow<WebhookRow>(trx)`
    select ${columns} from webhook_endpoints e
    where e.promoter_id = ${find.promoterId} and e.id::text = ${find.id} for update`
}

export async function insertWebhook(
  trx: Trx,
  webhook: OwnWebhook &
    Pick<WebhookRow, 'url' | 'description' | 'events' | 'secret'> & { accountId: string | null; now: Date },
): Promise<WebhookRow> {
  const rows = await queryRows<WebhookRow>(trx)`
    insert into webhook_endpoints as e (id, promoter_id, url, description, events, secret, created_by, created_at, updated_at)
    values (${webhook.id}, ${webhook.promoterId}, ${webhook.url}, ${webhook.description}, ${webhook.events}::text[], ${webhook.secret}, ${webhook.accountId},
      ${webhook.now}, ${webhook.now}) returning ${columns}`
  return only(rows)
}

/**
 * Updates an endpoint. Turning it on clears its failures. The account that changes the URL or turns the endpoint on
 * becomes its creator.
 */
export async function updateWebhook(
  trx: Trx,
  change: OwnWebhook &
    Pick<WebhookRow, 'url' | 'description' | 'events' | 'isActive'> & { accountId: string | null; now: Date },
): Promise<WebhookRow> {
  const rows = await queryRows<WebhookRow>(trx)`
    update webhook_endpoints e set url = ${change.url}, description = ${change.description}, events = ${change.events}::text[],
      failing_since = case when ${change.isActive} and not e.is_active then null else e.failing_since end,
      given_up_at = case when ${change.isActive} then null else e.given_up_at end,
      off_reason = case when ${change.isActive} then null else e.off_reason end,
      created_by = case when e.url <> ${change.url} or (${change.isActive} and not e.is_active) then ${change.accountId}::uuid
        else e.created_by end,
      is_active = ${change.isActive}, version = e.version + 1, updated_at = ${change.now}
    where e.promoter_id = ${change.promoterId} and e.id = ${change.id} returning ${columns}`
  return only(rows)
}

export async function setWebhookSecret(
  trx: Trx,
  rotation: OwnWebhook & { secret: string; oldUntil: Date; now: Date },
): Promise<WebhookRow> {
  const rows = await queryRows<WebhookRow>(trx)`
    update webhook_endpoints e set old_secret = e.secret, old_secret_until = ${rotation.oldUntil}, secret = ${rotation.secret},
      version = e.version + 1, updated_at = ${rotation.now}
    where e.promoter_id = ${rotation.promoterId} and e.id = ${rotation.id} returning ${columns}`
  return only(rows)
}

export async function deleteWebhookRow(trx: Trx, webhook: OwnWebhook): Promise<void> {
  await execute(
    trx,
  )`delete from webhook_endpoints where promoter_id = ${webhook.promoterId} and id = ${webhook.id}`
}

export async function recordDeliverySuccess(trx: Trx, id: string): Promise<void> {
  await execute(trx)`
    update webhook_endpoints set failing_since = null where id = ${id} and failing_since is not null`
}

/**
 * Records a failed delivery. Returns the time since which deliveries have failed; undefined when the endpoint was
 * turned off or deleted.
 */
export async function recordDeliveryFailure(
  trx: Trx,
  failure: { id: string; now: Date },
): Promise<Date | undefined> {
  const row = await queryRow<{ since: Date }>(trx)`
    update webhook_endpoints set failing_since = coalesce(failing_since, ${failure.now}::timestamptz)
    where id = ${failure.id} and is_active returning failing_since as since`
  return row?.since
}

/** Turns the endpoint off and marks its pending deliveries as failed. */
export async function turnOffFailingWebhook(trx: Trx, { id, now }: { id: string; now: Date }): Promise<void> {
  await execute(trx)`
    update webhook_endpoints set is_active = false, given_up_at = ${now}, version = version + 1, updated_at = ${now}
    where id = ${id}`
  await execute(trx)`
    update webhook_deliveries set status = 'failed', finished_at = ${now}, next_at = null, taken_until = null
    where endpoint_id = ${id} and status = 'waiting'`
}

export function turnOffWebhooksOf(
  trx: Trx,
  filter: { promoterId: string; accountId: string; now: Date },
): Promise<WebhookRow[]> {
  return queryRows<WebhookRow>(trx)`
    update webhook_endpoints e set is_active = false, off_reason = 'creator_left', version = e.version + 1, updated_at = ${filter.now}
    where e.promoter_id = ${filter.promoterId} and e.created_by = ${filter.accountId} and e.is_active returning ${columns}`
}

function only(rows: readonly WebhookRow[]): WebhookRow {
  const [row] = rows
  if (!row) throw new Error('The locked webhook was not found.')
  return row
}
