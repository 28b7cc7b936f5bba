import type pg from 'pg'

/** What the database knows about types, columns, functions and operators. */
export interface Catalogue {
  types: ReadonlyMap<number, PgType>
  /** By `table.column`, as numbers. */
  columns: ReadonlyMap<string, Column>
  functions: ReadonlyMap<number, PgFunction>
  operators: ReadonlyMap<number, PgFunction>
  foreignKeys: readonly ForeignKey[]
}

export interface PgType {
  oid: number
  /** As written in SQL. */
  name: string
  /** `typcategory`: S for texts, N for numbers, A for arrays … */
  category: string
  /** Type of an array's elements; 0 for other types. */
  element: number
}

export interface Column {
  isRequired: boolean
  /** Values that a check constraint allows. */
  values: ReadonlySet<string> | undefined
}

export interface ForeignKey {
  /** `table.column table.column`: the second is referred to. */
  pairs: readonly string[]
  /** False when a column of the first table may be null: then the others refer to nothing. */
  isRequired: boolean
}

export interface PgFunction {
  name: string
  /** Returns null for a null argument without being called. */
  isStrict: boolean
}

export async function readCatalogue(client: pg.ClientBase): Promise<Catalogue> {
  const [types, columns, functions, operators, foreignKeys] = [
    await client.query<PgType>(
      `select oid, format_type(oid, null) as name, typcategory as category, typelem as element from pg_type`,
    ),
    await client.query<{ key: string; isRequired: boolean; checks: string[] }>(COLUMNS),
    await client.query<PgFunction & { oid: number }>(
      `select oid, proname as name, proisstrict as "isStrict" from pg_proc`,
    ),
    await client.query<PgFunction & { oid: number }>(
      `select o.oid, o.oprname as name, p.proisstrict as "isStrict" from pg_operator o join pg_proc p on p.oid = o.oprcode`,
    ),
    await client.query<ForeignKey>(FOREIGN_KEYS),
  ]
  return {
    types: new Map(types.rows.map((type) => [type.oid, type])),
    columns: new Map(
      columns.rows.map(({ key, isRequired, checks }) => [key, { isRequired, values: valuesOf(checks) }]),
    ),
    functions: new Map(functions.rows.map((each) => [each.oid, each])),
    operators: new Map(operators.rows.map((each) => [each.oid, each])),
    foreignKeys: foreignKeys.rows,
  }
}

/** Columns with the conditions of their check constraints. */
const COLUMNS = `
  select a.attrelid || '.' || a.attnum as key, a.attnotnull as "isRequired",
    array(select pg_get_constraintdef(c.oid) from pg_constraint c
      where c.conrelid = a.attrelid and c.contype = 'c' and c.convalidated and c.conkey = array[a.attnum]) as checks
  from pg_attribute a join pg_class r on r.oid = a.attrelid where r.relkind in ('r', 'p') and not a.attisdropped`

const FOREIGN_KEYS = `
  select array_agg(c.conrelid || '.' || k.own || ' ' || c.confrelid || '.' || k.other) as pairs, bool_and(a.attnotnull) as "isRequired"
  from pg_constraint c cross join lateral unnest(c.conkey, c.confkey) k (own, other)
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.own
  where c.contype = 'f' and c.convalidated group by c.oid`

/** `CHECK ((status = ANY (ARRAY['a'::text, 'b'::text])))` */
const ONE_OF = /^CHECK \(\(\w+ = ANY \(ARRAY\[(?<list>[^\]]*)\]\)\)\)$/
const ONE = /^CHECK \(\(\w+ = (?<list>'[^']*'::text)\)\)$/
const TEXT = /'(?<value>(?:[^']|'')*)'/g

function valuesOf(checks: readonly string[]): ReadonlySet<string> | undefined {
  for (const check of checks) {
    const list = (ONE_OF.exec(check) ?? ONE.exec(check))?.groups?.['list']
    if (list) return new Set([...list.matchAll(TEXT)].map(({ groups }) => groups?.['value'] ?? ''))
  }
  return undefined
}
