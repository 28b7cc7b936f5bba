import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { DeclineCode } from '#contracts/platform/declines.ts'
import { queryRow, queryRows, type Db } from '#server/platform/db/query.ts'
import type { IntentStatus, ProviderDispute } from '#server/money/providers/provider.ts'
import { queueEvent } from './event-rows.ts'
import { statusesBefore, SANDBOX_TRANSITIONS } from './states.ts'

export interface EngineIntent {
  id: string
  clientSecret: string
  amountCents: number
  currency: string
  status: IntentStatus
  metadata: Readonly<Record<string, string>>
  descriptor: string
  card: string | null
  decline: DeclineCode | null
  feeCents: number | null
  refundedCents: number
  createdAt: Date
  refunds: readonly EngineRefund[]
  disputes: readonly EngineDispute[]
}

export interface EngineRefund {
  id: string
  intentId: string
  amountCents: number
  status: 'pending' | 'succeeded' | 'failed'
  metadata: Readonly<Record<string, string>>
}

export interface EngineDispute extends ProviderDispute {
  intentId: string
}

const intentColumns = sql`
  i.id, i.client_secret as "clientSecret", i.amount_cents as "amountCents", i.currency, i.status, i.metadata, i.descriptor,
  i.card, i.decline, i.fee_cents as "feeCents", i.refunded_cents as "refundedCents", i.created_at as "createdAt",
  (
    select coalesce(json_agg(json_build_object('id', r.id, 'intentId', r.intent_id, 'amountCents', r.amount_cents,
      'status', r.status, 'metadata', r.metadata) order by r.created_at, r.id), '[]')
    from sandbox.refunds r where r.intent_id = i.id
  ) as refunds,
  (
    select coalesce(json_agg(json_build_object('id', d.id, 'intentId', d.intent_id, 'amountCents', d.amount_cents,
      'status', d.status, 'reason', d.reason) order by d.created_at, d.id), '[]')
    from sandbox.disputes d where d.intent_id = i.id
  ) as disputes`

/** Simulated fee: 1.5% plus 25 minor units, at most the amount. */
const fee = sql`least(amount_cents, (amount_cents * 150 + 5000) / 10000 + 25)`

export const newSandboxId = (prefix: string): string => `${prefix}_${randomBytes(12).toString('hex')}`

export interface NewIntent {
  key: string
  amountCents: number
  currency: string
  metadata: Readonly<Record<string, string>>
  descriptor: string
}

/**
 * Returns the intents of the keys in the same order. If a key exists already, returns its stored intent. Keys must be
 * distinct.
 */
export async function insertIntents(
  db: Db,
  intents: readonly NewIntent[],
  now: Date,
): Promise<EngineIntent[]> {
  const ids = intents.map(() => newSandboxId('pi'))
  const rows = await queryRows<EngineIntent & { key: string }>(db)`
    with i as (
      insert into sandbox.intents
        (id, idempotency_key, client_secret, amount_cents, currency, metadata, descriptor, status, created_at)
      select v.id, v.key, v.client_secret, v.amount_cents, v.currency, v.metadata::jsonb, v.descriptor, 'open', ${now}::timestamptz
      from unnest(${ids}::text[], ${intents.map(({ key }) => key)}::text[],
        ${ids.map((id) => `${id}_secret_${randomBytes(12).toString('hex')}`)}::text[],
        ${intents.map(({ amountCents }) => amountCents)}::bigint[], ${intents.map(({ currency }) => currency)}::text[],
        ${intents.map(({ metadata }) => JSON.stringify(metadata))}::text[],
        ${intents.map(({ descriptor }) => descriptor)}::text[])
        v (id, key, client_secret, amount_cents, currency, metadata, descriptor)
      -- Sorted, so that two processes that store the same intents don't deadlock.
      order by v.key
      on conflict (idempotency_key) do update set id = sandbox.intents.id
      returning *
    )
    select i.idempotency_key as key, ${intentColumns} from i`
  const byKey = new Map(rows.map(({ key, ...intent }) => [key, intent]))
  return intents.map(({ key }) => {
    const stored = byKey.get(key)
    if (!stored) throw new Error('The payment was not stored.')
    return stored
  })
}

export function findIntent(db: Db, intentId: string): Promise<EngineIntent | undefined> {
  return queryRow<EngineIntent>(db)`
    select ${intentColumns} from sandbox.intents i where i.id = ${intentId}`
}

export function listIntents(db: Db, limit: number): Promise<EngineIntent[]> {
  return queryRows<EngineIntent>(db)`
    select ${intentColumns} from sandbox.intents i order by i.created_at desc, i.id limit ${limit}`
}

