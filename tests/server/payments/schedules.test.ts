import fc from 'fast-check'
import { expect, inject, it } from 'vitest'
import { cloneDatabase } from '#tests/support/postgres.ts'
import { schedule } from '#tests/support/schedules/command.ts'
import { runSchedule } from '#tests/support/schedules/run-schedule.ts'
import { openWorld } from '#tests/support/schedules/world.ts'

const runs = Number(process.env['RUNS'] ?? 60)
const seed = Number(process.env['SEED'] ?? 6)
it('whatever happens in whatever order, everybody has what they paid for, once', async () => {
  let open: any
  const openFresh = async () => {
    const { address, drop } = await cloneDatabase(inject('postgres'))
    const world = await openWorld(address)
    return { world, count: 0, close: async () => { await world.close(); await drop() } }
  }
  const startedAt = performance.now()
  let n = 0
  try {
    await fc.assert(fc.asyncProperty(schedule, async (one) => {
      open ??= await openFresh()
      n++
      const wrong = await runSchedule(open.world, one).catch((e) => [String(e?.stack)])
      if (wrong.length > 0 || (open.count += 1) >= 50) { const last = open; open = undefined; await last.close() }
      expect(wrong).toEqual([])
    }), { numRuns: runs, seed, endOnFailure: false })
  } finally { await open?.close(); console.log(n, performance.now() - startedAt) }
}, 600_000)
