import { expect, test } from 'vitest'
import { DatabaseSilent } from '#server/platform/db/client/database-silent.ts'
import { createStatementBatcher } from '#server/platform/db/batches/statement-batcher.ts'

test('when the database doesn’t respond, requests that wait behind the first one fail without another attempt', async () => {
  const batches: (readonly string[])[] = []
  const ask = createStatementBatcher<string, string>({
    keyOf: (text) => text,
    run: async (texts) => {
      batches.push(texts)
      throw new DatabaseSilent(1000)
    },
  })
  const asked = await Promise.allSettled(['a', 'b', 'c'].map(ask))
  expect(asked.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  expect(batches).toEqual([['a']])
})

test('requests of a failed statement run alone, and only the one that caused it fails', async () => {
  const batches: (readonly string[])[] = []
  const ask = createStatementBatcher<string, string>({
    keyOf: (text) => text,
    run: async (texts) => {
      batches.push(texts)
      if (texts.includes('?')) throw new Error('The database refuses it.')
      return texts.map((text) => text.toUpperCase())
    },
  })
  const asked = await Promise.allSettled(['a', 'b', '?'].map(ask))
  expect(asked.map((each) => (each.status === 'fulfilled' ? each.value : each.status))).toEqual([
    'A',
    'B',
    'rejected',
  ])
  expect(batches).toEqual([['a'], ['b', '?'], ['b'], ['?']])
})
