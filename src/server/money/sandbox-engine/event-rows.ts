import { sql, type RawBuilder } from 'kysely'
import { execute, queryRows, type Db } from '#server/platform/db/query.ts'

export interface EngineEvent {
  id: string
  type: string
  at: Date
  intentId?: string
  refundId?: string
  disputeId?: string
  payeeId?: string
  payoutId?: string
}

/**
 * SQL of a common table expression that queues one webhook event per row of `source`. `subject`: a JSON object of
 * ids.
 */
export const queueEvent = (event: {
  type: RawBuilder<unknown>
  subject: RawBuilder<unknown>
  source: RawBuilder<unknown>
  now: Date
}): RawBuilder<unknown> => sql`
  insert into sandbox.events (id, type, payload, deliver_at)
  select 'evt_' || replace(gen_random_uuid()::text, '-', ''), ${event.type}, ${event.subject}, ${event.now}::timestamptz
  from ${event.source}`

interface EventRow {
  id: string
  type: string
  payload: Record<string, string>
  deliverAt: Date
}

const eventColumns = sql`id, type, payload, deliver_at as "deliverAt"`

const toEvent = (row: EventRow): EngineEvent => ({
  ...row.payload,
  id: row.id,
  type: row.type,
  at: row.deliverAt,
})

/** Reserves due events for this process. Unless they are marked as delivered, they are due again at `retryAt`. */
export async function claimUndeliveredEvents(
  db: Db,
  claim: { now: Date; retryAt: Date; limit: number },
): Promise<EngineEvent[]> {
  const rows = await queryRows<EventRow>(db)`
    update sandbox.events set deliver_at = ${claim.retryAt}
    where id in (
      select id from sandbox.events where delivered_at is null and deliver_at <= ${claim.now}
      order by deliver_at limit ${claim.limit} for update skip locked
    )
    returning ${eventColumns}`
  return rows.map(toEvent)
}

/** Lists due events without reserving them, for a provider that runs in a single process. */
export async function listUndeliveredEvents(
  db: Db,
  find: { now: Date; limit: number },
): Promise<EngineEvent[]> {
  const rows = await queryRows<EventRow>(db)`
    select ${eventColumns} from sandbox.events where delivered_at is null and deliver_at <= ${find.now}
    order by deliver_at, id limit ${find.limit}`
  return rows.map(toEvent)
}

export async function markEventsDelivered(
  db: Db,
  events: { ids: readonly string[]; now: Date },
): Promise<void> {
  await execute(db)`update sandbox.events set delivered_at = ${events.now} where id = any(${events.ids})`
}
