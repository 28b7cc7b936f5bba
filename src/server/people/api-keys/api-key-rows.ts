import { sql } from 'kysely'
import type { Scope } from '#model/people/scopes.ts'
import { execute, hasRow, queryRow, queryRows, type Db, type Trx } from '#server/platform/db/query.ts'

export interface ApiKeyRow {
  id: string
  promoterId: string
  name: string
  prefix: string
  scopes: Scope[]
  createdBy: string | null
  createdAt: Date
  lastUsedAt: Date | null
  expiresAt: Date | null
  revokedAt: Date | null
  members: number
}

const columns = sql`
  k.id, k.promoter_id as "promoterId", k.name, k.prefix, k.scopes, k.created_at as "createdAt",
  k.last_used_at as "lastUsedAt", k.expires_at as "expiresAt", k.revoked_at as "revokedAt",
  (select concat_ws(' ', a.first_name, a.last_name) from accounts a where a.id = k.created_by) as "createdBy",
  (select count(*)::int from members m where m.promoter_id = k.promoter_id and m.granted_by_key = k.id) as members`

export function listApiKeyRows(db: Db, find: { promoterId: string; since: Date }): Promise<ApiKeyRow[]> {
  return queryRows<ApiKeyRow>(db)`
    select ${columns} from api_keys k
    where k.promoter_id = ${find.promoterId} and (k.revoked_at is null or k.revoked_at > ${find.since})
    order by k.created_at desc, k.id`
}

export function findApiKey(db: Db, find: { promoterId: string; id: string }): Promise<ApiKeyRow | undefined> {
  return queryRow<ApiKeyRow>(db)`
    select ${columns} from api_keys k where k.promoter_id = ${find.promoterId} and k.id::text = ${find.id}`
}

export async function countActiveApiKeys(trx: Trx, promoterId: string): Promise<number> {
  // Locks the promoter's row, so that concurrent requests can't exceed the maximum number of keys.
  await execute(trx)`select from promoters where id = ${promoterId} for no key update`
  const row = await queryRow<{ count: number }>(trx)`
    select count(*)::int as count from api_keys where promoter_id = ${promoterId} and revoked_at is null`
  return row?.count ?? 0
}

export type NewApiKey = Pick<ApiKeyRow, 'id' | 'promoterId' | 'name' | 'prefix' | 'scopes' | 'expiresAt'> & {
  hash: Buffer
  accountId: string | null
  now: Date
}

export async function insertApiKey(trx: Trx, key: NewApiKey): Promise<void> {
  await execute(trx)`
    insert into api_keys (id, promoter_id, name, prefix, hash, scopes, created_by, created_at, expires_at)
    values (${key.id}, ${key.promoterId}, ${key.name}, ${key.prefix}, ${key.hash}, ${key.scopes}::text[], ${key.accountId},
      ${key.now}, ${key.expiresAt})`
}

export function revokeApiKeyRow(
  trx: Trx,
  key: { promoterId: string; id: string; now: Date },
): Promise<boolean> {
  return hasRow(trx)`
    update api_keys set revoked_at = ${key.now}
    where promoter_id = ${key.promoterId} and id = ${key.id} and revoked_at is null returning id`
}

export function revokeKeysCreatedBy(
  trx: Trx,
  filter: { promoterId: string; accountId: string; now: Date },
): Promise<Pick<ApiKeyRow, 'id' | 'name' | 'prefix'>[]> {
  return queryRows<Pick<ApiKeyRow, 'id' | 'name' | 'prefix'>>(trx)`
    update api_keys set revoked_at = ${filter.now}
    where promoter_id = ${filter.promoterId} and created_by = ${filter.accountId} and revoked_at is null
    returning id, name, prefix`
}

export interface PresentedApiKey {
  id: string
  promoterId: string
  hash: Buffer
  /** Scopes as they were granted. Scopes that no longer exist have no effect. */
  scopes: string[]
  lastUsedAt: Date | null
  expiresAt: Date | null
  revokedAt: Date | null
  isLocked: boolean
}

export function findApiKeyByPrefix(db: Db, prefix: string): Promise<PresentedApiKey | undefined> {
  return queryRow<PresentedApiKey>(db)`
    select id, promoter_id as "promoterId", hash, scopes, last_used_at as "lastUsedAt", expires_at as "expiresAt",
      revoked_at as "revokedAt", exists (select from account_locks l where l.account_id = api_keys.created_by) as "isLocked"
    from api_keys where prefix = ${prefix}`
}

/** Stores when the key was last used. Skipped while another transaction updates the row. */
export async function recordApiKeyUse(db: Db, use: { id: string; now: Date }): Promise<void> {
  await execute(db)`
    update api_keys set last_used_at = ${use.now}
    where id in (select id from api_keys where id = ${use.id} for no key update skip locked)`
}
