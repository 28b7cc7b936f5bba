import { sql } from 'kysely'
import { execute, queryRows, type Db } from '#server/platform/db/query.ts'
import { ENCRYPTED_PREFIX, type SecretRow } from './encryption.ts'

/** All columns that contain encrypted secrets. Columns with hashes aren't included. */
export const SECRET_COLUMNS = [
  { table: 'auth_keys', idColumn: 'id', column: 'secret', type: 'bytea' },
  { table: 'authenticators', idColumn: 'account_id', column: 'secret', type: 'text' },
  { table: 'authenticators', idColumn: 'account_id', column: 'next_secret', type: 'text' },
  { table: 'bank_accounts', idColumn: 'id', column: 'number', type: 'text' },
  { table: 'bank_files', idColumn: 'id', column: 'content', type: 'text' },
  { table: 'debtor_accounts', idColumn: 'currency', column: 'number', type: 'text' },
  { table: 'signing_keys', idColumn: 'promoter_id', column: 'private_key', type: 'bytea' },
  { table: 'vouchers', idColumn: 'id', column: 'code', type: 'text' },
  { table: 'webhook_endpoints', idColumn: 'id', column: 'secret', type: 'text' },
  { table: 'webhook_endpoints', idColumn: 'id', column: 'old_secret', type: 'text' },
] as const satisfies readonly {
  table: SecretRow['table']
  idColumn: string
  column: string
  type: 'text' | 'bytea'
}[]

export type SecretColumn = (typeof SECRET_COLUMNS)[number]

const textOf = ({ column, type }: SecretColumn) =>
  type === 'text' ? sql.ref(column) : sql`encode(${sql.ref(column)}, 'escape')`

export async function listKeyIds(db: Db, column: SecretColumn): Promise<string[]> {
  const rows = await queryRows<{ id: string }>(db)`
    select distinct split_part(${textOf(column)}, '.', 2) as id from ${sql.table(column.table)}
    where starts_with(${textOf(column)}, ${ENCRYPTED_PREFIX})`
  return rows.map(({ id }) => id)
}

interface StoredSecret {
  id: string
  stored: string | Buffer
}

export function listWithoutPrefix(
  db: Db,
  column: SecretColumn,
  list: { prefix: string; limit: number },
): Promise<StoredSecret[]> {
  return queryRows<StoredSecret>(db)`
    select ${sql.ref(column.idColumn)} as id, ${sql.ref(column.column)} as stored from ${sql.table(column.table)}
    where not starts_with(${textOf(column)}, ${list.prefix}) limit ${list.limit}`
}

export async function replaceSecret(
  db: Db,
  column: SecretColumn,
  { id, stored, encrypted }: StoredSecret & { encrypted: string },
): Promise<void> {
  const next = column.type === 'text' ? encrypted : Buffer.from(encrypted)
  await execute(db)`
    update ${sql.table(column.table)} set ${sql.ref(column.column)} = ${next}
    where ${sql.ref(column.idColumn)} = ${id} and ${sql.ref(column.column)} = ${stored}`
}
