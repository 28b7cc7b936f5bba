import { readConfig, WrongSetting } from '#server/platform/config.ts'
import { createLog } from '#server/platform/create-log.ts'
import { DatabaseUnusable, openDatabase } from '#server/platform/db/open-database.ts'
import { revokeSessionsOf } from '#server/people/accounts/operator-rows.ts'

const USAGE = 'Use one of: end-sessions <email address>, end-sessions --all.'

/**
 * `npm run accounts -- end-sessions <email> | --all` ends the sessions of one account, or of all, while Foyer runs.
 */
async function main([command, whose, ...rest]: readonly string[]): Promise<void> {
  if (command !== 'end-sessions' || !whose || rest.length > 0) throw new WrongSetting(USAGE)
  const config = readConfig(process.env, { LOG_LEVEL: 'warn' })
  const { db, close } = await openDatabase(config, createLog(config), { exclusive: false })
  try {
    const email = whose === '--all' ? undefined : whose.toLowerCase()
    const count = await revokeSessionsOf(db, { email, now: new Date() })
    process.stdout.write(count === 1 ? '1 session has ended.\n' : `${count} sessions have ended.\n`)
  } finally {
    await close()
  }
}

main(process.argv.slice(2)).catch((error: unknown) => {
  const isExpected = error instanceof WrongSetting || error instanceof DatabaseUnusable
  console.error(isExpected ? error.message : error)
  process.exitCode = 1
})
