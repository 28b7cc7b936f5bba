import { expect, it } from 'vitest'
import { formatCsv } from '#model/platform/csv.ts'
import { readCsv } from '#model/platform/read-csv.ts'

it('round-trips, with the line number of each row', () => {
  const rows = [
    ['code', 'words'],
    ['A', 'a "quote", and\na line'],
    ['B', ''],
  ]
  const read = [...readCsv(formatCsv(rows))]
  expect(read.map((row) => row?.cells)).toEqual(rows)
  expect(read.map((row) => row?.line)).toEqual([1, 2, 4])
})

it('accepts semicolons, lone line feeds and empty lines', () => {
  expect([...readCsv('a;b\n\n1,5; x \n')]).toEqual([
    { line: 1, cells: ['a', 'b'] },
    { line: 2, cells: [] },
    { line: 3, cells: ['1,5', 'x'] },
  ])
})

it('refuses an unclosed quote', () => {
  expect([...readCsv('a,b\n"open,1')].at(-1)).toBeUndefined()
})

it('refuses a row with too many cells, and stops', () => {
  expect([...readCsv(`a,b${','.repeat(1_000_000)}\n1,2`)]).toEqual([undefined])
})
