import type { Maintenance } from '#model/platform/maintenance.ts'
import { queryRow, execute, type Db } from '#server/platform/db/query.ts'

interface MaintenanceRow {
  since: Date | null
  until: Date | null
  message: string
}

/** Reads the maintenance mode. Returns undefined when there is no maintenance. */
export async function findMaintenance(db: Db): Promise<(Maintenance & { since: number }) | undefined> {
  const row = await queryRow<MaintenanceRow>(db)`
    select maintenance_since as since, maintenance_until as until, maintenance_message as message from platform_settings`
  if (!row?.since) return undefined
  return { since: row.since.getTime(), until: row.until?.getTime() ?? null, message: row.message }
}

/** Starts, changes or ends maintenance. A trigger notifies all nodes. */
export async function updateMaintenance(
  trx: Db,
  maintenance: (Maintenance & { since: number }) | undefined,
): Promise<void> {
  const { since = null, until = null, message = '' } = maintenance ?? {}
  await execute(trx)`
    update platform_settings set maintenance_since = ${since === null ? null : new Date(since)},
      maintenance_until = ${until === null ? null : new Date(until)}, maintenance_message = ${message}`
}
