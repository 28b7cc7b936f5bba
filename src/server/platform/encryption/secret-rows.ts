import { sql, type Kysely } from 'kysely'
import type { Database } from '#server/platform/db/tables.ts'
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

export async function listKeyIds(db: Kysely<Database>, column: SecretColumn): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct split_part(${textOf(column)}, '.', 2) as id from ${sql.table(column.table)}
    where starts_with(${textOf(column)}, ${ENCRYPTED_PREFIX})`.execute(db)
  return rows.map(({ id }) => id)
}

interface StoredSecret {
  id: string
  stored: string | Buffer
}

export async function listWithoutPrefix(
  db: Kysely<Database>,
  column: SecretColumn,
  list: { prefix: string; limit: number },
): Promise<StoredSecret[]> {
  const { rows } = await sql<StoredSecret>`
    select ${sql.ref(column.idColumn)} as id, ${sql.ref(column.column)} as stored from ${sql.table(column.table)}
    where not starts_with(${textOf(column)}, ${list.prefix}) limit ${list.limit}`.execute(db)
  return rows
}

export async function replaceSecret(
  db: Kysely<Database>,
  column: SecretColumn,
  { id, stored, encrypted }: StoredSecret & { encrypted: string },
): Promise<void> {
  const next = column.type === 'text' ? encrypted : Buffer.from(encrypted)
  await sql`
    update ${sql.table(column.table)} set ${sql.ref(column.column)} = ${next}
    where ${sql.ref(column.idColumn)} = ${id} and ${sql.ref(column.column)} = ${stored}`.execute(db)
}
