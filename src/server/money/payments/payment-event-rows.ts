import { execute, queryRows, type Db } from '#server/platform/db/query.ts'

/** An event of the payment provider's webhooks. */
export interface IncomingEvent {
  provider: string
  id: string
  payload: string
  intentId: string | undefined
  isPaymentSuccess: boolean
  /** False for events that don't change anything in Foyer. */
  isRelevant: boolean
}

/**
 * Stores events, and returns the ids of those to process. The others are marked as processed: events that were already
 * processed, events about unknown objects, and events that only report the success of a payment that has already paid its
 * order.
 */
export async function storeEvents(db: Db, events: readonly IncomingEvent[], now: Date): Promise<Set<string>> {
  const rows = await queryRows<{ id: string }>(db)`
    with stored as (
      insert into payment_events (provider, event_id, payload, received_at, processed_at)
      select v.provider, v.id, v.payload::jsonb, ${now}::timestamptz,
        case when not v.is_for_us or (v.intent_id <> '' and not exists (
          select from payments p where p.provider = v.provider and p.intent_id = v.intent_id
            and not (v.says_paid and p.status = 'succeeded' and p.fee_cents is not null)
        )) then ${now}::timestamptz end
      from unnest(
        ${events.map((event) => event.provider)}::text[], ${events.map((event) => event.id)}::text[],
        ${events.map((event) => event.payload)}::text[], ${events.map((event) => event.intentId ?? '')}::text[],
        ${events.map((event) => event.isPaymentSuccess)}::boolean[], ${events.map((event) => event.isRelevant)}::boolean[]
      ) v (provider, id, payload, intent_id, says_paid, is_for_us)
      -- Sorted, so that two processes that store the same events don't deadlock.
      order by v.provider, v.id
      on conflict (provider, event_id) do update set event_id = excluded.event_id
      returning event_id, processed_at
    )
    select event_id as id from stored where processed_at is null`
  return new Set(rows.map((row) => row.id))
}

export async function markEventsProcessed(
  db: Db,
  events: { provider: string; ids: readonly string[]; now: Date },
): Promise<void> {
  await execute(db)`
    update payment_events set processed_at = ${events.now}
    where provider = ${events.provider} and event_id = any(${events.ids}) and processed_at is null`
}

export function listUnprocessedEvents(
  db: Db,
  find: { provider: string; before: Date; limit: number },
): Promise<{ id: string; payload: unknown }[]> {
  return queryRows<{ id: string; payload: unknown }>(db)`
    select event_id as id, payload from payment_events
    where provider = ${find.provider} and processed_at is null and received_at <= ${find.before}
    order by received_at limit ${find.limit}`
}
