import { sql } from 'kysely'
import { queryRows, type Db } from '#server/platform/db/query.ts'

export interface OperatorLogRow {
  id: number
  at: Date
  actorId: string | null
  /** Name of the operator; '' for a command on the server, and for a deleted account. */
  actor: string
  action: string
  subject: string
  promoterId: string | null
  promoterName: string
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}

export interface OperatorLogSearch {
  actor?: string | undefined
  promoter?: string | undefined
  action?: string | undefined
  from?: Date | undefined
  to?: Date | undefined
  before: number | undefined
  limit: number
}

const nameOf = sql`coalesce(nullif(trim(a.first_name || ' ' || a.last_name), ''), a.email)`

/**
 * Entries of the operators' log, newest first. Names of people are read from their accounts, because the log stores
 * no personal data.
 */
export function listOperatorLogRows(db: Db, find: OperatorLogSearch): Promise<OperatorLogRow[]> {
  const { actor, promoter, action, from, to, before, limit } = find
  return queryRows<OperatorLogRow>(db)`
    select l.id, l.at, l.account_id as "actorId", l.action, l.promoter_id as "promoterId", l.before, l.after,
      coalesce((select ${nameOf} from accounts a where a.id = l.account_id), '') as actor,
      coalesce(nullif(l.subject, ''), (select ${nameOf} from accounts a where a.id::text = l.subject_id),
        (select i.email from promoter_invitations i where i.id::text = l.subject_id), '') as subject,
      coalesce((select p.name from promoters p where p.id = l.promoter_id),
        case when l.promoter_id is not null then l.subject end, '') as "promoterName"
    from operator_log l
    where true
      ${actor === undefined ? sql`` : sql`and l.account_id = ${actor}::uuid`}
      ${promoter === undefined ? sql`` : sql`and l.promoter_id = ${promoter}::uuid`}
      ${action === undefined ? sql`` : action.includes('.') ? sql`and l.action = ${action}` : sql`and starts_with(l.action, ${`${action}.`})`}
      ${from ? sql`and l.at >= ${from}` : sql``} ${to ? sql`and l.at < ${to}` : sql``}
      ${before === undefined ? sql`` : sql`and l.id < ${before}`}
    order by l.id desc limit ${limit}`
}

export async function listOperatorLogOptionRows(
  db: Db,
): Promise<{ actors: { id: string; name: string }[]; promoters: { id: string; name: string }[] }> {
  const latest = sql`
    with latest as (select account_id, promoter_id from operator_log order by id desc limit 5000)`
  const [actors, promoters] = await Promise.all([
    queryRows<{ id: string; name: string }>(db)`
      ${latest} select a.id, ${nameOf} as name from accounts a
      where a.id in (select account_id from latest) order by name, a.id`,
    queryRows<{ id: string; name: string }>(db)`
      ${latest} select p.id, p.name from promoters p
      where p.id in (select promoter_id from latest) order by p.name, p.id`,
  ])
  return { actors, promoters }
}
