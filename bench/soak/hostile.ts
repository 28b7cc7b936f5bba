import { createDatabase, createPool } from '#server/platform/db/pool.ts'
import { playHostile } from '#tests/support/hostile/play.ts'
import { openHostileStage } from '#tests/support/hostile/stage.ts'
import { silentLog } from '#tests/support/log.ts'
import { cloneDatabase, startTestPostgres } from '#tests/support/postgres.ts'
import { round } from '../support/lines.ts'

/** Sends each attack string in every field of every contract, as every role. */
export async function soakHostile(): Promise<string[]> {
  const startedAt = performance.now()
  const { address: server, stop } = await startTestPostgres()
  const { address, drop } = await cloneDatabase(server)
  const db = createDatabase(createPool(address, silentLog()))
  const stage = await openHostileStage({ db, address })
  try {
    const { calls, problems } = await playHostile(stage, true)
    const seconds = (performance.now() - startedAt) / 1000
    process.stdout.write(
      `${round(calls)} hostile calls in ${seconds.toFixed(0)} s, ${problems.length} failures\n`,
    )
    return problems
  } finally {
    await stage.close()
    await db.destroy()
    drop()
    await stop()
  }
}
