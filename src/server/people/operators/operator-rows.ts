import { sql } from 'kysely'
import type { OperatorAction } from '#model/people/operator-log.ts'
import { execute, hasRow, queryRows, type Db } from '#server/platform/db/query.ts'
import { isDemoAllowed, type DemoConfig } from '#server/platform/demo-rules.ts'

export function isOperator(db: Db, accountId: string): Promise<boolean> {
  return hasRow(db)`select from operators where account_id = ${accountId}`
}

/** Operators who can sign in. Excludes locked accounts, and demo accounts if the demo isn't allowed. */
const usable = (config: DemoConfig) => sql`(
  select u.account_id from operators u where u.account_id not in (select l.account_id from account_locks l)
    and ${isDemoAllowed(config) ? sql`true` : sql`u.account_id not in (select d.account_id from demo_accounts d)`}
)`

export function hasOperators(db: Db, config: DemoConfig): Promise<boolean> {
  return hasRow(db)`select from ${usable(config)} o limit 1`
}

export interface OperatorRow {
  accountId: string
  name: string
  email: string
  hasSecondFactor: boolean
  createdAt: Date
}

export function listOperatorRows(db: Db): Promise<OperatorRow[]> {
  return queryRows<OperatorRow>(db)`
    select o.account_id as "accountId", trim(a.first_name || ' ' || a.last_name) as name, a.email, o.created_at as "createdAt",
      (exists (select from passkeys p where p.account_id = a.id)
        or exists (select from authenticators t where t.account_id = a.id and t.secret is not null)) as "hasSecondFactor"
    from operators o join accounts a on a.id = o.account_id
    order by o.created_at, o.account_id`
}

/**
 * Makes an account an operator. Returns false if the account already is one. Invalidates the links for the first
 * operator.
 */
export async function insertOperator(trx: Db, operator: { accountId: string; now: Date }): Promise<boolean> {
  const rows = await queryRows(trx)`
    insert into operators (account_id, created_at) values (${operator.accountId}, ${operator.now})
    on conflict do nothing returning true as inserted`
  await execute(trx)`delete from operator_links`
  return rows.length > 0
}

export async function lockOperatorChanges(trx: Db): Promise<void> {
  await execute(trx)`select pg_advisory_xact_lock(hashtextextended('operators', 0))`
}

export async function listOperatorIds(db: Db, config: DemoConfig): Promise<string[]> {
  const rows = await queryRows<{ id: string }>(db)`select o.account_id as id from ${usable(config)} o`
  return rows.map(({ id }) => id)
}

export async function deleteOperator(trx: Db, accountId: string): Promise<void> {
  await execute(trx)`delete from operators where account_id = ${accountId}`
}

/** Stores a link for the first operator, and deletes expired ones. */
export async function insertOperatorLink(
  db: Db,
  link: { tokenHash: Buffer; now: Date; expiresAt: Date },
): Promise<void> {
  await execute(db)`delete from operator_links where expires_at <= ${link.now}`
  await execute(db)`
    insert into operator_links (token_hash, created_at, expires_at)
    values (${link.tokenHash}, ${link.now}, ${link.expiresAt})`
}

export function isOperatorLinkValid(db: Db, link: { tokenHash: Buffer; now: Date }): Promise<boolean> {
  return hasRow(db)`
    select from operator_links where token_hash = ${link.tokenHash} and expires_at > ${link.now}`
}

export function consumeOperatorLink(trx: Db, link: { tokenHash: Buffer; now: Date }): Promise<boolean> {
  return hasRow(trx)`
    delete from operator_links where token_hash = ${link.tokenHash} and expires_at > ${link.now}
    returning true as taken`
}

/** `before` and `after` must not contain secrets or personal data. */
export interface OperatorChange {
  /** Account of the operator; null for commands on the server. */
  accountId: string | null
  action: OperatorAction
  subjectId: string
  /** Name of the changed object at that time. Undefined for accounts and addresses, whose names are personal data. */
  subject?: string
  promoterId?: string
  before?: Readonly<Record<string, unknown>>
  after?: Readonly<Record<string, unknown>>
  now: Date
}

/** Writes an entry of the operators' log. Call in the transaction of the change. */
export async function insertOperatorChange(trx: Db, change: OperatorChange): Promise<void> {
  const { now, accountId, action, subjectId, subject = '', promoterId = null, before, after } = change
  const [was, is] = [before, after].map((state) => (state ? JSON.stringify(state) : null))
  await execute(trx)`
    insert into operator_log (at, account_id, action, subject_id, subject, promoter_id, before, after)
    values (${now}, ${accountId}, ${action}, ${subjectId}, ${subject}, ${promoterId}, ${was}::jsonb, ${is}::jsonb)`
}
