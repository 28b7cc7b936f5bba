import { sql, type Transaction } from 'kysely'
import type { MemberRole } from '#model/members.ts'
import { isInRole, type Scope } from '#model/scopes.ts'
import type { Database } from '../db/tables.ts'
import type { PromoterCaller } from './find-caller.ts'

/**
 * Whether whoever acts may still do what they were let in for. A removal, another role and a revocation that came first count;
 * those that come later wait until the transaction is over, and see what it has done.
 */
export async function keepsAuthority(
  trx: Transaction<Database>,
  { promoterId, actor }: PromoterCaller,
  scope: Scope,
): Promise<boolean> {
  if (actor.accountId === null) {
    const { rows } = await sql`
      select from api_keys
      where promoter_id = ${promoterId} and id = ${actor.apiKeyId} and revoked_at is null for share`.execute(
      trx,
    )
    return rows.length > 0
  }
  const { rows } = await sql<{ role: MemberRole }>`
    select role from members where promoter_id = ${promoterId} and account_id = ${actor.accountId} for share`.execute(
    trx,
  )
  return rows.some(({ role }) => isInRole(scope, role))
}
