import { MAX_MAINTENANCE_MESSAGE_LENGTH } from '#model/platform/maintenance.ts'
import type { Db } from '#server/platform/db/query.ts'
import { insertOperatorChange } from '#server/people/operators/operator-rows.ts'
import { findMaintenance, updateMaintenance } from '#server/people/registration/maintenance-rows.ts'
import { CommandRefused, printLine, withDatabase } from './command.ts'

const USAGE =
  'Use one of: status, on [<minutes> [<message to visitors>]], off. Minutes are a number from 1 to 10080, or - if the end isn’t known.'

const MINUTE_MS = 60_000
const MAX_MINUTES = 7 * 24 * 60

/**
 * `foyer maintenance status | on [<minutes> [<message>]] | off`. Takes effect on all nodes within a second. Also works
 * before the migrations, because nodes of the previous version may be running.
 */
export async function run([command = '', ...rest]: readonly string[]): Promise<void> {
  const chosen = COMMANDS[command]
  if (!chosen) throw new CommandRefused(USAGE)
  printLine(
    await withDatabase(({ db }) => chosen(db, rest), { writes: command !== 'status', schema: 'any version' }),
  )
}

const COMMANDS: Readonly<Record<string, (db: Db, rest: readonly string[]) => Promise<string>>> = {
  status: async (db, rest) => {
    if (rest.length > 0) throw new CommandRefused(USAGE)
    const maintenance = await findMaintenance(db)
    if (!maintenance) return 'Maintenance is off.'
    const { since, until, message } = maintenance
    return [
      `Maintenance has been on since ${formatTime(since)}, ${until === null ? 'its end isn’t known' : `until ${formatTime(until)}`}.`,
      ...(message === '' ? [] : [message]),
    ].join('\n')
  },
  on: async (db, [minutes = '-', message = '', ...rest]) => {
    if (rest.length > 0 || message.length > MAX_MAINTENANCE_MESSAGE_LENGTH) throw new CommandRefused(USAGE)
    const now = Date.now()
    const until = minutes === '-' ? null : now + readMinutes(minutes) * MINUTE_MS
    await db.transaction().execute(async (trx) => {
      await updateMaintenance(trx, { since: now, until, message: message.trim() })
      await record(trx, 'maintenance.started', now)
    })
    return 'Maintenance is on: visitors see a notice, and API requests get status 503. Operators’ pages and the payment provider’s webhooks stay available.'
  },
  off: async (db, rest) => {
    if (rest.length > 0) throw new CommandRefused(USAGE)
    await db.transaction().execute(async (trx) => {
      await updateMaintenance(trx, undefined)
      await record(trx, 'maintenance.ended', Date.now())
    })
    return 'Maintenance is off.'
  },
}

function readMinutes(text: string): number {
  const minutes = /^\d{1,5}$/.test(text) ? Number(text) : 0
  if (minutes < 1 || minutes > MAX_MINUTES) throw new CommandRefused(USAGE)
  return minutes
}

const record = (trx: Db, action: 'maintenance.started' | 'maintenance.ended', now: number): Promise<void> =>
  insertOperatorChange(trx, { accountId: null, action, subjectId: 'maintenance', now: new Date(now) })

const formatTime = (at: number): string => `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`
