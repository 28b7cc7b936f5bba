import { sql, type Kysely } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { fail } from '#contracts/platform/errors.ts'
import { succeed, type Result } from '#model/platform/result.ts'
import type { PipelinedTransaction } from '#server/platform/db/pipelined.ts'
import type { Database } from '#server/platform/db/tables.ts'
import {
  RUN_ALONE,
  createTransactionBatcher,
  type Batch,
  type BatchVerdict,
} from '#server/platform/db/batches/transaction-batcher.ts'
import type { RunAloneReason, BatchKind } from '#server/platform/metrics/metrics.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { silentLog } from '#tests/support/log.ts'

let db: Kysely<Database>
let drop: () => Promise<void>

beforeEach(async () => {
  ;({ db, drop } = await createTestDatabase())
  await sql`create table notes (text text constraint no_number check (text !~ '[0-9]'))`.execute(db)
})
afterEach(() => drop())

type Verdict = BatchVerdict<string, 'NOT_FOUND' | 'EDIT_CONFLICT'>

/** Requests are texts, which are stored. The verdict of one with `?` is NOT_FOUND, and one with `!` runs alone. */
function openNotes(): {
  note: (text: string) => Promise<Result<string, 'NOT_FOUND' | 'EDIT_CONFLICT'>>
  batches: Batch<string>[]
  /** Reasons of the requests that ran alone. */
  alone: RunAloneReason[]
  /** Resolves when a batch runs. */
  hasBegun: Promise<void>
} {
  const batches: Batch<string>[] = []
  const alone: RunAloneReason[] = []
  const metrics = {
    countBatch: () => undefined,
    countAlone: (_: BatchKind, reason: RunAloneReason) => void alone.push(reason),
  }
  const begun = Promise.withResolvers<void>()
  const run = async (trx: PipelinedTransaction, batch: Batch<string>): Promise<Verdict[]> => {
    batches.push(batch)
    begun.resolve()
    // Another request can arrive while this batch runs.
    await sql`select`.execute(trx)
    return Promise.all(
      batch.requests.map(async (text): Promise<Verdict> => {
        if (text.includes('!') && !batch.waits) return RUN_ALONE
        const isOnly = batch.requests.length === 1
        if (text.includes('?') && !isOnly) return fail('NOT_FOUND')
        trx.send(sql`insert into notes (text) values (${text})`.execute(trx))
        return text.includes('?') ? fail('NOT_FOUND') : succeed(text)
      }),
    )
  }
  const note = createTransactionBatcher(
    { db, log: silentLog(), name: 'checkouts', metrics },
    { keyOf: (text: string) => text.slice(0, 1), run, rules: { no_number: 'EDIT_CONFLICT' } },
  )
  return { note, batches, alone, hasBegun: begun.promise }
}

const notes = async (): Promise<string[]> => {
  const { rows } = await sql<{ text: string }>`select text from notes order by text`.execute(db)
  return rows.map(({ text }) => text)
}

const requestsOf = (batches: readonly Batch<string>[]): (readonly string[])[] =>
  batches.map(({ requests }) => requests)

describe('requests that arrive together', () => {
  test('share a transaction, and each gets its own verdict', async () => {
    const { note, batches, alone } = openNotes()
    const done = await Promise.all(['a', 'b?', 'c'].map(note))
    expect(done).toEqual([succeed('a'), fail('NOT_FOUND'), succeed('c')])
    expect(requestsOf(batches)).toEqual([['a', 'b?', 'c']])
    expect(alone).toEqual([])
    expect(await notes()).toEqual(['a', 'c'])
  })

  test('with the same key are in different batches, in order of arrival', async () => {
    const { note, batches } = openNotes()
    await Promise.all(['a', 'ab', 'b', 'ac'].map(note))
    expect(requestsOf(batches)).toEqual([['a', 'b'], ['ab'], ['ac']])
  })

  test('form batches of at most 64', async () => {
    const { note, batches } = openNotes()
    const texts = Array.from({ length: 100 }, (_, index) => String.fromCodePoint(0x4e00 + index))
    await Promise.all(texts.map(note))
    expect(batches.map(({ requests }) => requests.length)).toEqual([64, 36])
    expect(await notes()).toHaveLength(100)
  })

  test('run alone when one makes the transaction fail, and only that one fails', async () => {
    const { note, batches, alone } = openNotes()
    const done = await Promise.all(['a', 'b1', 'c'].map(note))
    expect(done).toEqual([succeed('a'), fail('EDIT_CONFLICT'), succeed('c')])
    expect(batches.map(({ requests, waits }) => [requests.length, waits])).toEqual([
      [3, false],
      [1, true],
      [1, true],
      [1, true],
    ])
    expect(alone).toEqual(['failure', 'failure', 'failure'])
    expect(await notes()).toEqual(['a', 'c'])
  })

  test('that need a transaction of their own get one, without delaying the others', async () => {
    const { note, batches, alone } = openNotes()
    expect(await Promise.all(['a!', 'b'].map(note))).toEqual([succeed('a!'), succeed('b')])
    expect(batches).toEqual([
      { requests: ['a!', 'b'], waits: false },
      { requests: ['a!'], waits: true },
    ])
    expect(alone).toEqual(['locks'])
  })
})

test('a request that arrives alone is rolled back when it fails', async () => {
  const { note } = openNotes()
  expect(await note('a?')).toEqual(fail('NOT_FOUND'))
  expect(await notes()).toEqual([])
})

test('requests that arrive during a batch form the next one', async () => {
  const { note, batches, hasBegun } = openNotes()
  const first = note('a')
  await hasBegun
  await Promise.all([first, note('b'), note('c')])
  expect(requestsOf(batches)).toEqual([['a'], ['b', 'c']])
})

test('a plan that was made when a table was small reads the table by key when it is large', async () => {
  await sql`create table entries (id int primary key, text text not null)`.execute(db)
  await sql`insert into entries values (1, 'text 1')`.execute(db)
  await sql`analyze entries`.execute(db)
  const metrics = { countBatch: () => undefined, countAlone: () => undefined }
  const read = createTransactionBatcher<number, string | undefined, never>(
    { db, log: silentLog(), name: 'checkouts', metrics },
    {
      keyOf: String,
      run: async (trx, { requests }) => {
        const { rows } = await sql<{ id: number; text: string }>`
          select id, text from entries where id = any(${requests}::int[])`.execute(trx)
        const texts = new Map(rows.map(({ id, text }) => [id, text]))
        return requests.map((id) => succeed(texts.get(id)))
      },
    },
  )
  expect(await read(1)).toEqual(succeed('text 1'))
  await sql`insert into entries select id, 'text ' || id from generate_series(2, 5000) id`.execute(db)
  expect(await read(4000)).toEqual(succeed('text 4000'))
  await sql`select pg_stat_force_next_flush()`.execute(db)
  const { rows } = await sql<{ read: number }>`
    select seq_tup_read as read from pg_stat_user_tables where relname = 'entries'`.execute(db)
  expect(rows).toEqual([{ read: 0 }])
})
