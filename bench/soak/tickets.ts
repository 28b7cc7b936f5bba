import { fileURLToPath } from 'node:url'
import type { TicketsChecked } from '#tests/support/ticket-schedules/check-schedules.ts'
import { startTestPostgres } from '#tests/support/postgres.ts'
import { round } from '../support/lines.ts'
import { runBeside } from '../support/processes.ts'
import type { SoakOptions } from './soak-options.ts'

const COUNT = 10_000
const PROCESSES = 2

/**
 * Random schedules of an order's tickets: offered, accepted, reclaimed, given new codes, returned, refunded and scanned, also at the same time, in processes
 * that die at any statement. At any time, each ticket has one valid code, which one person sees.
 */
export async function soakTickets(options: SoakOptions): Promise<string[]> {
  const { count = COUNT, seed = Date.now() % 1_000_000 } = options
  const startedAt = performance.now()
  const { address: server, stop } = await startTestPostgres()
  try {
    const program = fileURLToPath(new URL('../play-ticket-schedules.ts', import.meta.url))
    const parts = await Promise.all(
      Array.from({ length: PROCESSES }, async (_, index): Promise<TicketsChecked> => {
        const job = { server, seed: seed + index, count: Math.ceil(count / PROCESSES) }
        const said = await runBeside([process.execPath, program, JSON.stringify(job)])
        // The result is the last line, after log lines.
        return JSON.parse(said.slice(said.lastIndexOf('\n') + 1))
      }),
    )
    const failures = parts.flatMap(({ failure }) => (failure ? [failure] : []))
    const sum = (pick: (part: TicketsChecked) => number): string =>
      round(parts.reduce((total, part) => total + pick(part), 0))
    process.stdout.write(
      `${sum((part) => part.played)} schedules of tickets with seeds ${seed} to ${seed + PROCESSES - 1}: ` +
        `${sum((part) => part.offers)} offers, ${sum((part) => part.accepted)} accepted, ${sum((part) => part.codes)} new codes, ` +
        `${sum((part) => part.returns)} returns, ${sum((part) => part.voids)} void tickets, ${sum((part) => part.used)} used ones, ${sum((part) => part.deaths)} crashes, ` +
        `${failures.length} failures, ` +
        `${((performance.now() - startedAt) / 1000).toFixed(0)} s\n`,
    )
    return failures
  } finally {
    await stop()
  }
}
