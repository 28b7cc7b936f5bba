import { randomBytes } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import type { DeclineCode } from '#contracts/errors.ts'
import type { PaymentStatus } from '#model/payments.ts'
import type { Database } from '../db/tables.ts'

export interface SandboxIntent {
  id: string
  clientSecret: string
  amountCents: number
  currency: string
  status: PaymentStatus
  orderId: string
  /** Why the last attempt failed. */
  decline: DeclineCode | null
}

const columns = sql`
  id, client_secret as "clientSecret", amount_cents as "amountCents", currency, status, metadata ->> 'orderId' as "orderId", decline`

const secret = (prefix: string): string => `${prefix}_${randomBytes(18).toString('base64url')}`

export async function insertIntent(
  db: Kysely<Database>,
  request: { idempotencyKey: string; amountCents: number; currency: string; orderId: string; now: Date },
): Promise<SandboxIntent> {
  const { rows } = await sql<SandboxIntent>`
    insert into sandbox.intents (id, idempotency_key, client_secret, amount_cents, currency, metadata, status, created_at)
    values (${secret('sbx')}, ${request.idempotencyKey}, ${secret('sbx_secret')}, ${request.amountCents}, ${request.currency},
      ${JSON.stringify({ orderId: request.orderId })}::jsonb, 'open', ${request.now})
    on conflict (idempotency_key) do update set id = sandbox.intents.id
    returning ${columns}`.execute(db)
  const [row] = rows
  if (!row) throw new Error('The sandbox did not keep the payment.')
  return row
}

export async function findIntent(db: Kysely<Database>, intentId: string): Promise<SandboxIntent | undefined> {
  const { rows } =
    await sql<SandboxIntent>`select ${columns} from sandbox.intents where id = ${intentId}`.execute(db)
  return rows[0]
}

/** The intent as it stands now, when it stood where it had to and moved. */
export async function moveIntent(
  db: Kysely<Database>,
  move: {
    intentId: string
    from: readonly PaymentStatus[]
    to: PaymentStatus
    settlesAt?: Date
    decline?: DeclineCode
  },
): Promise<SandboxIntent | undefined> {
  const { rows } = await sql<SandboxIntent>`
    update sandbox.intents set status = ${move.to}, settles_at = ${move.settlesAt ?? null}, decline = ${move.decline ?? null}
    where id = ${move.intentId} and status = any(${move.from}) returning ${columns}`.execute(db)
  return rows[0]
}

/** Settles an intent and leaves an event to be delivered, as one fact. Undefined when it doesn't wait for that. */
export async function succeedIntent(
  db: Kysely<Database>,
  intentId: string,
  now: Date,
): Promise<SandboxIntent | undefined> {
  const id = secret('evt')
  const type = 'payment.succeeded'
  const { rows } = await sql<SandboxIntent>`
    with moved as (
      update sandbox.intents set status = 'succeeded', settles_at = null, decline = null
      where id = ${intentId} and status in ('open', 'requires_action', 'processing') returning *
    ), told as (
      insert into sandbox.events (id, intent_id, type, payload, deliver_at)
      select ${id}, id, ${type}, ${JSON.stringify({ id, type, intentId })}::jsonb, ${now}::timestamptz from moved
    )
    select ${columns} from moved`.execute(db)
  return rows[0]
}

export async function listSettling(
  db: Kysely<Database>,
  find: { now: Date; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from sandbox.intents where status = 'processing' and settles_at <= ${find.now}
    order by settles_at limit ${find.limit}`.execute(db)
  return rows.map((row) => row.id)
}

/**
 * Events that are due, for this process alone until `retryAt`: then they are due again, should it have died with them. An
 * event is taken by one process however many ask.
 */
export async function takeUndelivered(
  db: Kysely<Database>,
  take: { now: Date; retryAt: Date; limit: number },
): Promise<{ id: string; payload: unknown }[]> {
  const { rows } = await sql<{ id: string; payload: unknown }>`
    update sandbox.events set deliver_at = ${take.retryAt}
    where id in (
      select id from sandbox.events where delivered_at is null and deliver_at <= ${take.now}
      order by deliver_at limit ${take.limit} for update skip locked
    )
    returning id, payload`.execute(db)
  return rows
}

export async function markDelivered(db: Kysely<Database>, event: { id: string; now: Date }): Promise<void> {
  await sql`update sandbox.events set delivered_at = ${event.now} where id = ${event.id}`.execute(db)
}
