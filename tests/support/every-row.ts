import { sql, type Kysely } from 'kysely'
import type { Database } from '#server/platform/db/tables.ts'
import { listTables } from '#server/platform/dump/dump-rows.ts'

/** A value of each column type in SQL, with what text formats must escape. */
const VALUES: Readonly<Record<string, string>> = {
  uuid: 'gen_random_uuid()',
  text: String.raw`E'a\tb\\n\n\r“ü” \\. \\N'`,
  'character varying': String.raw`E'a\tb\\n'`,
  'text[]': String.raw`array['a,b', '"c"', E'\\', '', null]`,
  citext: `'A@example.com'`,
  boolean: 'true',
  smallint: '7',
  integer: '-7',
  'integer[]': 'array[1, 2]',
  bigint: '9007199254740991',
  'bigint[]': 'array[1, 9007199254740991]',
  numeric: '0.1000',
  real: '0.1',
  'double precision': '0.1',
  date: `date '2024-02-29'`,
  'timestamp with time zone': `timestamptz '2026-03-29 01:30:00.123456+00'`,
  jsonb: String.raw`'{"a": ["\\", "\t", null, 1.50]}'`,
  json: String.raw`'{"b": 1, "a": "\t"}'`,
  bytea: String.raw`'\x005c0aff'`,
  inet: `'2001:db8::1'`,
  'uuid[]': 'array[gen_random_uuid()]',
  interval: `interval '1 month 2 days'`,
}

/** Drops check constraints, so that any value fits. */
export async function dropChecks(db: Kysely<Database>): Promise<void> {
  const { rows } = await sql<{ statement: string }>`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as statement from pg_constraint
    where contype = 'c' and conrelid <> 0 and connamespace in ('public'::regnamespace, 'sandbox'::regnamespace)`.execute(
    db,
  )
  for (const { statement } of rows) await sql.raw(statement).execute(db)
}

/** Inserts a row into every empty table, with a value in every column. Drops check constraints, and skips foreign keys. */
export async function fillEveryTable(db: Kysely<Database>): Promise<void> {
  await dropChecks(db)
  const tables = await listTables(db)
  await db.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx)
    for (const { schema, name } of tables) {
      const { rows } = await sql<{ column: string; type: string }>`
        select attname::text as column, format_type(atttypid, null) as type from pg_attribute
        where attrelid = ${`${schema}.${name}`}::regclass and attnum > 0 and not attisdropped and attgenerated = ''
        order by attnum`.execute(trx)
      const columns = rows.map(({ column }) => sql.ref(column))
      const values = rows.map(({ column, type }) => {
        const value = VALUES[type]
        if (value === undefined) throw new Error(`There is no value of type ${type} for ${name}.${column}.`)
        return sql.raw(value)
      })
      await sql`
        insert into ${sql.table(`${schema}.${name}`)} (${sql.join(columns)}) overriding system value
        select ${sql.join(values)} where not exists (select from ${sql.table(`${schema}.${name}`)})`.execute(
        trx,
      )
    }
  })
}
