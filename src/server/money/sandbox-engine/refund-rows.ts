import { sql } from 'kysely'
import { execute, queryRow, queryRows, type Db, type Trx } from '#server/platform/db/query.ts'
import { queueEvent } from './event-rows.ts'
import type { EngineRefund } from './intent-rows.ts'

const refundColumns = sql`id, intent_id as "intentId", amount_cents as "amountCents", status, metadata`

export async function lockIntent(trx: Trx, intentId: string): Promise<void> {
  await execute(trx)`select from sandbox.intents where id = ${intentId} for update`
}

export function findRefundByKey(db: Db, key: string): Promise<EngineRefund | undefined> {
  return queryRow<EngineRefund>(db)`
    select ${refundColumns} from sandbox.refunds where key = ${key}`
}

export interface NewRefund {
  id: string
  key: string
  intentId: string
  amountCents: number
  metadata: Readonly<Record<string, string>>
  status: 'pending' | 'succeeded'
  /** Time and result of a late refund. Undefined for a refund that is completed at once. */
  settles: { at: Date; as: 'succeeded' | 'failed' } | undefined
}

export async function insertRefund(trx: Trx, refund: NewRefund, now: Date): Promise<EngineRefund> {
  const row = await queryRow<EngineRefund>(trx)`
    with made as (
      insert into sandbox.refunds (id, key, intent_id, amount_cents, metadata, status, settles_at, settles_as, created_at)
      values (${refund.id}, ${refund.key}, ${refund.intentId}, ${refund.amountCents},
        ${JSON.stringify(refund.metadata)}::jsonb, ${refund.status}, ${refund.settles?.at ?? null},
        ${refund.settles?.as ?? null}, ${now})
      returning *
    ), counted as (
      update sandbox.intents i set refunded_cents = refunded_cents + made.amount_cents from made where i.id = made.intent_id
    ), queued as (
      ${queueEvent({
        type: sql`'charge.refunded'`,
        subject: sql`jsonb_build_object('intentId', m.intent_id, 'refundId', m.id)`,
        source: sql`made m`,
        now,
      })}
    )
    select ${refundColumns} from made`
  if (!row) throw new Error('The refund was not stored.')
  return row
}

export async function settleRefunds(db: Db, options: { now: Date; limit: number }): Promise<number> {
  const rows = await queryRows(db)`
    with moved as (
      update sandbox.refunds set status = settles_as, settles_at = null
      where id in (
        select id from sandbox.refunds where settles_at <= ${options.now}
        order by settles_at limit ${options.limit} for update skip locked
      )
      returning *
    ), counted as (
      update sandbox.intents i set refunded_cents = refunded_cents - back.amount_cents
      from (select intent_id, sum(amount_cents) as amount_cents from moved where status = 'failed' group by intent_id) back
      where i.id = back.intent_id
    ), queued as (
      ${queueEvent({
        type: sql`case m.status when 'failed' then 'refund.failed' else 'refund.updated' end`,
        subject: sql`jsonb_build_object('intentId', m.intent_id, 'refundId', m.id)`,
        source: sql`moved m`,
        now: options.now,
      })}
    )
    select id from moved`
  return rows.length
}
