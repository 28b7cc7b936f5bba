import { sql, type RawBuilder } from 'kysely'
import type { MemberRole } from '#model/people/members.ts'
import { isSupportScope, hasRoleScope, type Scope } from '#model/people/scopes.ts'
import { queryRows, type Db, type Trx } from '#server/platform/db/query.ts'
import type { PromoterCaller } from '#server/platform/audit/actor.ts'

/**
 * True if the caller still has the scope. Locks the membership, key or support session, so that removals and role
 * changes wait until the transaction ends.
 */
export const isStillAuthorised = (trx: Trx, caller: PromoterCaller, scope: Scope): Promise<boolean> =>
  isStillIn(trx, { ...caller, scope, lock: sql`for share` })

/** Like `isStillAuthorised`, but takes no lock. Only for reads. */
export const hasAuthority = (db: Db, caller: PromoterCaller, scope: Scope): Promise<boolean> =>
  isStillIn(db, { ...caller, scope, lock: sql`` })

async function isStillIn(
  db: Db,
  { promoterId, actor, scope, lock }: PromoterCaller & { scope: Scope; lock: RawBuilder<unknown> },
): Promise<boolean> {
  if (actor.accountId === null) {
    const rows = await queryRows(db)`
      select from api_keys
      where promoter_id = ${promoterId} and id = ${actor.apiKeyId} and revoked_at is null ${lock}`
    return rows.length > 0
  }
  if (actor.supportId !== undefined) {
    const rows = await queryRows(db)`
      select from support_sessions s
      where s.promoter_id = ${promoterId} and s.id = ${actor.supportId} and s.ended_at is null
        and exists (select from operators where account_id = s.account_id) ${lock}`
    return rows.length > 0 && isSupportScope(scope)
  }
  const rows = await queryRows<{ role: MemberRole }>(db)`
    select role from members where promoter_id = ${promoterId} and account_id = ${actor.accountId} ${lock}`
  return rows.some(({ role }) => hasRoleScope(scope, role))
}
