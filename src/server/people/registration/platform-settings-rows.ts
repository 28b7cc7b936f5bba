import { sql, type RawBuilder } from 'kysely'
import type { RegistrationMode } from '#model/people/registration.ts'
import type { Db, Trx } from '#server/platform/db/query.ts'

export interface PlatformSettingsRow {
  registration: RegistrationMode | null
  isSinglePromoter: boolean
  version: number
}

export const findPlatformSettings = (db: Db): Promise<PlatformSettingsRow> => find(db, sql``)

/**
 * Reads the settings with a shared lock, so that they can't change until the transaction ends. Other readers don't
 * wait.
 */
export const lockPlatformSettingsShared = (trx: Trx): Promise<PlatformSettingsRow> =>
  find(trx, sql`for share`)

export const lockPlatformSettings = (trx: Trx): Promise<PlatformSettingsRow> => find(trx, sql`for update`)

async function find(db: Db, lock: RawBuilder<unknown>): Promise<PlatformSettingsRow> {
  const { rows } = await sql<PlatformSettingsRow>`
    select registration, single_promoter as "isSinglePromoter", version from platform_settings ${lock}`.execute(
    db,
  )
  const [row] = rows
  if (!row) throw new Error('The table platform_settings has no row.')
  return row
}

export async function updatePlatformSettings(
  trx: Trx,
  change: { registration: RegistrationMode; isSinglePromoter: boolean },
): Promise<void> {
  await sql`
    update platform_settings set registration = ${change.registration}, single_promoter = ${change.isSinglePromoter},
      version = version + 1`.execute(trx)
}

/** Number of promoters, without those whose registration was rejected. */
export async function countPromoters(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from promoters where status <> 'rejected'`.execute(db)
  return rows[0]?.count ?? 0
}
