import { execute, hasRow, queryRow, type Db, type Trx } from '#server/platform/db/query.ts'

export interface SupportSessionRow {
  id: string
  promoterId: string
  promoterName: string
  reason: string
  endsAt: Date
}

export function findSupportSession(
  db: Db,
  find: { accountId: string; now: Date },
): Promise<SupportSessionRow | undefined> {
  return queryRow<SupportSessionRow>(db)`
    select s.id, s.promoter_id as "promoterId", p.name as "promoterName", s.reason, s.ends_at as "endsAt"
    from support_sessions s join operators o on o.account_id = s.account_id join promoters p on p.id = s.promoter_id
    where s.account_id = ${find.accountId} and s.ended_at is null and s.ends_at > ${find.now}`
}

export interface NewSupportSession {
  id: string
  promoterId: string
  accountId: string
  reason: string
  now: Date
  endsAt: Date
}

/** Starts a support session, and ends expired ones. Returns false when the operator has another active session. */
export async function insertSupportSession(trx: Trx, support: NewSupportSession): Promise<boolean> {
  const { id, promoterId, accountId, reason, now, endsAt } = support
  await execute(trx)`
    update support_sessions set ended_at = ends_at
    where account_id = ${accountId} and ended_at is null and ends_at <= ${now}`
  return hasRow(trx)`
    insert into support_sessions (id, promoter_id, account_id, reason, started_at, ends_at)
    values (${id}, ${promoterId}, ${accountId}, ${reason}, ${now}, ${endsAt})
    on conflict (account_id) where ended_at is null do nothing returning 1`
}

export function endSupportSession(
  trx: Trx,
  find: { accountId: string; now: Date },
): Promise<{ id: string; promoterId: string; promoterName: string } | undefined> {
  return queryRow<{ id: string; promoterId: string; promoterName: string }>(trx)`
    update support_sessions s set ended_at = ${find.now} from promoters p
    where p.id = s.promoter_id and s.account_id = ${find.accountId} and s.ended_at is null and s.ends_at > ${find.now}
    returning s.id, s.promoter_id as "promoterId", p.name as "promoterName"`
}

/** Data of the email to owners. `operator`: name, or '' for a deleted account. */
export function findSupportMail(
  db: Db,
  id: string,
): Promise<{ promoterName: string; operator: string; reason: string; endsAt: Date } | undefined> {
  return queryRow<{ promoterName: string; operator: string; reason: string; endsAt: Date }>(db)`
    select p.name as "promoterName", s.reason, s.ends_at as "endsAt",
      coalesce((select nullif(trim(a.first_name || ' ' || a.last_name), '') from accounts a where a.id = s.account_id), '') as operator
    from support_sessions s join promoters p on p.id = s.promoter_id where s.id = ${id}`
}
