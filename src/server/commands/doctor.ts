import { createLog } from '#server/platform/create-log.ts'
import { readConfig, type Config } from '#server/platform/config.ts'
import { openDatabase, type OpenDatabase } from '#server/platform/db/open-database.ts'
import { listPublicHosts } from '#server/sites/payment-domains/payment-domain-rows.ts'
import { printLine } from './command.ts'
import { checkBackups } from './doctor/check-backups.ts'
import { checkDatabase } from './doctor/check-database.ts'
import { checkHosts } from './doctor/check-hosts.ts'
import { checkMachine } from './doctor/check-machine.ts'
import { checkMail } from './doctor/check-mail.ts'
import { checkPeople } from './doctor/check-people.ts'
import { checkStripe } from './doctor/check-stripe.ts'
import { checkUploads } from './doctor/check-uploads.ts'
import { checkWallets } from './doctor/check-wallets.ts'
import { formatFindings, problemFinding, type Finding } from './doctor/findings.ts'

/**
 * `foyer doctor` checks the settings and environment of this install without changing anything. Exit code 1 if there is a
 * problem.
 */
export async function run(): Promise<void> {
  const { report, problems } = await examineInstall(process.env)
  printLine(report)
  process.exitCode = problems === 0 ? 0 : 1
}

/** Returns a report on the install with these settings, and its number of problems. */
export async function examineInstall(
  environment: Readonly<Record<string, string | undefined>>,
): Promise<{ report: string; problems: number }> {
  const config = readConfig(environment, { LOG_LEVEL: 'silent' })
  const database = await open(config)
  try {
    const found = await Promise.all(
      sectionsOf(config, database).map(async ([title, check]) => [title, await check] as const),
    )
    const sections = found.flatMap(([title, findings]) =>
      findings.length > 0 ? formatFindings(title, findings) : [],
    )
    const problems = found.flatMap(([, findings]) =>
      findings.filter(({ level: is }) => is === 'problem'),
    ).length
    const total = `\n${problems === 0 ? 'No problems.' : `${problems} ${problems === 1 ? 'problem' : 'problems'}.`}`
    return { report: [...sections, total].join('\n'), problems }
  } finally {
    if ('db' in database) await database.close()
  }
}

function sectionsOf(config: Config, database: OpenDatabase | Finding): [string, Promise<Finding[]>][] {
  const now = Date.now()
  const isOpen = 'db' in database
  return [
    ['Machine', checkMachine(config)],
    ['Database', isOpen ? checkDatabase(database.db, config, now) : Promise.resolve([database])],
    ['Backups', isOpen ? checkBackups(database.db, config, now) : Promise.resolve([])],
    ['People', isOpen ? checkPeople(database.db, config).catch(() => []) : Promise.resolve([])],
    ['Web addresses', checkHosts(config)],
    ['Email', checkMail(config)],
    ['Images', checkUploads(config)],
    ['Wallets', checkWallets(config, now)],
    [
      'Stripe',
      isOpen
        ? findHosts(database, config).then((hosts) => checkStripe(config, hosts))
        : checkStripe(config, undefined),
    ],
  ]
}

/** Opens the database. A failure is only a finding, because the other sections may explain it. */
async function open(config: Config): Promise<OpenDatabase | Finding> {
  try {
    return await openDatabase(config, createLog(config), { exclusive: false, mustExist: true })
  } catch (error) {
    return problemFinding(error instanceof Error ? error.message : String(error))
  }
}

/** Lists the public hosts of this install. Returns undefined if the tables don't exist yet. */
async function findHosts({ db }: OpenDatabase, { MAIN_HOSTS }: Config): Promise<string[] | undefined> {
  return listPublicHosts(db, MAIN_HOSTS).catch(() => undefined)
}
