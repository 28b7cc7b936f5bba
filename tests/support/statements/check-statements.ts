import type pg from 'pg'
import ts from 'typescript'
import { readCatalogue, type Catalogue } from './columns/catalogue.ts'
import { compareRow } from './compare.ts'
import { describeStatement } from './columns/describe-statement.ts'
import { ownerOf, type Source } from './source/program.ts'
import { readColumns } from './columns/query-shapes.ts'
import { Unresolved } from './source/sql-values.ts'
import { findStatements, type Statement, type Variant } from './source/find-statements.ts'

export interface Report {
  checked: number
  /** Owners of statements whose text isn't known, and of templates that are part of no statement. */
  unchecked: string[]
  /** Wrong claims: where, and what is wrong. */
  wrong: string[]
}

/** Compares the row type of every statement with its columns in a migrated database. Executes none. */
export async function checkStatements(source: Source, client: pg.ClientBase): Promise<Report> {
  const { statements, unreached } = findStatements(source)
  const unknown = statements.filter(({ variants }) => variants instanceof Unresolved)
  const wrong = new Set<string>()
  await client.query('begin')
  const tools = { source, client, catalogue: await readCatalogue(client) }
  for (const statement of statements)
    for (const problem of await checkStatement(tools, statement)) wrong.add(`${statement.place} ${problem}`)
  await client.query('rollback')
  return {
    checked: statements.length - unknown.length,
    unchecked: [...new Set([...unreached.map(ownerOf), ...unknown.map(({ owner }) => owner)])],
    wrong: [...wrong],
  }
}

interface Tools {
  source: Source
  client: pg.ClientBase
  catalogue: Catalogue
}

async function checkStatement(tools: Tools, statement: Statement): Promise<string[]> {
  const problems: string[] = []
  const variants = statement.variants instanceof Unresolved ? [] : statement.variants
  for (const variant of variants) problems.push(...(await checkVariant(tools, statement, variant)))
  return problems
}

async function checkVariant(tools: Tools, { row }: Statement, variant: Variant): Promise<string[]> {
  const { source, client, catalogue } = tools
  if (!row) return ['the type of its rows is not known']
  await client.query('savepoint checked')
  try {
    const { parameters, columns } = await describeStatement(client, variant.text)
    if (isUnclaimed(row)) return []
    const types = parameters.map((oid) => catalogue.types.get(oid)?.name ?? 'text')
    const body = columns.length > 0 ? await parseBody(client, variant.text, types) : ''
    const shaped = readColumns(body, { catalogue, parameters: variant.parameters })
    return compareRow({ checker: source.checker, catalogue }, row, shaped)
  } catch (error) {
    return [`${String(error)} in ${variant.text}`]
  } finally {
    await client.query('rollback to checked')
  }
}

/** True for `sql` without a row type. */
const isUnclaimed = (row: ts.Type): boolean => (row.flags & ts.TypeFlags.Unknown) !== 0

/** PostgreSQL's parsed form of a statement, which it keeps for the body of a function. */
async function parseBody(client: pg.ClientBase, text: string, types: readonly string[]): Promise<string> {
  await client.query(
    `create function pg_temp.parsed(${types.join(', ')}) returns setof record begin atomic ${text}; end`,
  )
  const { rows } = await client.query<{ body: string }>(
    `select prosqlbody::text as body from pg_proc where oid = 'pg_temp.parsed'::regproc`,
  )
  return rows[0]?.body ?? ''
}
