import { sql, type Kysely } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { succeed } from '#model/platform/result.ts'
import type { PipelinedTransaction } from '#server/platform/db/pipelined.ts'
import type { Database } from '#server/platform/db/tables.ts'
import { transact } from '#server/platform/db/transact.ts'
import { createTestDatabase } from '#tests/support/database.ts'

let db: Kysely<Database>
let drop: () => Promise<void>

beforeAll(async () => {
  ;({ db, drop } = await createTestDatabase())
  await sql`create table notes (text text)`.execute(db)
})
afterAll(() => drop())

const note = (trx: PipelinedTransaction, text: string): Promise<unknown> =>
  sql`insert into notes (text) values (${text})`.execute(trx)

const notes = async (): Promise<string[]> => {
  const { rows } = await sql<{ text: string }>`select text from notes order by text`.execute(db)
  return rows.map(({ text }) => text)
}

test('writes statements that were sent together', async () => {
  const done = await transact(db, async (trx) => {
    trx.send(note(trx, 'a'), note(trx, 'b'))
    return Promise.resolve(succeed('done'))
  })
  expect([done, await notes()]).toEqual([succeed('done'), ['a', 'b']])
})

test('refuses a statement that a sent function would write after the commit', async () => {
  const noteBoth = async (trx: PipelinedTransaction): Promise<void> => {
    await note(trx, 'c')
    await note(trx, 'd')
  }
  const writing = transact(db, (trx) => {
    trx.send(noteBoth(trx))
    return Promise.resolve(succeed('done'))
  })
  await expect(writing).rejects.toThrow('A statement was sent after the commit of its transaction.')
  expect(await notes()).not.toContain('d')
})

test('an id that concurrent transactions insert is inserted once, also if a second unique key has it', async () => {
  await sql`
    create table things (id int primary key, owner int not null, constraint things_promoter_id_id_key unique (owner, id))`.execute(
    db,
  )
  const insert = (id: number) =>
    transact(db, async (trx) => {
      await sql`insert into things values (${id}, 1) on conflict (id) do nothing`.execute(trx)
      return succeed('done')
    })
  for (let id = 0; id < 100; id += 1) await Promise.all(Array.from({ length: 4 }, () => insert(id)))
  const { rows } = await sql<{ ids: number }>`select count(*)::int as ids from things`.execute(db)
  expect(rows).toEqual([{ ids: 100 }])
})
