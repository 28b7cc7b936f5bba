import { sql } from 'kysely'
import type { SettlementMethod, SettlementSchedule } from '#model/money/settlements.ts'
import { execute, queryRow, queryRows, type Db, type Trx } from '#server/platform/db/query.ts'

export interface SettlementSettingsRow {
  method: SettlementMethod
  schedule: SettlementSchedule
  delayDays: number
  /** ISO 8601 day of the week: 1 is Monday. */
  weekday: number
  earlyShareBasisPoints: number
  reserveBasisPoints: number
  reserveDays: number
  isHeld: boolean
  holdReason: string
  scheduledAt: Date | null
  version: number
}

/** Settings of promoters without a row, the same as the table's defaults. */
export const DEFAULT_SETTLEMENT_SETTINGS: SettlementSettingsRow = {
  method: 'none',
  schedule: 'after_event',
  delayDays: 3,
  weekday: 1,
  earlyShareBasisPoints: 0,
  reserveBasisPoints: 0,
  reserveDays: 30,
  isHeld: false,
  holdReason: '',
  scheduledAt: null,
  version: 1,
}

const columns = sql`
  method, schedule, delay_days as "delayDays", weekday, early_share_basis_points as "earlyShareBasisPoints",
  reserve_basis_points as "reserveBasisPoints", reserve_days as "reserveDays", is_held as "isHeld", hold_reason as "holdReason",
  scheduled_at as "scheduledAt", version`

export async function findSettlementSettings(db: Db, promoterId: string): Promise<SettlementSettingsRow> {
  const row = await queryRow<SettlementSettingsRow>(db)`
    select ${columns} from settlement_settings where promoter_id = ${promoterId}`
  return row ?? DEFAULT_SETTLEMENT_SETTINGS
}

/**
 * Locks the promoter's settings, so that its settlements are created one after the other. Inserts default settings if there
 * are none.
 */
export async function lockSettlementSettings(
  trx: Trx,
  { promoterId, now }: { promoterId: string; now: Date },
): Promise<SettlementSettingsRow> {
  await execute(trx)`
    insert into settlement_settings (promoter_id, updated_at) values (${promoterId}, ${now})
    on conflict (promoter_id) do nothing`
  const row = await queryRow<SettlementSettingsRow>(trx)`
    select ${columns} from settlement_settings where promoter_id = ${promoterId} for update`
  return row ?? DEFAULT_SETTLEMENT_SETTINGS
}

export type SettlementSettingsChange = Partial<Omit<SettlementSettingsRow, 'version'>>

/** Saves the settings. The caller must hold their lock. */
export async function updateSettlementSettings(
  trx: Trx,
  {
    promoterId,
    before,
    change,
    now,
  }: { promoterId: string; before: SettlementSettingsRow; change: SettlementSettingsChange; now: Date },
): Promise<void> {
  const after = { ...before, ...change }
  await execute(trx)`
    update settlement_settings set method = ${after.method}, schedule = ${after.schedule}, delay_days = ${after.delayDays},
      weekday = ${after.weekday}, early_share_basis_points = ${after.earlyShareBasisPoints},
      reserve_basis_points = ${after.reserveBasisPoints}, reserve_days = ${after.reserveDays}, is_held = ${after.isHeld},
      hold_reason = ${after.holdReason}, scheduled_at = ${after.scheduledAt}, version = version + 1, updated_at = ${now}
    where promoter_id = ${promoterId}`
}

export async function allocateSettlementNumber(trx: Trx, promoterId: string): Promise<number> {
  const row = await queryRow<{ number: number }>(trx)`
    update settlement_settings set next_number = next_number + 1 where promoter_id = ${promoterId}
    returning next_number - 1 as number`
  if (!row) throw new Error('The settlement settings were not found.')
  return row.number
}

/** A promoter with scheduled payouts. `scheduledAt`: time of the last scheduled run. */
export interface ScheduledPromoter {
  promoterId: string
  schedule: SettlementSchedule
  weekday: number
  scheduledAt: Date | null
}

/**
 * Lists promoters with a schedule whose last scheduled run was before a time, or who had none, by id, starting after the
 * id `after`. Excludes promoters that aren't active, are on hold, or have no payout method.
 */
export function listScheduledPromoters(
  db: Db,
  find: { before: Date; after: string | undefined; limit: number },
): Promise<ScheduledPromoter[]> {
  const { before, after, limit } = find
  return queryRows<ScheduledPromoter>(db)`
    select promoter_id as "promoterId", schedule, weekday, scheduled_at as "scheduledAt" from settlement_settings
    where method <> 'none' and schedule <> 'on_request' and not is_held
      and (select p.status from promoters p where p.id = settlement_settings.promoter_id) = 'active'
      and (scheduled_at is null or scheduled_at < ${before})
      ${after === undefined ? sql`` : sql`and promoter_id > ${after}::uuid`}
    order by promoter_id limit ${limit}`
}

/** Locks the settings like `lockSettlementSettings`, but returns undefined instead of waiting for another node. */
export function claimSettlementSettings(
  trx: Trx,
  promoterId: string,
): Promise<SettlementSettingsRow | undefined> {
  return queryRow<SettlementSettingsRow>(trx)`
    select ${columns} from settlement_settings where promoter_id = ${promoterId} for update skip locked`
}

export async function setScheduledAt(
  trx: Trx,
  { promoterId, now }: { promoterId: string; now: Date },
): Promise<void> {
  await execute(trx)`update settlement_settings set scheduled_at = ${now} where promoter_id = ${promoterId}`
}
