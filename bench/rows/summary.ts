import { availableParallelism } from 'node:os'
import type { Bench } from '../support/bench.ts'
import { judge, notMeasured, type Line } from '../support/lines.ts'

const SHOWN = 5

/** P13: errors found while the other rows were measured. */
export async function correctness(bench: Bench): Promise<Line[]> {
  const count = bench.problems.length
  return [
    {
      id: 'P13',
      what: 'oversold, lost, inconsistent or unexplained',
      peer: '0',
      figure: String(count),
      target: '0',
      verdict: judge(count === 0),
      note: count === 0 ? undefined : bench.problems.slice(0, SHOWN).join('; '),
    },
  ]
}

/** P18: needs cores for two nodes, a database and a generator. */
export async function manyNodes(): Promise<Line[]> {
  const line = { id: 'P18', what: '2 nodes ÷ 1 node, pages and holds', peer: '2', target: '≥ 1.7' }
  return [
    notMeasured(
      line,
      `Two nodes, PostgreSQL and the generator need a core each: this machine has ${availableParallelism()}, and the bench starts one node.`,
    ),
  ]
}
