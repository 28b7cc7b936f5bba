import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely'
import type { MemberRole } from '#model/members.ts'
import { isInRole, type Scope } from '#model/scopes.ts'
import type { Database } from '../db/tables.ts'
import type { PromoterCaller } from '../audit/actor.ts'

/**
 * Whether whoever acts may still do what they were let in for. A removal, another role and a revocation that came first count;
 * those that come later wait until the transaction is over, and see what it has done.
 */
export const keepsAuthority = (
  trx: Transaction<Database>,
  caller: PromoterCaller,
  scope: Scope,
): Promise<boolean> => isStillIn(trx, { ...caller, scope, lock: sql`for share` })

/** The same as things stand, for what only reads. */
export const hasAuthority = (db: Kysely<Database>, caller: PromoterCaller, scope: Scope): Promise<boolean> =>
  isStillIn(db, { ...caller, scope, lock: sql`` })

async function isStillIn(
  db: Kysely<Database>,
  { promoterId, actor, scope, lock }: PromoterCaller & { scope: Scope; lock: RawBuilder<unknown> },
): Promise<boolean> {
  if (actor.accountId === null) {
    const { rows } = await sql`
      select from api_keys
      where promoter_id = ${promoterId} and id = ${actor.apiKeyId} and revoked_at is null ${lock}`.execute(db)
    return rows.length > 0
  }
  const { rows } = await sql<{ role: MemberRole }>`
    select role from members where promoter_id = ${promoterId} and account_id = ${actor.accountId} ${lock}`.execute(
    db,
  )
  return rows.some(({ role }) => isInRole(scope, role))
}
