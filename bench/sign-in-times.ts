import { readConfig } from '#server/platform/config.ts'
import { createContext } from '#server/create-context.ts'
import { createDatabase, createPool } from '#server/platform/db/pool.ts'
import { createAsk } from '#tests/support/ask.ts'
import { silentLog } from '#tests/support/log.ts'
import { startTestPostgres, TEMPLATE } from '#tests/support/postgres.ts'
import { quantile, timeCalls, type Times } from '#tests/support/times.ts'
import { TEST_ENCRYPTION_KEY } from '#tests/support/encryption.ts'

const TRIES = 200
/** z score that one in a thousand comparisons of equal distributions exceeds. */
const BEYOND_NOISE = 3.3

/** `npm run times`: fails if response times reveal whether an address has an account. */
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

/** Prints a line per kind of address; returns each one's z score compared with unknown addresses. */
const report = ({ call, of }: Times): number[] =>
  Object.entries(of).map(([who, values]) => {
    const score = rankScore(values, of.nobody)
    const time = quantile(values, 0.5).toFixed(2).padStart(7)
    process.stdout.write(`${call.padEnd(9)} ${who.padEnd(11)} median ${time} ms   z ${score.toFixed(2)}\n`)
    return score
  })

/** z score of the Mann–Whitney U test. */
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
