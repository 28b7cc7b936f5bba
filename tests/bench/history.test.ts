import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { toTable } from '../../bench/support/table.ts'
import { appendRun, findPrevious, readHistory, type Run } from '../../bench/support/history.ts'
import type { Line } from '../../bench/support/lines.ts'

const line = (what: string, figure: string): Line => ({
  id: 'P1',
  what,
  peer: '–',
  figure,
  target: '≥ 0.90',
  verdict: 'met',
})

const run = (...lines: Line[]): Run => ({
  at: '2026-11-22T12:00:00.000Z',
  commit: 'abc1234',
  machine: {},
  referenceMs: 300,
  seconds: 1,
  lines,
})

describe('history of the bench', () => {
  let folder: string
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'foyer-history-'))))
  afterEach(() => rmSync(folder, { recursive: true }))

  test('keeps each run in a line of one file', () => {
    const file = pathToFileURL(join(folder, 'history.jsonl'))
    expect(readHistory(file)).toEqual([])
    const runs = [run(line('event page', '10/s')), run(line('event page', '20/s'))]
    for (const each of runs) appendRun(each, file)
    expect(readHistory(file)).toEqual(runs)
  })

  test('finds the latest figure of a row, whatever numbers are in its name', () => {
    const history = [
      run(line('event page, 21,124 bytes', '10/s'), line('event page, brotli', '5/s')),
      run(line('event page, 22,000 bytes', '20/s')),
      run(line('event page, 22,000 bytes', '–')),
    ]
    expect(findPrevious(history, line('event page, 23,456 bytes', ''))).toBe('20/s')
    expect(findPrevious(history, line('event page, brotli', ''))).toBe('5/s')
    expect(findPrevious(history, line('event page, identity', ''))).toBeUndefined()
  })

  test('the table shows previous figures beside new ones', () => {
    const table = toTable([line('event page', '20/s')], () => '10/s')
    expect(table).toMatch(/Foyer +before/)
    expect(table).toMatch(/20\/s +10\/s/)
    expect(toTable([line('event page', '20/s')])).not.toMatch(/before/)
  })

  test('the kept history can be read', () => {
    expect(readHistory().length).toBeGreaterThan(0)
  })
})
