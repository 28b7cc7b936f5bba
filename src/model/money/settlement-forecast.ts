import {
  divideBalance,
  isScheduleDue,
  latestRunMs,
  settleableCents,
  type SettlementRules,
  type SettlementSchedule,
  type SettlementSums,
} from './settlements.ts'

const DAY_MS = 86_400_000

interface ScheduleSettings {
  schedule: SettlementSchedule
  weekday: number
  scheduledAt: number | undefined
}

/**
 * Returns the next time at which the schedule pays the available amount. This is now when a run is due, because a run
 * that had nothing to pay stays due. Undefined for `on_request`.
 */
export function nextRunMs(settings: ScheduleSettings, now: number): number | undefined {
  const latest = latestRunMs(settings, now)
  if (latest === undefined) return undefined
  if (isScheduleDue(settings, now)) return now
  return latest + (settings.schedule === 'weekly' ? 7 : 1) * DAY_MS
}

interface Forecast {
  sums: SettlementSums & SettlementRules
  /** Amounts in this currency that aren't due yet. Amounts without a date are waiting for refunds. */
  notDue: readonly { dueAtMs: number | undefined; amountCents: number }[]
  nextRun: number
  currency: string
  method: 'provider' | 'bank'
}

/**
 * Predicts the first scheduled payout from past sales. Uses the current reserve and, once further sales are due, a
 * reserve for all recent sales. The real reserve shrinks over time, so the prediction tends to be too low rather than
 * too high.
 */
export function forecastPayout(forecast: Forecast): { at: number; cents: number } | undefined {
  const { notDue, nextRun, currency, method } = forecast
  const later = notDue.flatMap(({ dueAtMs = 0 }) => (dueAtMs > nextRun ? [dueAtMs] : []))
  const times = [nextRun, ...later].toSorted((one, other) => one - other)
  for (const at of times) {
    const cents = settleableCents(divideAt(forecast, at), { currency, method })
    if (cents !== undefined) return { at, cents }
  }
  return undefined
}

function divideAt({ sums, notDue }: Forecast, at: number) {
  const dueCents = notDue
    .filter(({ dueAtMs }) => dueAtMs !== undefined && dueAtMs <= at)
    .reduce((sum, { amountCents }) => sum + amountCents, 0)
  if (dueCents === 0) return divideBalance(sums, sums)
  const { recentDueSalesCents, recentNotDueSalesCents } = sums
  return divideBalance(
    {
      ...sums,
      notDueCents: sums.notDueCents - dueCents,
      recentDueSalesCents: recentDueSalesCents + recentNotDueSalesCents,
      recentNotDueSalesCents: 0,
    },
    sums,
  )
}
