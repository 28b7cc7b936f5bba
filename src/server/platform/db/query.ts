import { sql, type Kysely, type Sql, type Transaction } from 'kysely'
import type { Database } from './tables.ts'

export type Db = Kysely<Database>
export type Trx = Transaction<Database>

/** Parts of a template literal. Its values become parameters, as with `sql`. */
type Statement = Parameters<Sql>

/** Template tag that runs a query and returns its rows: queryRows<Row>(db)`select …`. */
export const queryRows =
  <Row>(db: Db) =>
  async (...statement: Statement): Promise<Row[]> =>
    (await sql<Row>(...statement).execute(db)).rows

/** Template tag that runs a query and returns its first row. */
export const queryRow =
  <Row>(db: Db) =>
  async (...statement: Statement): Promise<Row | undefined> =>
    (await queryRows<Row>(db)(...statement))[0]

/** Template tag that runs a query and tells whether it returns rows. */
export const hasRow =
  (db: Db) =>
  async (...statement: Statement): Promise<boolean> =>
    (await queryRows(db)(...statement)).length > 0

/** Template tag that runs a statement and returns the number of rows that it changed. */
export const execute =
  (db: Db) =>
  async (...statement: Statement): Promise<number> =>
    Number((await sql(...statement).execute(db)).numAffectedRows ?? 0)