export interface IntentStatusChange {
  intentId: string
  to: IntentStatus
  /** Allowed current states; by default, all that the state table allows. */
  from?: readonly IntentStatus[]
  card?: string
  decline?: DeclineCode
  settlesAt?: Date
  isDisputed?: boolean
}

/** Event type by new status. An intent that returns to `open` was declined. */
const EVENT_TYPES: Readonly<Record<IntentStatus, string>> = {
  open: 'payment_intent.payment_failed',
  requires_action: 'payment_intent.requires_action',
  processing: 'payment_intent.processing',
  succeeded: 'payment_intent.succeeded',
  cancelled: 'payment_intent.canceled',
}

const aboutIntent = sql`jsonb_build_object('intentId', m.id)`

/**
 * Changes the statuses of distinct intents, and adds their events and disputes. Returns the intents in the same order,
 * without the added disputes. Undefined for an intent whose current status doesn't allow the change.
 */
export async function changeIntentStatuses(
  db: Db,
  changes: readonly IntentStatusChange[],
  now: Date,
): Promise<(EngineIntent | undefined)[]> {
  const rows = await queryRows<EngineIntent>(db)`
    with moved as (
      update sandbox.intents i
      set status = v.status, settles_at = v.settles_at, decline = v.decline, card = coalesce(v.card, i.card),
        fee_cents = case when v.status = 'succeeded' then ${fee} end
      from unnest(${changes.map(({ intentId }) => intentId)}::text[], ${changes.map(({ to }) => to)}::text[],
        ${changes.map(({ from, to }) => (from ?? statusesBefore(SANDBOX_TRANSITIONS.intent, to)).join(' '))}::text[],
        ${changes.map(({ to }) => EVENT_TYPES[to])}::text[], ${changes.map(({ settlesAt }) => settlesAt ?? null)}::timestamptz[],
        ${changes.map(({ decline }) => decline ?? null)}::text[], ${changes.map(({ card }) => card ?? null)}::text[],
        ${changes.map(({ isDisputed }) => (isDisputed ? newSandboxId('dp') : null))}::text[])
        v (id, status, from_statuses, event_type, settles_at, decline, card, dispute_id)
      where i.id = v.id and i.status = any(string_to_array(v.from_statuses, ' '))
      returning i.*, v.event_type, v.dispute_id
    ), queued as (
      ${queueEvent({ type: sql`m.event_type`, subject: aboutIntent, source: sql`moved m`, now })}
    ), disputed as (
      insert into sandbox.disputes (id, intent_id, amount_cents, status, reason, created_at)
      select dispute_id, id, amount_cents, 'open', 'fraudulent', ${now}::timestamptz from moved where dispute_id is not null
      returning *
    ), told_dispute as (
      ${queueEvent({
        type: sql`'charge.dispute.created'`,
        subject: sql`jsonb_build_object('intentId', d.intent_id, 'disputeId', d.id)`,
        source: sql`disputed d`,
        now,
      })}
    )
    select ${intentColumns} from moved i`
  const byId = new Map(rows.map((intent) => [intent.id, intent]))
  return changes.map(({ intentId }) => byId.get(intentId))
}

export async function settleIntents(db: Db, options: { now: Date; limit: number }): Promise<number> {
  const rows = await queryRows(db)`
    with moved as (
      update sandbox.intents set status = 'succeeded', settles_at = null, decline = null, fee_cents = ${fee}
      where id in (
        select id from sandbox.intents where status = 'processing' and settles_at <= ${options.now}
        order by settles_at limit ${options.limit} for update skip locked
      )
      returning *
    ), queued as (
      ${queueEvent({ type: sql`'payment_intent.succeeded'`, subject: aboutIntent, source: sql`moved m`, now: options.now })}
    )
    select id from moved`
  return rows.length
}

export function closeDispute(
  db: Db,
  decision: { disputeId: string; as: 'won' | 'lost' },
  now: Date,
): Promise<EngineDispute | undefined> {
  return queryRow<EngineDispute>(db)`
    with moved as (
      update sandbox.disputes set status = ${decision.as}
      where id = ${decision.disputeId} and status = any(${statusesBefore(SANDBOX_TRANSITIONS.dispute, decision.as)}) returning *
    ), queued as (
      ${queueEvent({
        type: sql`'charge.dispute.closed'`,
        subject: sql`jsonb_build_object('intentId', m.intent_id, 'disputeId', m.id)`,
        source: sql`moved m`,
        now,
      })}
    )
    select id, intent_id as "intentId", amount_cents as "amountCents", status, reason from moved`
}
