import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { cloneDatabase } from '#tests/support/postgres.ts'
import { checkStatements } from '#tests/support/statements/check-statements.ts'
import { loadServer, loadText } from '#tests/support/statements/source/program.ts'

/** Statements that can't be compared, by file and function, with the reason. */
const UNCHECKED: Readonly<Record<string, string>> = {
  'src/server/platform/limits/rate-limits.ts createRateLimits': 'statements of rate-limiter-flexible',
  'src/server/platform/db/migrate.ts readMigrations': 'migrations, which return no rows',
  'src/server/platform/db/pipelined.ts PipelinedTransaction':
    'passes on statements, and begins and ends transactions',
  'src/server/platform/db/query.ts queryRows': 'a template tag, whose statements are checked',
  'src/server/platform/db/query.ts execute': 'a template tag, whose statements are checked',
  'src/server/catalog/inventory/hold-batcher.ts toPipeline':
    'passes on the statements of `run`, which are checked',
  'src/server/demo/demo-data-rows.ts setAppendOnly': 'triggers of tables that a list names; returns no rows',
  'src/server/demo/demo-data-rows.ts deleteOfPromoters': 'tables that the catalog names; returns no rows',
}

let client: pg.Client
let drop: () => void

beforeAll(async () => {
  const clone = await cloneDatabase(inject('postgres'))
  drop = clone.drop
  client = new pg.Client(clone.address)
  await client.connect()
})

afterAll(async () => {
  await client.end()
  drop()
})

test('the row type of every statement is what PostgreSQL returns', async () => {
  const { checked, unchecked, wrong } = await checkStatements(loadServer(), client)
  expect(wrong).toEqual([])
  expect(unchecked.toSorted()).toEqual(Object.keys(UNCHECKED).toSorted())
  expect(checked).toBeGreaterThan(500)
})

const PLANTED = `
import { sql, type RawBuilder } from 'kysely'
import { queryRows, type Db } from './platform/db/query.ts'
declare const db: Db
declare const now: Date
declare const word: string | undefined
declare const ids: (string | null)[]
const find = <Row>(statement: RawBuilder<Row>) => statement.execute(db)
const titled = (title: RawBuilder<unknown>) => sql\`select \${title} as title from events e\`
export const planted = [
`

