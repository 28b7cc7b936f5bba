import { sql } from 'kysely'
import type { MemberRole } from '#model/people/members.ts'
import { hasRow, queryRow, queryRows, type Db } from '#server/platform/db/query.ts'

export interface FoundAccount {
  id: string
  name: string
  email: string
  isVerified: boolean
  isLocked: boolean
  createdAt: Date
}

/** Returns a `like` pattern for texts that start with this one. */
const prefix = (text: string): string => `${text.replaceAll(/[\\%_]/g, '\\$&')}%`

/** Finds accounts by email address, name, account id or order number. Each part of the query uses an index. */
export function findAccountRows(
  db: Db,
  { q, id, limit }: { q: string; id: string | undefined; limit: number },
): Promise<FoundAccount[]> {
  const text = q.toLowerCase()
  const [first = '', ...rest] = text.split(/\s+/)
  const last = rest.join(' ')
  return queryRows<FoundAccount>(db)`
    select a.id, trim(a.first_name || ' ' || a.last_name) as name, a.email, a.email_verified_at is not null as "isVerified",
      exists (select from account_locks l where l.account_id = a.id) as "isLocked", a.created_at as "createdAt"
    from accounts a where a.id in (
      (select id from accounts where email like ${prefix(text)} limit ${limit})
      union (select id from accounts where lower(first_name) like ${prefix(text)} limit ${limit})
      union (select id from accounts where lower(last_name) like ${prefix(text)} limit ${limit})
      union (select id from accounts where ${last !== ''} and lower(first_name) = ${first} and lower(last_name) like ${prefix(last)}
        limit ${limit})
      union (select id from accounts where id = ${id ?? null}::uuid)
      union (select coalesce(o.account_id, owner.id) from orders o
        left join accounts owner on owner.email = o.email and owner.email_verified_at is not null
        where o.number = ${q.toUpperCase()})
    )
    order by a.email_verified_at is null, a.email, a.id limit ${limit}`
}

export interface AccountDetailRow {
  id: string
  name: string
  email: string
  isVerified: boolean
  createdAt: Date
  lastSignInAt: Date | null
  isOperator: boolean
  lockedAt: Date | null
  lockedBy: string | null
  lockReason: string | null
  paidOrders: number
  allOrders: number
}

const nameOf = sql`nullif(trim(a.first_name || ' ' || a.last_name), '')`

export function findAccountDetailRow(db: Db, accountId: string): Promise<AccountDetailRow | undefined> {
  return queryRow<AccountDetailRow>(db)`
    select a.id, trim(a.first_name || ' ' || a.last_name) as name, a.email, a.email_verified_at is not null as "isVerified",
      a.created_at as "createdAt",
      (select max(s.created_at) from sessions s where s.account_id = a.id) as "lastSignInAt",
      exists (select from operators p where p.account_id = a.id) as "isOperator",
      l.locked_at as "lockedAt", l.reason as "lockReason",
      (select trim(b.first_name || ' ' || b.last_name) from accounts b where b.id = l.locked_by) as "lockedBy",
      counted.paid as "paidOrders", counted.total as "allOrders"
    from accounts a left join account_locks l on l.account_id = a.id
    cross join lateral (
      select count(*) filter (where o.paid_at is not null)::int as paid, count(*)::int as total from orders o
      where o.account_id = a.id or (o.account_id is null and o.email = a.email and a.email_verified_at is not null)
    ) counted
    where a.id = ${accountId}`
}

export interface AccountMembership {
  promoterId: string
  promoter: string
  role: MemberRole
}

export function listAccountMemberships(db: Db, accountId: string): Promise<AccountMembership[]> {
  return queryRows<AccountMembership>(db)`
    select m.promoter_id as "promoterId", p.name as promoter, m.role from members m join promoters p on p.id = m.promoter_id
    where m.account_id = ${accountId} order by p.name, m.promoter_id`
}

export interface AccountEvent {
  at: Date
  kind: string
  by: string | null
  reason: string | null
}

/** Security emails to the account (kept for 90 days) and operators' actions on it, newest first. */
export function listAccountEvents(
  db: Db,
  list: { accountId: string; kinds: readonly string[]; limit: number },
): Promise<AccountEvent[]> {
  const { accountId, kinds, limit } = list
  return queryRows<AccountEvent>(db)`
    select e.at, e.kind, e.by, e.reason from (
      select m.created_at as at, m.kind, null::text as by, null::text as reason from mails m
      where m.payload ->> 'accountId' = ${accountId} and m.kind = any(${kinds}::text[])
      union all
      -- Removals that ended by the owner's objection or after the waiting time, without an operator.
      select r.ended_at, 'factor_' || r.outcome, null, null from factor_removals r
      where r.account_id = ${accountId}::uuid and r.ended_at is not null
        and not exists (select from operator_log k where k.subject_id = ${accountId} and k.at = r.ended_at)
      union all
      select l.at, split_part(l.action, '.', 2), (select ${nameOf} from accounts a where a.id = l.account_id), l.after ->> 'reason'
      from operator_log l where l.subject_id = ${accountId} and l.action like 'account.%'
    ) e where e.kind = any(${kinds}::text[]) order by e.at desc limit ${limit}`
}

/**
 * Locks an account for sign-in. Returns false when the account is already locked. The caller holds the lock of the
 * account's row.
 */
export function insertAccountLock(
  trx: Db,
  lock: { accountId: string; operatorId: string; reason: string; now: Date },
): Promise<boolean> {
  return hasRow(trx)`
    insert into account_locks (account_id, locked_at, locked_by, reason)
    values (${lock.accountId}, ${lock.now}, ${lock.operatorId}, ${lock.reason})
    on conflict do nothing returning true as locked`
}

export function deleteAccountLock(trx: Db, accountId: string): Promise<boolean> {
  return hasRow(trx)`
    delete from account_locks where account_id = ${accountId} returning true as unlocked`
}
