import { expect, it } from 'vitest'
import { csvOf } from '#model/csv.ts'
import { readCsv } from '#model/read-csv.ts'

it('reads what it writes, with the line where each row begins', () => {
  const rows = [
    ['code', 'words'],
    ['A', 'a "quote", and\na line'],
    ['B', ''],
  ]
  const read = readCsv(csvOf(rows))
  expect(read?.map(({ cells }) => cells)).toEqual(rows)
  expect(read?.map(({ line }) => line)).toEqual([1, 2, 4])
})

it('takes semicolons, lone line feeds and empty lines', () => {
  expect(readCsv('a;b\n\n1,5; x \n')).toEqual([
    { line: 1, cells: ['a', 'b'] },
    { line: 3, cells: ['1,5', 'x'] },
  ])
})

it('refuses a quote that never ends', () => {
  expect(readCsv('a,b\n"open,1')).toBeUndefined()
})
