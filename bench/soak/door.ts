import { fileURLToPath } from 'node:url'
import type { DoorChecked } from '#tests/support/door-schedules/check-schedules.ts'
import { startTestPostgres } from '#tests/support/postgres.ts'
import { round } from '../support/lines.ts'
import { runBeside } from '../support/processes.ts'
import type { SoakOptions } from './soak-options.ts'

const COUNT = 10_000
const PROCESSES = 2

/**
 * Random nights at the door: five devices with wrong clocks, mostly without a network, killed at any statement, one with cleared storage. In
 * the end, devices and server agree and no scan is lost.
 */
export async function soakDoor(options: SoakOptions): Promise<string[]> {
  const { count = COUNT, seed = Date.now() % 1_000_000 } = options
  const startedAt = performance.now()
  const { address: server, stop } = await startTestPostgres()
  try {
    const program = fileURLToPath(new URL('../play-door-schedules.ts', import.meta.url))
    const parts = await Promise.all(
      Array.from({ length: PROCESSES }, async (_, index): Promise<DoorChecked> => {
        const job = { server, seed: seed + index, count: Math.ceil(count / PROCESSES) }
        const said = await runBeside([process.execPath, program, JSON.stringify(job)])
        // The result is the last line, after log lines.
        return JSON.parse(said.slice(said.lastIndexOf('\n') + 1))
      }),
    )
    const failures = parts.flatMap(({ failure }) => (failure ? [failure] : []))
    const sum = (pick: (part: DoorChecked) => number): string =>
      round(parts.reduce((total, part) => total + pick(part), 0))
    process.stdout.write(
      `${sum((part) => part.played)} schedules of the door with seeds ${seed} to ${seed + PROCESSES - 1}: ` +
        `${sum((part) => part.scans)} scans, ${sum((part) => part.conflicts)} double entries, ${sum((part) => part.deaths)} apps killed, ` +
        `${sum((part) => part.cleared)} scans lost with cleared storage, ${failures.length} failures, ` +
        `${((performance.now() - startedAt) / 1000).toFixed(0)} s\n`,
    )
    return failures
  } finally {
    await stop()
  }
}
