import type { TrackingLink } from '#contracts/portal/staff.ts'
import type { LinkDetail } from '#stores/portal/staff-links.ts'
import { formatAmount, formatCount } from '#ui/format/format-numbers.ts'

/** Returns a sentence with the totals of the days in the plot and the totals since the link was created. */
export function linkDaysMessage(days: LinkDetail['days'], stats: TrackingLink['stats']): string {
  const sum = (name: 'clicks' | 'tickets' | 'revenue'): number =>
    days.reduce((total, day) => total + day[name], 0)
  const sentence = (of: { clicks: number; tickets: number; revenue: number }, when: string): string =>
    `${formatCount(of.clicks, 'visit')} and ${formatCount(of.tickets, 'ticket')} sold${when}, ${formatAmount(of.revenue, stats.currency)} after refunds.`
  const recent = { clicks: sum('clicks'), tickets: sum('tickets'), revenue: sum('revenue') }
  return `${sentence(recent, ' in the last 30 days')} Since the link was created: ${sentence(stats, '')}`
}

export const linkTargetLabel = ({ eventTitle }: Pick<TrackingLink, 'eventTitle'>): string =>
  eventTitle ?? 'The whole storefront'
