import { sql } from 'kysely'
import { execute, queryRow, queryRows, type Db, type Trx } from '#server/platform/db/query.ts'
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
  const row = await queryRow<EnginePayee>(db)`
    insert into sandbox.payees (id, key, email, country, name, status, created_at)
    values (${newSandboxId('acct')}, ${payee.key}, ${payee.email}, ${payee.country}, ${payee.name}, 'incomplete', ${now})
    on conflict (key) do update set id = sandbox.payees.id
    returning ${payeeColumns}`
  if (!row) throw new Error('The account was not stored.')
  return row
}

export function findPayee(db: Db, payeeId: string): Promise<EnginePayee | undefined> {
  return queryRow<EnginePayee>(db)`
    select ${payeeColumns} from sandbox.payees where id = ${payeeId}`
}

export function lockPayee(trx: Trx, payeeId: string): Promise<EnginePayee | undefined> {
  return queryRow<EnginePayee>(trx)`
    select ${payeeColumns} from sandbox.payees where id = ${payeeId} for update`
}

export interface PayeeChange {
  payeeId: string
  to: 'checking' | 'refused'
  details?: { name: string; bornOn: string; bankAccount: string }
  settlesAt?: Date
}

const aboutPayee = sql`jsonb_build_object('payeeId', m.id)`

export function changePayee(db: Db, change: PayeeChange, now: Date): Promise<EnginePayee | undefined> {
  return queryRow<EnginePayee>(db)`
    with moved as (
      update sandbox.payees
      set status = ${change.to}, settles_at = ${change.settlesAt ?? null}, name = coalesce(${change.details?.name ?? null}, name),
        born_on = coalesce(${change.details?.bornOn ?? null}::date, born_on),
        bank_account = coalesce(${change.details?.bankAccount ?? null}, bank_account)
      where id = ${change.payeeId} and status = any(${statusesBefore(SANDBOX_TRANSITIONS.payee, change.to)}) returning *
    ), queued as (
      ${queueEvent({ type: sql`'account.updated'`, subject: aboutPayee, source: sql`moved m`, now })}
    )
    select ${payeeColumns} from moved`
}

export async function settlePayees(db: Db, options: { now: Date; limit: number }): Promise<number> {
  const rows = await queryRows(db)`
    with moved as (
      update sandbox.payees set status = 'ready', settles_at = null
      where id in (
        select id from sandbox.payees where status = 'checking' and settles_at <= ${options.now}
        order by settles_at limit ${options.limit} for update skip locked
      )
      returning *
    ), queued as (
      ${queueEvent({ type: sql`'account.updated'`, subject: aboutPayee, source: sql`moved m`, now: options.now })}
    )
    select id from moved`
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

export function findTransfer(
  db: Db,
  find: { key: string } | { id: string },
): Promise<EngineTransfer | undefined> {
  const which = 'key' in find ? sql`key = ${find.key}` : sql`id = ${find.id}`
  return queryRow<EngineTransfer>(db)`
    select ${transferColumns} from sandbox.transfers where ${which}`
}

export async function setTransferReversed(trx: Trx, id: string): Promise<void> {
  await execute(trx)`update sandbox.transfers set is_reversed = true where id = ${id}`
}

export async function insertTransfer(trx: Trx, transfer: NewTransfer, now: Date): Promise<EngineTransfer> {
  const row = await queryRow<EngineTransfer>(trx)`
    insert into sandbox.transfers (id, key, payee_id, amount_cents, currency, transfer_group, metadata, created_at)
    values (${newSandboxId('tr')}, ${transfer.key}, ${transfer.payeeId}, ${transfer.amountCents}, ${transfer.currency},
      ${transfer.group}, ${JSON.stringify(transfer.metadata)}::jsonb, ${now})
    returning ${transferColumns}`
  if (!row) throw new Error('The transfer was not stored.')
  return row
}

export function listTransfers(
  db: Db,
  find: { payeeId: string; group?: string | undefined },
): Promise<EngineTransfer[]> {
  return queryRows<EngineTransfer>(db)`
    select ${transferColumns} from sandbox.transfers
    where payee_id = ${find.payeeId} and transfer_group = coalesce(${find.group ?? null}, transfer_group)
    order by created_at desc, id limit 100`
}

export function listBalances(db: Db, payeeId: string): Promise<{ currency: string; amountCents: number }[]> {
  return queryRows<{ currency: string; amountCents: number }>(db)`
    select currency, sum(amount_cents)::bigint as "amountCents" from (
      select currency, amount_cents from sandbox.transfers where payee_id = ${payeeId} and not is_reversed
      union all
      select currency, -amount_cents from sandbox.payouts where payee_id = ${payeeId} and status <> 'failed'
    ) moved group by currency order by currency`
}
