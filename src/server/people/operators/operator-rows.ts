import { sql, type Kysely } from 'kysely'
import type { Database } from '#server/platform/db/tables.ts'
import { isDemoAllowed, type DemoConfig } from '#server/platform/demo-rules.ts'

type Db = Kysely<Database>

export async function isOperator(db: Db, accountId: string): Promise<boolean> {
  const { rows } = await sql`select from operators where account_id = ${accountId}`.execute(db)
  return rows.length > 0
}

/** Operators who can sign in: the demo's can't where the demo isn't allowed. */
const usable = (config: DemoConfig) =>
  isDemoAllowed(config)
    ? sql`operators`
    : sql`(select * from operators where account_id not in (select account_id from demo_accounts))`

export async function hasOperators(db: Db, config: DemoConfig): Promise<boolean> {
  const { rows } = await sql`select from ${usable(config)} o limit 1`.execute(db)
  return rows.length > 0
}

export interface OperatorRow {
  accountId: string
  name: string
  email: string
  hasSecondFactor: boolean
  createdAt: Date
}

/** Oldest first. */
export async function listOperators(db: Db): Promise<OperatorRow[]> {
  const { rows } = await sql<OperatorRow>`
    select o.account_id as "accountId", trim(a.first_name || ' ' || a.last_name) as name, a.email, o.created_at as "createdAt",
      (exists (select from passkeys p where p.account_id = a.id)
        or exists (select from authenticators t where t.account_id = a.id and t.secret is not null)) as "hasSecondFactor"
    from operators o join accounts a on a.id = o.account_id
    order by o.created_at, o.account_id`.execute(db)
  return rows
}

/** False if the account already is an operator. Open links of a first operator end. */
export async function insertOperator(trx: Db, operator: { accountId: string; now: Date }): Promise<boolean> {
  const { rows } = await sql`
    insert into operators (account_id, created_at) values (${operator.accountId}, ${operator.now})
    on conflict do nothing returning true as inserted`.execute(trx)
  await sql`delete from operator_links`.execute(trx)
  return rows.length > 0
}

/** Serialises changes of operators until the transaction ends. */
export async function lockOperatorChanges(trx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('operators', 0))`.execute(trx)
}

/** Ids of the operators who can sign in. */
export async function listOperatorIds(db: Db, config: DemoConfig): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select o.account_id as id from ${usable(config)} o`.execute(db)
  return rows.map(({ id }) => id)
}

export async function deleteOperator(trx: Db, accountId: string): Promise<void> {
  await sql`delete from operators where account_id = ${accountId}`.execute(trx)
}

/** Deletes expired links. */
export async function insertFirstLink(
  db: Db,
  link: { tokenHash: Buffer; now: Date; expiresAt: Date },
): Promise<void> {
  await sql`delete from operator_links where expires_at <= ${link.now}`.execute(db)
  await sql`
    insert into operator_links (token_hash, created_at, expires_at)
    values (${link.tokenHash}, ${link.now}, ${link.expiresAt})`.execute(db)
}

export async function isLinkOpen(db: Db, link: { tokenHash: Buffer; now: Date }): Promise<boolean> {
  const { rows } = await sql`
    select from operator_links where token_hash = ${link.tokenHash} and expires_at > ${link.now}`.execute(db)
  return rows.length > 0
}

/** Uses the link up. False if it has expired or was used. */
export async function takeLink(trx: Db, link: { tokenHash: Buffer; now: Date }): Promise<boolean> {
  const { rows } = await sql`
    delete from operator_links where token_hash = ${link.tokenHash} and expires_at > ${link.now}
    returning true as taken`.execute(trx)
  return rows.length > 0
}

/** An entry of the operators' log; `accountId` is null for commands on the server. */
export async function insertOperatorChange(
  trx: Db,
  change: {
    accountId: string | null
    action: 'operator.added' | 'operator.removed'
    subjectId: string
    now: Date
  },
): Promise<void> {
  await sql`
    insert into operator_log (at, account_id, action, subject_id)
    values (${change.now}, ${change.accountId}, ${change.action}, ${change.subjectId})`.execute(trx)
}
