import { expect, it } from 'vitest'
import { csvOf } from '#model/csv.ts'
import { readCsv } from '#model/read-csv.ts'

it('reads what it writes, with the line where each row begins', () => {
  const rows = [
    ['code', 'words'],
    ['A', 'a "quote", and\na line'],
    ['B', ''],
  ]
  const read = [...readCsv(csvOf(rows))]
  expect(read.map((row) => row?.cells)).toEqual(rows)
  expect(read.map((row) => row?.line)).toEqual([1, 2, 4])
})

it('takes semicolons, lone line feeds and empty lines', () => {
  expect([...readCsv('a;b\n\n1,5; x \n')]).toEqual([
    { line: 1, cells: ['a', 'b'] },
    { line: 2, cells: [] },
    { line: 3, cells: ['1,5', 'x'] },
  ])
})

it('refuses a quote that never ends', () => {
  expect([...readCsv('a,b\n"open,1')].at(-1)).toBeUndefined()
})

it('refuses a row that no table has, and goes no further', () => {
  expect([...readCsv(`a,b${','.repeat(1_000_000)}\n1,2`)]).toEqual([undefined])
})
