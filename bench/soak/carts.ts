import { fileURLToPath } from 'node:url'
import { buyCarts } from '#tests/support/carts/buy-carts.ts'
import { startTestPostgres } from '#tests/support/postgres.ts'
import { round } from '../support/lines.ts'
import { runBeside } from '../support/processes.ts'
import type { SoakOptions } from './soak-options.ts'

const COUNT = 1_000_000
const PROCESSES = 2
/** One cart of this many is bought through the API. */
const BOUGHT_OF = 3000

/** Displayed, quoted, charged and ledger amounts must be equal, in currencies with 0, 2 and 3 decimals. */
export async function soakCarts(options: SoakOptions): Promise<string[]> {
  const { count = COUNT, seed = Date.now() % 1_000_000 } = options
  const startedAt = performance.now()
  const program = fileURLToPath(new URL('../quote-carts.ts', import.meta.url))
  const quoted = await Promise.all(
    Array.from({ length: PROCESSES }, async (_, index): Promise<{ failure?: string }> => {
      const job = { seed: seed + index, count: Math.ceil(count / PROCESSES) }
      return JSON.parse(await runBeside([process.execPath, program, JSON.stringify(job)]))
    }),
  )
  const bought = Math.ceil(count / BOUGHT_OF)
  const { address: server, stop } = await startTestPostgres()
  const failure = await buyCarts({ server, seed, count: bought }).finally(stop)
  const failures = [...quoted.map((part) => part.failure), failure].filter((each) => each !== undefined)
  process.stdout.write(
    `${round(count)} carts priced and ${round(bought)} bought with seeds ${seed} to ${seed + PROCESSES - 1}: ` +
      `${failures.length} differences, ${((performance.now() - startedAt) / 1000).toFixed(0)} s\n`,
  )
  return failures
}