/** A statement with a row type, and what is wrong with it. */
const CLAIMS: readonly [row: string, statement: string, ...problems: string[]][] = [
  ['{ id: string; title: string }', 'select id, title from events'],
  [
    '{ id: string; name: string }',
    'select id, title from events',
    'title: the type has no such property',
    'name: the query has no such column',
  ],
  ['{ id: number }', 'select id from events', 'id: number is claimed, but it is a string'],
  [
    '{ start: string }',
    'select starts_at as start from events',
    'start: string is claimed, but it is a Date',
  ],
  [
    '{ count: string }',
    'select count(*) as count from events',
    'count: string is claimed, but it is a number',
  ],
  [
    '{ sum: number }',
    'select sum(total_cents) as sum from orders group by status',
    'sum: number is claimed, but it is a string',
  ],
  ['{ tags: number[] }', 'select tags from events', 'tags: number[] is claimed, but it is a string[]'],
  ['{ at: Date }', 'select doors_at as at from events', 'at: it may be null'],
  ['{ at: Date | null }', 'select doors_at as at from events'],
  ['{ at: Date }', 'select doors_at as at from events where doors_at > ${now}'],
  [
    '{ at: Date }',
    "select doors_at as at from events where doors_at > ${now} or title = ''",
    'at: it may be null',
  ],
  [
    '{ title: string }',
    'select e.title from payouts p left join events e on e.id = p.event_id',
    'title: it may be null',
  ],
  ['{ title: string }', 'select e.title from payouts p join events e on e.id = p.event_id'],
  [
    '{ name: string }',
    "select case when e.id is null then '' else e.title end as name from payouts p left join events e on e.id = p.event_id",
  ],
  [
    '{ name: string }',
    "select case when e.id is null then e.title else '' end as name from payouts p left join events e on e.id = p.event_id",
    'name: it may be null',
  ],
  ['{ name: string }', 'select coalesce(cancel_note, title) as name from events'],
  ['{ last: Date }', 'select max(starts_at) as last from events', 'last: it may be null'],
  ['{ last: Date }', 'select max(starts_at) as last from events group by promoter_id'],
  ['{ last: Date }', 'select max(doors_at) as last from events group by promoter_id', 'last: it may be null'],
  [
    '{ title: string }',
    'select (select e.title from events e where e.id = t.event_id) as title from ticket_types t',
  ],
  [
    '{ title: string }',
    'select (select e.title from events e where e.id = t.event_id and e.starts_at > ${now}) as title from ticket_types t',
    'title: it may be null',
  ],
  ['{ id: string }', 'select id from unnest(${ids}::uuid[]) v (id)', 'id: it may be null'],
  ['{ text: string }', 'select ${word}::text as text', 'text: it may be null'],
  ['{ first: string }', "select questions ->> 'a' as first from events", 'first: it may be null'],
  ["{ status: 'draft' | 'published' }", 'select status from events', 'status: the type lacks cancelled'],
  ["{ status: 'draft' | 'published' }", "select status from events where status <> 'cancelled'"],
  ["{ title: 'a' | 'b' }", 'select title from events', 'title: nothing restricts it to the claimed texts'],
  [
    "{ kind: 'a' }",
    "select case when title = '' then 'a' else 'b' end as kind from events",
    'kind: the type lacks b',
  ],
  [
    '{ items: { at: Date }[] }',
    "select coalesce(json_agg(json_build_object('at', starts_at)), '[]') as items from events",
    'items[].at: Date is claimed, but it is a string',
  ],
  [
    '{ items: { id: string; name: string }[] }',
    "select coalesce(json_agg(json_build_object('id', id)), '[]') as items from events",
    'items[].name: the query has no such column',
  ],
  [
    '{ item: { at: string } }',
    "select json_build_object('at', doors_at) as item from events",
    'item.at: it may be null',
  ],
  ['{ at: Date }', 'update events set doors_at = ${now} where doors_at is null returning doors_at as at'],
  [
    '{ item: { id: string } }',
    "select case title when '' then json_build_object('id', id) else json_build_object('name', title) end as item from events",
    'item.name: the type has no such property',
    'item.id: the query has no such column',
  ],
  [
    '{ item: { id: string; at: Date } }',
    'select (select to_json(e) from (select id, starts_at as at from events where id = t.event_id) e) as item from ticket_types t',
    'item: it may be null',
    'item.at: Date is claimed, but it is a string',
  ],
  [
    '{ at: Date }',
    'update events set doors_at = null where doors_at is not null returning doors_at as at',
    'at: it may be null',
  ],
  [
    '{ at: Date }',
    'with changed as (delete from events returning doors_at) select doors_at as at from changed',
    'at: it may be null',
  ],
  ['{ at: Date | null }', 'select starts_at as at from events union all select doors_at from events'],
  [
    '{ at: Date }',
    'select starts_at as at from events union all select doors_at from events',
    'at: it may be null',
  ],
  [
    '{ title: string }',
    'select ${word ? sql`title` : sql`doors_at`} as title from events',
    'title: string is claimed, but it is a Date',
  ],
]

test('wrong claims are found, and right ones are not', async () => {
  const lines = CLAIMS.map(([row, statement]) => `  queryRows<${row}>(db)\`${statement}\`,\n`)
  const source = loadText(`${PLANTED}${lines.join('')}]\n`)
  const { wrong } = await checkStatements(source, client)
  const first = PLANTED.split('\n').length
  const found = CLAIMS.map(([row, statement], index) => [
    row,
    statement,
    ...wrong.flatMap((problem) => {
      const [place, text] = [problem.slice(0, problem.indexOf(' ')), problem.slice(problem.indexOf(' ') + 1)]
      return place.endsWith(`:${first + index}`) ? [text] : []
    }),
  ])
  expect(found).toEqual(CLAIMS)
})

test('statements whose text is not known are reported', async () => {
  const source = loadText(`${PLANTED}
  find(sql<{ id: string }>\`select id from events\`),
  titled(sql\`e.title\`),
  sql\`select 1\`,
  ]
  export const given = (fragment: RawBuilder<unknown>) => sql\`select \${fragment}\`.execute(db)
  `)
  const { unchecked } = await checkStatements(source, client)
  expect(unchecked.toSorted()).toEqual([
    'src/server/planted.ts given',
    'src/server/planted.ts planted',
    'src/server/planted.ts titled',
  ])
})
