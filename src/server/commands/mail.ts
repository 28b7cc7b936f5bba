import type { OpenDatabase } from '#server/platform/db/open-database.ts'
import type { Db } from '#server/platform/db/query.ts'
import { listDeadMailRows, requeueDeadMails, type DeadMail } from '#server/platform/outbox/mail-rows.ts'
import { listMailReports, type PromoterMailReports } from '#server/messages/delivery/unsubscription-rows.ts'
import { setPromoterTrusted } from '#server/platform/outbox/trust-rows.ts'
import { CommandRefused, printLine, withDatabase } from './command.ts'

const USAGE = 'Use one of: dead, replay, replay <id>, reports, trust <site name>, distrust <site name>.'
const COMMANDS = new Set(['dead', 'replay', 'reports', 'trust', 'distrust'])

/** `foyer mail dead | replay [id] | reports | trust <site name> | distrust <site name>`, while Foyer runs. */
export async function run([command = '', subject]: readonly string[]): Promise<void> {
  if (!COMMANDS.has(command)) throw new CommandRefused(USAGE)
  const work = async ({ db }: OpenDatabase): Promise<void> => {
    if (command === 'dead') return printLine(describe(await listDeadMailRows(db)))
    if (command === 'reports') return printLine(describeReports(await listMailReports(db, new Date())))
    if (command !== 'replay') return trust(db, subject ?? '', command === 'trust')
    const count = await requeueDeadMails(db, subject)
    if (subject !== undefined && count === 0)
      throw new CommandRefused(`No email ${subject} has failed. \`foyer mail dead\` lists those that have.`)
    printLine(count === 1 ? '1 email will be sent again.' : `${count} emails will be sent again.`)
  }
  await withDatabase(work, { writes: command !== 'dead' && command !== 'reports' })
}

async function trust(db: Db, slug: string, isTrusted: boolean): Promise<void> {
  const changed = await setPromoterTrusted(db, slug, isTrusted ? new Date() : null)
  if (changed === 0) throw new CommandRefused(`There is no promoter with the site name “${slug}”.`)
  printLine(isTrusted ? `${slug} is trusted.` : `${slug} is not trusted any more.`)
}

const describe = (dead: readonly DeadMail[]): string =>
  dead.length === 0
    ? 'No emails have failed.'
    : dead
        .map(
          ({ id, fact, deadAt, lastError }) => `${id}  ${deadAt.toISOString()}  ${fact}  ${lastError ?? ''}`,
        )
        .join('\n')

const describeReports = (reports: readonly PromoterMailReports[]): string =>
  reports.length === 0
    ? 'No emails were reported in the last 90 days.'
    : reports
        .map(
          ({ slug, isTrusted, reported, sent, lastAt }) =>
            `${slug}  ${reported} of ${sent} emails reported, last ${lastAt.toISOString()}${isTrusted ? '  trusted' : ''}`,
        )
        .join('\n')
