import { availableParallelism, cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { findBrowser } from '../e2e/support/browser.ts'
import { balances } from './rows/balances.ts'
import { cachedPages } from './rows/cached-pages.ts'
import { heldUp } from './rows/door/held-up.ts'
import { opening } from './rows/door/opening.ts'
import { revoking } from './rows/door/revoking.ts'
import { syncing } from './rows/door/syncing.ts'
import { freshPages } from './rows/fresh-pages.ts'
import { holds } from './rows/holds.ts'
import { hosts } from './rows/hosts.ts'
import { node } from './rows/node.ts'
import { orders } from './rows/orders.ts'
import { pageSpeed } from './rows/page-speed.ts'
import { pageWeight } from './rows/page-weight.ts'
import { reads } from './rows/reads.ts'
import { renderedPages } from './rows/rendered-pages.ts'
import { correctness, manyNodes } from './rows/summary.ts'
import { ticketPdfs } from './rows/ticket-pdfs.ts'
import { openBench, type Bench } from './support/bench.ts'
import { appendRun, findPrevious, measureReference, readCommit, readHistory } from './support/history.ts'
import { NotMeasurable, type Line } from './support/lines.ts'
import { generatorName } from './support/load.ts'
import { canPin } from './support/processes.ts'
import { toTable } from './support/table.ts'

/** Ids of rows and the function that measures them. */
type Topic = readonly [ids: string, measure: (bench: Bench) => Promise<Line[]>]

/** Browser measurements come first, before the process has grown; summaries come last. */
const TOPICS: readonly Topic[] = [
  ['P5 P6', pageWeight],
  ['P7 P8', pageSpeed],
  ['P1 P2', cachedPages],
  ['P3', renderedPages],
  ['P4', freshPages],
  ['P14', reads],
  ['P9 P10 P12', holds],
  ['P11', orders],
  ['P15', hosts],
  ['P19', balances],
  ['P22', heldUp],
  ['P22', opening],
  ['P22', revoking],
  ['P22', syncing],
  ['P25', ticketPdfs],
  ['P16 P17', node],
  ['P13', correctness],
  ['P18', manyNodes],
]

/**
 * `npm run bench`: prints all rows as a table beside their previous figures, and appends them to the history. Missed targets don't fail it.
 * `--only=P9,P11` measures these rows only, and leaves the history unchanged unless `--keep` is given.
 */
async function main(): Promise<void> {
  const startedAt = new Date()
  const { only, keep } = parseArgs({
    options: { only: { type: 'string' }, keep: { type: 'boolean' } },
  }).values
  const history = readHistory()
  const referenceMs = Math.round(measureReference())
  const bench = await openBench(await findBrowser().catch(() => undefined))
  const leave = (): void => void bench.close().finally(() => process.exit(130))
  process.once('SIGINT', leave).once('SIGTERM', leave)
  const lines: Line[] = []
  try {
    for (const topic of chosenOf(only)) {
      const measured = await measureTopic(bench, topic)
      lines.push(...measured)
      for (const { what, figure, target, verdict } of measured)
        process.stderr.write(`  ${what}: ${figure} (${target}: ${verdict})\n`)
    }
  } finally {
    await bench.close()
  }
  lines.sort((a, b) => numberOf(a) - numberOf(b))
  const seconds = Math.round((Date.now() - startedAt.getTime()) / 1000)
  const machine = machineOf()
  const table = toTable(lines, (line) => findPrevious(history, line))
  process.stdout.write(`\n${table}\n\n${Object.values(machine).join(' · ')} · ${seconds} s\n`)
  process.stdout.write(`Reference work: ${referenceMs} ms${beforeOf(history.at(-1)?.referenceMs)}\n`)
  process.stdout.write(bench.problems.map((problem) => `${problem}\n`).join(''))
  if (!only || keep)
    appendRun({ at: startedAt.toISOString(), commit: readCommit(), machine, referenceMs, seconds, lines })
}

const beforeOf = (referenceMs: number | undefined): string =>
  referenceMs === undefined ? '' : `, ${referenceMs} ms in the previous run`

function chosenOf(only: string | undefined): readonly Topic[] {
  const wanted = only?.split(',')
  return TOPICS.filter(([ids]) => !wanted || ids.split(' ').some((id) => wanted.includes(id)))
}

/** Measures a topic. An error is reported in its lines, and the other topics are still measured. */
async function measureTopic(bench: Bench, [ids, measure]: Topic): Promise<Line[]> {
  process.stderr.write(`${ids} …\n`)
  try {
    return await measure(bench)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    if (!(error instanceof NotMeasurable)) bench.problems.push(`${ids} failed: ${why}`)
    return ids.split(' ').map((id): Line => ({
      id,
      what: 'could not be measured',
      peer: '–',
      figure: '–',
      target: '–',
      verdict: 'not measured here',
      note: why,
    }))
  }
}

const numberOf = (line: Line): number => Number(line.id.slice(1))

const machineOf = () => ({
  cpu: `${availableParallelism()} × ${cpus()[0]?.model.trim() ?? 'unknown CPU'}`,
  node: `Node ${process.version}`,
  generator: `${generatorName}, ${canPin ? 'pinned' : 'not pinned'}`,
})

await main()
