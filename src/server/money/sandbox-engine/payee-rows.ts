import { sql } from 'kysely'
import type { Db, Trx } from '#server/platform/db/query.ts'
import type { Payee } from '#server/money/providers/provider.ts'
import { queueEvent } from './event-rows.ts'
import { newSandboxId } from './intent-rows.ts'
import { statusesBefore, SANDBOX_TRANSITIONS } from './states.ts'

export interface EnginePayee {
  id: string
  status: Payee['status']
  email: string
  country: string
  name: string
  bornOn: string | null
  bankAccount: string | null
  createdAt: Date
}

export interface NewPayee {
  key: string
  email: string
  country: string
  name: string
}

const payeeColumns = sql`
  id, status, email, country, name, born_on::text as "bornOn", bank_account as "bankAccount", created_at as "createdAt"`

export async function insertPayee(db: Db, payee: NewPayee, now: Date): Promise<EnginePayee> {
  const { rows } = await sql<EnginePayee>`
    insert into sandbox.payees (id, key, email, country, name, status, created_at)
    values (${newSandboxId('acct')}, ${payee.key}, ${payee.email}, ${payee.country}, ${payee.name}, 'incomplete', ${now})
    on conflict (key) do update set id = sandbox.payees.id
    returning ${payeeColumns}`.execute(db)
  const [row] = rows
  if (!row) throw new Error('The account was not stored.')
  return row
}

export async function findPayee(db: Db, payeeId: string): Promise<EnginePayee | undefined> {
  const { rows } = await sql<EnginePayee>`
    select ${payeeColumns} from sandbox.payees where id = ${payeeId}`.execute(db)
  return rows[0]
}

export async function lockPayee(trx: Trx, payeeId: string): Promise<EnginePayee | undefined> {
  const { rows } = await sql<EnginePayee>`
    select ${payeeColumns} from sandbox.payees where id = ${payeeId} for update`.execute(trx)
  return rows[0]
}

export interface PayeeChange {
  payeeId: string
  to: 'checking' | 'refused'
  details?: { name: string; bornOn: string; bankAccount: string }
  settlesAt?: Date
}

const aboutPayee = sql`jsonb_build_object('payeeId', m.id)`

export async function changePayee(db: Db, move: PayeeChange, now: Date): Promise<EnginePayee | undefined> {
  const { rows } = await sql<EnginePayee>`
    with moved as (
      update sandbox.payees
      set status = ${move.to}, settles_at = ${move.settlesAt ?? null}, name = coalesce(${move.details?.name ?? null}, name),
        born_on = coalesce(${move.details?.bornOn ?? null}::date, born_on),
        bank_account = coalesce(${move.details?.bankAccount ?? null}, bank_account)
      where id = ${move.payeeId} and status = any(${statusesBefore(SANDBOX_TRANSITIONS.payee, move.to)}) returning *
    ), queued as (
      ${queueEvent({ type: sql`'account.updated'`, subject: aboutPayee, source: sql`moved m`, now })}
    )
    select ${payeeColumns} from moved`.execute(db)
  return rows[0]
}

export async function settlePayees(db: Db, settle: { now: Date; limit: number }): Promise<number> {
  const { rows } = await sql`
    with moved as (
      update sandbox.payees set status = 'ready', settles_at = null
      where id in (
        select id from sandbox.payees where status = 'checking' and settles_at <= ${settle.now}
        order by settles_at limit ${settle.limit} for update skip locked
      )
      returning *
    ), queued as (
      ${queueEvent({ type: sql`'account.updated'`, subject: aboutPayee, source: sql`moved m`, now: settle.now })}
    )
    select id from moved`.execute(db)
  return rows.length
}

export interface NewTransfer {
  key: string
  payeeId: string
  amountCents: number
  currency: string
  group: string
  metadata: Readonly<Record<string, string>>
}

export interface EngineTransfer extends NewTransfer {
  id: string
  isReversed: boolean
  createdAt: Date
}

const transferColumns = sql`
  id, key, payee_id as "payeeId", amount_cents as "amountCents", currency, transfer_group as "group", metadata, is_reversed as "isReversed",
  created_at as "createdAt"`

export async function findTransfer(
  db: Db,
  find: { key: string } | { id: string },
): Promise<EngineTransfer | undefined> {
  const which = 'key' in find ? sql`key = ${find.key}` : sql`id = ${find.id}`
  const { rows } = await sql<EngineTransfer>`
    select ${transferColumns} from sandbox.transfers where ${which}`.execute(db)
  return rows[0]
}

export async function setTransferReversed(trx: Trx, id: string): Promise<void> {
  await sql`update sandbox.transfers set is_reversed = true where id = ${id}`.execute(trx)
}

export async function insertTransfer(trx: Trx, transfer: NewTransfer, now: Date): Promise<EngineTransfer> {
  const { rows } = await sql<EngineTransfer>`
    insert into sandbox.transfers (id, key, payee_id, amount_cents, currency, transfer_group, metadata, created_at)
    values (${newSandboxId('tr')}, ${transfer.key}, ${transfer.payeeId}, ${transfer.amountCents}, ${transfer.currency},
      ${transfer.group}, ${JSON.stringify(transfer.metadata)}::jsonb, ${now})
    returning ${transferColumns}`.execute(trx)
  const [row] = rows
  if (!row) throw new Error('The transfer was not stored.')
  return row
}

export async function listTransfers(
  db: Db,
  find: { payeeId: string; group?: string | undefined },
): Promise<EngineTransfer[]> {
  const { rows } = await sql<EngineTransfer>`
    select ${transferColumns} from sandbox.transfers
    where payee_id = ${find.payeeId} and transfer_group = coalesce(${find.group ?? null}, transfer_group)
    order by created_at desc, id limit 100`.execute(db)
  return rows
}

export async function listBalances(
  db: Db,
  payeeId: string,
): Promise<{ currency: string; amountCents: number }[]> {
  const { rows } = await sql<{ currency: string; amountCents: number }>`
    select currency, sum(amount_cents)::bigint as "amountCents" from (
      select currency, amount_cents from sandbox.transfers where payee_id = ${payeeId} and not is_reversed
      union all
      select currency, -amount_cents from sandbox.payouts where payee_id = ${payeeId} and status <> 'failed'
    ) moved group by currency order by currency`.execute(db)
  return rows
}
