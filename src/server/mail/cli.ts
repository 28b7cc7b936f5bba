import { readConfig, WrongSetting } from '../config.ts'
import { createLog } from '../create-context.ts'
import { DatabaseUnusable, openDatabase } from '../db/open-database.ts'
import { listDeadMails, replayDeadMails, type DeadMail } from './mail-rows.ts'

const USAGE = 'Say one of: dead, replay, replay <id>.'

/** `npm run mail -- dead | replay [id]`, beside a running Foyer: what was given up on, and another try. */
async function main([command, mailId]: readonly string[]): Promise<void> {
  if (command !== 'dead' && command !== 'replay') throw new WrongSetting(USAGE)
  const config = { ...readConfig(process.env), LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'warn' }
  const { db, close } = await openDatabase(config, createLog(config), { exclusive: false })
  try {
    if (command === 'dead') return say(describe(await listDeadMails(db)))
    const count = await replayDeadMails(db, mailId)
    say(count === 1 ? '1 mail is tried again.' : `${count} mails are tried again.`)
  } finally {
    await close()
  }
}

const describe = (dead: readonly DeadMail[]): string =>
  dead.length === 0
    ? 'No mail was given up on.'
    : dead
        .map(
          ({ id, fact, deadAt, lastError }) => `${id}  ${deadAt.toISOString()}  ${fact}  ${lastError ?? ''}`,
        )
        .join('\n')

const say = (text: string): void => void process.stdout.write(`${text}\n`)

main(process.argv.slice(2)).catch((error: unknown) => {
  const isExpected = error instanceof WrongSetting || error instanceof DatabaseUnusable
  console.error(isExpected ? error.message : error)
  process.exitCode = 1
})
