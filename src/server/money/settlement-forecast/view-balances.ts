import type { SettlementBalanceView } from '#contracts/console/settlements.ts'
import { forecastPayout, nextRunMs } from '#model/money/settlement-forecast.ts'
import { toMajor } from '#model/platform/money.ts'
import type { Context } from '#server/context.ts'
import { findPromoterStatus } from '#server/people/promoters/promoter-rows.ts'
import { listNotDueRows, type NotDueRow } from '#server/money/balances/not-due-rows.ts'
import {
  findSettlementSettings,
  type SettlementSettingsRow,
} from '#server/money/settlements/settings-rows.ts'
import { listSettlementSums, type SettlementSumsRow } from '#server/money/balances/balance-rows.ts'
import { viewSettlementBalance } from '#server/money/settlements/settlement-views.ts'

const MAX_EVENTS = 100

/** Returns a promoter's balances by currency, with a forecast of the next scheduled payout from the sales so far. */
export async function viewBalances(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  promoterId: string,
): Promise<SettlementBalanceView[]> {
  const now = new Date(clock.now())
  const [rows, settings, status] = await Promise.all([
    listSettlementSums(db, { promoterId, now }),
    findSettlementSettings(db, promoterId),
    findPromoterStatus(db, promoterId),
  ])
  const isPaid = status === 'active' && settings.method !== 'none' && !settings.isHeld
  const notDue = isPaid ? await listNotDueRows(db, { promoterId, now, limit: MAX_EVENTS }) : []
  return rows.map((row) => ({
    ...viewSettlementBalance(row),
    next: isPaid ? nextPayout(row, { settings, notDue, now: now.getTime() }) : null,
  }))
}

function nextPayout(
  sums: SettlementSumsRow,
  { settings, notDue, now }: { settings: SettlementSettingsRow; notDue: readonly NotDueRow[]; now: number },
): SettlementBalanceView['next'] {
  const { currency } = sums
  const { method, scheduledAt } = settings
  const nextRun = nextRunMs({ ...settings, scheduledAt: scheduledAt?.getTime() }, now)
  if (nextRun === undefined || method === 'none') return null
  const own = notDue
    .filter((row) => row.currency === currency)
    .map(({ dueAt, amountCents }) => ({ dueAtMs: dueAt?.getTime(), amountCents }))
  const found = forecastPayout({ sums, notDue: own, nextRun, currency, method })
  return found ? { at: new Date(found.at).toISOString(), amount: toMajor(found.cents, currency) } : null
}
