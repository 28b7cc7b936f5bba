import { decideInstallStatus, type WorkDelays, type InstallStatus } from '#model/reports/install-status.ts'
import type { Context } from '#server/context.ts'
import { isDatabaseDown } from '#server/platform/db/is-database-down.ts'
import { readDelayRow } from './health-rows.ts'

/** Timeout in milliseconds, because the page must also work while the database doesn't respond. */
const PATIENCE_MS = 1500

/** Returns the status for visitors, from the checks of `/readyz` and of the operators' page “Health”. */
export async function readStatus(
  context: Pick<Context, 'clock' | 'db' | 'sites' | 'writeAccess'>,
): Promise<InstallStatus> {
  const isMaintenance = context.sites.maintenance() !== undefined
  const late = Promise.withResolvers<undefined>()
  const timer = setTimeout(() => late.resolve(undefined), PATIENCE_MS)
  const delays = await Promise.race([readDelays(context), late.promise]).finally(() => clearTimeout(timer))
  return decideInstallStatus(delays, { isMaintenance, isReadOnly: context.writeAccess.isReadOnly() })
}

/** Reads the delays of emails, payments and other work. Returns undefined while the database doesn't accept writes. */
async function readDelays({
  db,
  clock,
  writeAccess,
}: Pick<Context, 'clock' | 'db' | 'writeAccess'>): Promise<WorkDelays | undefined> {
  try {
    if ((await writeAccess.check()) !== 'writable') return undefined
    return await readDelayRow(db, new Date(clock.now()))
  } catch (error) {
    if (isDatabaseDown(error)) return undefined
    throw error
  }
}
