import { readConfig } from '#server/config.ts'
import { createContext } from '#server/create-context.ts'
import { createDatabase, createPool } from '#server/db/pool.ts'
import { createAsk } from '#tests/support/ask.ts'
import { silentLog } from '#tests/support/log.ts'
import { startTestPostgres, TEMPLATE } from '#tests/support/postgres.ts'
import { quantile, timeCalls, type Times } from '#tests/support/times.ts'
import { TEST_ENCRYPTION_KEY } from '#tests/support/encryption.ts'

const TRIES = 200
/** One of a thousand comparisons of the same with the same is further apart. */
const BEYOND_NOISE = 3.3

/** `npm run times`: whether time tells if an address has an account. Fails when it does beyond noise. */
async function main(): Promise<void> {
  const { address, stop } = await startTestPostgres()
  const connection = { ...address, database: TEMPLATE }
  const db = createDatabase(createPool(connection, silentLog()))
  try {
    const context = await createContext({
      config: readConfig({ FOYER_ENCRYPTION_KEY: TEST_ENCRYPTION_KEY }),
      db,
      connection,
      log: silentLog(),
    })
    const times = await timeCalls({ ask: createAsk(context, 'localhost'), db }, TRIES)
    await context.close()
    process.exitCode = times.flatMap(report).some((score) => Math.abs(score) > BEYOND_NOISE) ? 1 : 0
  } finally {
    await db.destroy()
    await stop()
  }
}

/** Prints a line for each kind of address, and says how far each is from nobody's. */
const report = ({ call, of }: Times): number[] =>
  Object.entries(of).map(([who, values]) => {
    const score = rankScore(values, of.nobody)
    const time = quantile(values, 0.5).toFixed(2).padStart(7)
    process.stdout.write(`${call.padEnd(9)} ${who.padEnd(11)} median ${time} ms   z ${score.toFixed(2)}\n`)
    return score
  })

/** Mann and Whitney's test: how far apart two samples lie, in standard deviations of what chance does. */
function rankScore(one: readonly number[], other: readonly number[]): number {
  const wins = one.reduce(
    (sum, value) =>
      sum + other.filter((each) => value > each).length + other.filter((each) => value === each).length / 2,
    0,
  )
  const pairs = one.length * other.length
  return (wins - pairs / 2) / Math.sqrt((pairs * (one.length + other.length + 1)) / 12)
}

await main()
