import { sql } from 'kysely'
import { queryRow, queryRows, type Db, type Trx } from '#server/platform/db/query.ts'
import type { ProviderPayout } from '#server/money/providers/provider.ts'
import { queueEvent } from './event-rows.ts'
import { newSandboxId } from './intent-rows.ts'

export interface NewPayout {
  key: string
  payeeId: string
  amountCents: number
  currency: string
  metadata: Readonly<Record<string, string>>
}

export interface EnginePayout extends NewPayout {
  id: string
  status: ProviderPayout['status']
  reason: string
  createdAt: Date
}

const payoutColumns = sql`
  p.id, p.key, p.payee_id as "payeeId", p.amount_cents as "amountCents", p.currency, p.status, p.reason, p.metadata,
  p.created_at as "createdAt"`

export function findPayout(
  db: Db,
  find: { payeeId: string; id: string } | { key: string },
): Promise<EnginePayout | undefined> {
  const which = 'key' in find ? sql`key = ${find.key}` : sql`id = ${find.id} and payee_id = ${find.payeeId}`
  return queryRow<EnginePayout>(db)`
    select ${payoutColumns} from sandbox.payouts p where ${which}`
}

export function listPayouts(db: Db, payeeId: string): Promise<EnginePayout[]> {
  return queryRows<EnginePayout>(db)`
    select ${payoutColumns} from sandbox.payouts p where p.payee_id = ${payeeId}
    order by p.created_at desc, p.id limit 100`
}

export async function insertPayout(
  trx: Trx,
  payout: NewPayout & { settlesAt: Date },
  now: Date,
): Promise<EnginePayout> {
  const row = await queryRow<EnginePayout>(trx)`
    insert into sandbox.payouts as p (id, key, payee_id, amount_cents, currency, status, metadata, settles_at, created_at)
    values (${newSandboxId('po')}, ${payout.key}, ${payout.payeeId}, ${payout.amountCents}, ${payout.currency}, 'sent',
      ${JSON.stringify(payout.metadata)}::jsonb, ${payout.settlesAt}, ${now})
    returning ${payoutColumns}`
  if (!row) throw new Error('The payout was not stored.')
  return row
}

export async function settlePayouts(
  db: Db,
  options: { now: Date; limit: number; failingAccount: string },
): Promise<number> {
  const rows = await queryRows(db)`
    with due as (
      select id from sandbox.payouts where settles_at <= ${options.now}
      order by settles_at limit ${options.limit} for update skip locked
    ), moved as (
      update sandbox.payouts p
      set settles_at = null, status = case when fails then 'failed' else 'paid' end,
        reason = case when fails then 'The bank account is closed.' else '' end
      from due join sandbox.payouts d using (id)
      join lateral (select bank_account = ${options.failingAccount} as fails from sandbox.payees where id = d.payee_id) y on true
      where p.id = due.id returning p.*
    ), queued as (
      ${queueEvent({
        type: sql`'payout.' || m.status`,
        subject: sql`jsonb_build_object('payoutId', m.id, 'payeeId', m.payee_id)`,
        source: sql`moved m`,
        now: options.now,
      })}
    )
    select id from moved`
  return rows.length
}
