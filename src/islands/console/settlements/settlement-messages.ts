import type { SettlementSettings } from '#contracts/console/settlements.ts'

export const WEEKDAYS = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const

/** States when the next payout is made. */
export function scheduleLabel({ method, schedule, weekday }: SettlementSettings): string {
  if (method === 'none') return 'Choose how you want to be paid below.'
  if (schedule === 'on_request') return 'Payouts are made when you request them.'
  if (schedule === 'weekly') return `Payouts are made every ${WEEKDAYS[weekday - 1] ?? 'week'}.`
  return 'Payouts are made every day, as soon as amounts are due.'
}
