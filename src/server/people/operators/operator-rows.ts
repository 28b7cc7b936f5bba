import { sql, type Kysely } from 'kysely'
import type { Database } from '#server/platform/db/tables.ts'

type Db = Kysely<Database>

export async function isOperator(db: Db, accountId: string): Promise<boolean> {
  const { rows } = await sql`select from operators where account_id = ${accountId}`.execute(db)
  return rows.length > 0
}

export async function hasOperators(db: Db): Promise<boolean> {
  const { rows } = await sql`select from operators limit 1`.execute(db)
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

/** False if the account already is an operator. */
export async function insertOperator(trx: Db, operator: { accountId: string; now: Date }): Promise<boolean> {
  const { rows } = await sql`
    insert into operators (account_id, created_at) values (${operator.accountId}, ${operator.now})
    on conflict do nothing returning true as inserted`.execute(trx)
  return rows.length > 0
}

/** Locks all operators, so that two can't remove each other concurrently. */
export async function lockOperators(trx: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select account_id as id from operators order by account_id for update`.execute(trx)
  return rows.map(({ id }) => id)
}

export async function deleteOperator(trx: Db, accountId: string): Promise<void> {
  await sql`delete from operators where account_id = ${accountId}`.execute(trx)
}

/** Does nothing and returns false if there is an operator. Deletes expired links. */
export async function insertFirstLink(
  db: Db,
  link: { tokenHash: Buffer; now: Date; expiresAt: Date },
): Promise<boolean> {
  await sql`delete from operator_links where expires_at <= ${link.now}`.execute(db)
  const { rows } = await sql`
    insert into operator_links (token_hash, created_at, expires_at)
    select ${link.tokenHash}, ${link.now}, ${link.expiresAt} where not exists (select from operators)
    returning true as inserted`.execute(db)
  return rows.length > 0
}

export async function isLinkOpen(db: Db, link: { tokenHash: Buffer; now: Date }): Promise<boolean> {
  const { rows } = await sql`
    select from operator_links where token_hash = ${link.tokenHash} and expires_at > ${link.now}`.execute(db)
  return rows.length > 0
}

/** Uses the link up and deletes all others. False if it has expired or another one was used. */
export async function takeLink(trx: Db, link: { tokenHash: Buffer; now: Date }): Promise<boolean> {
  const { rows } = await sql`
    delete from operator_links where token_hash = ${link.tokenHash} and expires_at > ${link.now}
    returning true as taken`.execute(trx)
  if (rows.length > 0) await sql`delete from operator_links`.execute(trx)
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
