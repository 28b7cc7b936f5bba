import { sql } from 'kysely'
import { execute, queryRows, type Db } from '#server/platform/db/query.ts'
import type { PromoterCaller } from './actor.ts'

export interface AuditRow {
  id: number
  at: Date
  accountId: string | null
  apiKeyId: string | null
  actorName: string | null
  isOperator: boolean
  /** Reason that the operator gave for acting on the promoter's behalf; null when no operator did. */
  supportReason: string | null
  action: string
  subjectId: string
  subject: string
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}

export interface AuditSearch {
  promoterId: string
  actor?: string | undefined
  action?: string | undefined
  subject?: string | undefined
  from?: Date | undefined
  to?: Date | undefined
  before: number | undefined
  limit: number
}

interface NewChange extends PromoterCaller {
  action: string
  subject: { id: string; name: string }
  before: string | null
  after: string | null
  now: Date
}

export async function insertAuditEntry(db: Db, change: NewChange): Promise<void> {
  const { promoterId, actor, action, subject, before, after, now } = change
  await execute(db)`
    insert into audit_log (promoter_id, at, account_id, api_key_id, support_session_id, by_operator, action, subject_id, subject, before, after)
    values (${promoterId}, ${now}, ${actor.accountId}, ${actor.apiKeyId}, ${actor.supportId ?? null},
      ${actor.isOperator ?? actor.supportId !== undefined}, ${action}, ${subject.id}, ${subject.name},
      ${before}::jsonb, ${after}::jsonb)`
}

const nameOf = sql`coalesce(nullif(trim(a.first_name || ' ' || a.last_name), ''), a.email)`

/**
 * Entries of a promoter's audit log, newest first. Names are read from the current accounts, because the log stores
 * no personal data.
 */
export function listAuditRows(db: Db, find: AuditSearch): Promise<AuditRow[]> {
  const { promoterId, actor, action, subject, from, to, before, limit } = find
  return queryRows<AuditRow>(db)`
    select l.id, l.at, l.account_id as "accountId", l.api_key_id as "apiKeyId", l.action, l.subject_id as "subjectId",
      (select ${nameOf} from accounts a where a.id = l.account_id) as "actorName",
      l.by_operator as "isOperator", (select s.reason from support_sessions s where s.id = l.support_session_id) as "supportReason",
      coalesce(nullif(l.subject, ''), case
        when l.action like 'member.%' then (select ${nameOf} from accounts a where a.id::text = l.subject_id)
        when l.action like 'invitation.%' then (select i.email from invitations i where i.id::text = l.subject_id)
      end, '') as subject, l.before, l.after
    from audit_log l
    where l.promoter_id = ${promoterId}
      ${actor === undefined ? sql`` : sql`and l.account_id = ${actor}::uuid`}
      ${action === undefined ? sql`` : isVerb(action) ? sql`and l.action = ${action}` : sql`and starts_with(l.action, ${`${action}.`})`}
      ${subject === undefined ? sql`` : sql`and l.subject_id = ${subject}`}
      ${from ? sql`and l.at >= ${from}` : sql``} ${to ? sql`and l.at < ${to}` : sql``}
      ${before === undefined ? sql`` : sql`and l.id < ${before}`}
    order by l.id desc limit ${limit}`
}

const isVerb = (action: string): boolean => action.includes('.')

export async function listAuditOptionRows(
  db: Db,
  promoterId: string,
): Promise<{ actors: { id: string; name: string }[]; nouns: string[] }> {
  const latest = sql`
    with latest as (
      select account_id, split_part(action, '.', 1) as noun from audit_log
      where promoter_id = ${promoterId} order by id desc limit 5000
    )`
  const [actors, nouns] = await Promise.all([
    queryRows<{ id: string; name: string }>(db)`
      ${latest} select a.id, ${nameOf} as name from accounts a
      where a.id in (select account_id from latest) order by name, a.id`,
    queryRows<{ noun: string }>(db)`${latest} select distinct noun from latest order by noun`,
  ])
  return { actors, nouns: nouns.map(({ noun }) => noun) }
}
