import { fileURLToPath } from 'node:url'
import { startTestPostgres } from '#tests/support/postgres.ts'
import type { Checked } from '#tests/support/schedules/check-schedules.ts'
import { round } from '../support/lines.ts'
import { runBeside } from '../support/processes.ts'
import type { SoakOptions } from './soak-options.ts'

const COUNT = 10_000
const PROCESSES = 2

/**
 * Random schedules of purchases: random actions of buyers, promoters, provider and time, webhooks in any order or
 * lost, crashes between any two statements. In the end, every paid order must have its tickets, once.
 */
export async function soakSchedules(options: SoakOptions): Promise<string[]> {
  const { count = COUNT, seed = Date.now() % 1_000_000 } = options
  const startedAt = performance.now()
  const { address: server, stop } = await startTestPostgres()
  try {
    const program = fileURLToPath(new URL('../play-schedules.ts', import.meta.url))
    const parts = await Promise.all(
      Array.from({ length: PROCESSES }, async (_, index): Promise<Checked> => {
        const job = { server, seed: seed + index, count: Math.ceil(count / PROCESSES) }
        const said = await runBeside([process.execPath, program, JSON.stringify(job)])
        // The result is the last line, after log lines.
        return JSON.parse(said.slice(said.lastIndexOf('\n') + 1))
      }),
    )
    const failures = parts.flatMap(({ failure }) => (failure ? [failure] : []))
    const sum = (pick: (part: Checked) => number): string =>
      round(parts.reduce((total, part) => total + pick(part), 0))
    process.stdout.write(
      `${sum((part) => part.played)} schedules with seeds ${seed} to ${seed + PROCESSES - 1}: ` +
        `${sum((part) => part.orders)} orders, ${sum((part) => part.paid)} paid, ${sum((part) => part.refunds)} refunds, ` +
        `${sum((part) => part.vouchersSold)} vouchers sold, ${sum((part) => part.paidByVoucher)} orders paid by voucher, ` +
        `${sum((part) => part.settlements)} settlements (${sum((part) => part.returned)} returned), ` +
        `${sum((part) => part.deaths)} crashes, ${failures.length} failures, ` +
        `${((performance.now() - startedAt) / 1000).toFixed(0)} s\n`,
    )
    return failures
  } finally {
    await stop()
  }
}
