import { expect, it } from 'vitest'
import { succeed, type Result } from '#model/platform/result.ts'
import { createList, type ListPage } from '#stores/platform/paged-list.ts'

/** A list with pages of two rows per letter; `breaks` makes the next request fail. */
function openList() {
  const asked: string[] = []
  let isBroken = false
  const list = createList<string, { q: string }>(async ({ q, cursor }): Promise<Result<ListPage<string>>> => {
    asked.push(`${q} ${cursor ?? 'first'}`)
    if (isBroken) return { success: false, error: { code: 'INTERNAL_ERROR', message: 'Nobody is there.' } }
    const page = Number(cursor?.slice(1) ?? 1)
    const rows = [`${q}${page * 2 - 1}`, `${q}${page * 2}`]
    return succeed({ rows, nextCursor: page < 3 ? `${q}${page + 1}` : null })
  })
  return {
    ...list,
    asked,
    setBroken: (is: boolean) => {
      isBroken = is
    },
  }
}

it('a failed first page of other filters clears the rows', async () => {
  const list = openList()
  await list.load({ q: 'a' })
  list.setBroken(true)
  await list.load({ q: 'b' })
  expect(list.$list.get()).toEqual({
    rows: undefined,
    nextCursor: null,
    isLoading: false,
    failure: 'Nobody is there.',
  })
})

it('a failed first page is retried as first page', async () => {
  const list = openList()
  await list.load({ q: 'a' })
  list.setBroken(true)
  await list.load({ q: 'b' })
  list.setBroken(false)
  await list.more()
  expect(list.asked).toEqual(['a first', 'b first', 'b first'])
  expect(list.$list.get()).toMatchObject({ rows: ['b1', 'b2'], nextCursor: 'b2', failure: undefined })
})

it('rows are kept when reloading fails, and replaced by the next success', async () => {
  const list = openList()
  await list.load({ q: 'a' })
  await list.more()
  list.setBroken(true)
  await list.load({ q: 'a' })
  expect(list.$list.get()).toMatchObject({ rows: ['a1', 'a2', 'a3', 'a4'], failure: 'Nobody is there.' })
  list.setBroken(false)
  await list.more()
  expect(list.asked.at(-1)).toBe('a first')
  expect(list.$list.get()).toMatchObject({ rows: ['a1', 'a2'], nextCursor: 'a2' })
})

it('rows of the same filters keep their cursor after failures of others', async () => {
  const list = openList()
  await list.load({ q: 'a' })
  const other = list.load({ q: 'b' })
  list.setBroken(true)
  await list.load({ q: 'a' })
  await other
  expect(list.$list.get()).toMatchObject({ rows: ['a1', 'a2'], failure: 'Nobody is there.' })
})

it('a failed next page is retried at the end of the list', async () => {
  const list = openList()
  await list.load({ q: 'a' })
  list.setBroken(true)
  await list.more()
  expect(list.$list.get()).toMatchObject({ rows: ['a1', 'a2'], failure: 'Nobody is there.' })
  list.setBroken(false)
  await list.more()
  expect(list.asked.slice(1)).toEqual(['a a2', 'a a2'])
  expect(list.$list.get().rows).toEqual(['a1', 'a2', 'a3', 'a4'])
})
