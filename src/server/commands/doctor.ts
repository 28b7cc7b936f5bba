import { createLog } from '#server/platform/create-log.ts'
import { readConfig, WrongSetting, type Config } from '#server/platform/config.ts'
import { DatabaseUnusable, openDatabase, type OpenDatabase } from '#server/platform/db/open-database.ts'
import { listPublicHosts } from '#server/sites/payment-domains/payment-domain-rows.ts'
import { checkDatabase } from './doctor/check-database.ts'
import { checkHosts } from './doctor/check-hosts.ts'
import { checkMail } from './doctor/check-mail.ts'
import { checkStripe } from './doctor/check-stripe.ts'
import { checkUploads } from './doctor/check-uploads.ts'
import { formatFindings, problem, type Finding } from './doctor/findings.ts'

/**
 * `npm run doctor` checks the settings of this install from outside. Changes nothing. Exit code 1 when there is a
 * problem.
 */
async function main(): Promise<void> {
  const config = readConfig(process.env, { LOG_LEVEL: 'silent' })
  const database = await open(config)
  try {
    const hosts = 'db' in database ? await findHosts(database, config) : undefined
    const sections: [string, Promise<Finding[]>][] = [
      ['Database', 'db' in database ? checkDatabase(database.db, config) : Promise.resolve([database])],
      ['Web addresses', checkHosts(config)],
      ['Email', checkMail(config)],
      ['Pictures', checkUploads(config)],
      ['Stripe', checkStripe(config, hosts)],
    ]
    const found = await Promise.all(sections.map(async ([title, check]) => [title, await check] as const))
    for (const [title, findings] of found) process.stdout.write(`${formatFindings(title, findings)}\n`)
    const problems = found.flatMap(([, findings]) => findings.filter(({ is }) => is === 'problem')).length
    process.stdout.write(`\n${problems === 0 ? 'No problems.' : `${problems} to solve.`}\n`)
    process.exitCode = problems === 0 ? 0 : 1
  } finally {
    if ('db' in database) await database.close()
  }
}

async function open(config: Config): Promise<OpenDatabase | Finding> {
  try {
    return await openDatabase(config, createLog(config), { exclusive: false })
  } catch (error) {
    if (error instanceof DatabaseUnusable) return problem(error.message)
    throw error
  }
}

/** Returns undefined while the tables don't exist. */
async function findHosts({ db }: OpenDatabase, { MAIN_HOSTS }: Config): Promise<string[] | undefined> {
  return listPublicHosts(db, MAIN_HOSTS).catch(() => undefined)
}

main().catch((error: unknown) => {
  console.error(error instanceof WrongSetting ? error.message : error)
  process.exitCode = 1
})
