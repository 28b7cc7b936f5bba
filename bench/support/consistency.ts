import { findContradictions } from '#tests/support/invariants.ts'
import type { Bench } from './bench.ts'

/** Notes whatever the rows of the database say against each other. */
export async function expectConsistent(bench: Bench, after: string): Promise<void> {
  const found = await findContradictions(bench.db)
  bench.troubles.push(...found.map((wrong) => `after ${after}: ${wrong}`))
}
