import { sql, type RawBuilder } from 'kysely'
import type { RegistrationMode } from '#model/people/registration.ts'
import { execute, queryRow, type Db, type Trx } from '#server/platform/db/query.ts'

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
  const row = await queryRow<PlatformSettingsRow>(db)`
    select registration, single_promoter as "isSinglePromoter", version from platform_settings ${lock}`
  if (!row) throw new Error('The table platform_settings has no row.')
  return row
}

export async function updatePlatformSettings(
  trx: Trx,
  change: { registration: RegistrationMode; isSinglePromoter: boolean },
): Promise<void> {
  await execute(trx)`
    update platform_settings set registration = ${change.registration}, single_promoter = ${change.isSinglePromoter},
      version = version + 1`
}

/** Number of promoters, without those whose registration was rejected. */
export async function countPromoters(db: Db): Promise<number> {
  const row = await queryRow<{ count: number }>(db)`
    select count(*)::int as count from promoters where status <> 'rejected'`
  return row?.count ?? 0
}
