import type { Db } from '#server/platform/db/query.ts'
import type { Encryption } from './encryption.ts'

export interface AuthKey {
  id: string
  secret: Buffer
}

export async function readAuthKeys(db: Db, encryption: Encryption): Promise<[AuthKey, ...AuthKey[]]> {
  const rows = await db
    .selectFrom('auth_keys')
    .select(['id', 'secret'])
    .orderBy('created_at', 'desc')
    .execute()
  const [newest, ...others] = rows.map(({ id, secret }) => ({
    id,
    secret: encryption.decrypt(secret, { table: 'auth_keys', id }),
  }))
  if (!newest) throw new Error('The table auth_keys is empty.')
  return [newest, ...others]
}
