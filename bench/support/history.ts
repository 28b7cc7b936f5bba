import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import type { Line } from './lines.ts'

/** One run of the bench: a line of `bench/results/history.jsonl`. */
export interface Run {
  /** ISO 8601. */
  at: string
  /** Abbreviated hash; '' outside a repository. */
  commit: string
  machine: Record<string, string>
  /** See `measureReference`. Missing in the first entries. */
  referenceMs?: number
  seconds: number
  lines: readonly Line[]
}

export const HISTORY = new URL('../results/history.jsonl', import.meta.url)

export function readHistory(file: URL = HISTORY): Run[] {
  if (!existsSync(file)) return []
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line): Run => JSON.parse(line))
}

export const appendRun = (run: Run, file: URL = HISTORY): void =>
  appendFileSync(file, `${JSON.stringify(run)}\n`)

/** The latest figure of each row. Numbers in a row's name, such as bytes of a page, may differ between runs. */
export function findPrevious(history: readonly Run[], line: Pick<Line, 'id' | 'what'>): string | undefined {
  const key = keyOf(line)
  return history
    .toReversed()
    .flatMap((run) => run.lines)
    .find((past) => keyOf(past) === key && past.figure !== '–')?.figure
}

const keyOf = ({ id, what }: Pick<Line, 'id' | 'what'>): string => `${id} ${what.replaceAll(/[\d,.]+/g, '#')}`

const HASHED_BYTES = 256 * 1024 * 1024
const OBJECTS = 200_000

/**
 * Milliseconds this machine takes for a fixed piece of work on one core: hashing 256 MB, then writing and reading 200,000 objects as JSON.
 * Says how fast the machine was, to compare figures of different runs.
 */
export function measureReference(): number {
  const startedAt = performance.now()
  const block = Buffer.alloc(1024 * 1024, 'foyer')
  const hash = createHash('sha256')
  for (let count = 0; count < HASHED_BYTES; count += block.length) hash.update(block)
  hash.digest()
  const objects = Array.from({ length: OBJECTS }, (_, id) => ({
    id,
    name: `ticket ${id}`,
    isValid: id % 2 === 0,
  }))
  JSON.parse(JSON.stringify(objects))
  return performance.now() - startedAt
}

export function readCommit(): string {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
  } catch {
    return ''
  }
}
