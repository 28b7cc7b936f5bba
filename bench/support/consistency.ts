import { findContradictions } from '#tests/support/invariants.ts'
import type { Bench } from './bench.ts'

/** Records inconsistencies in the database. */
export async function expectConsistent(bench: Bench, after: string): Promise<void> {
  const found = await findContradictions(bench.db)
  bench.problems.push(...found.map((wrong) => `after ${after}: ${wrong}`))
}
