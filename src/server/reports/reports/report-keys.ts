import { succeed } from '#model/platform/result.ts'
import { countColumn, moneyColumn, textColumn, toTable, type MakeReport } from './report-table.ts'
import { revenueCentsOf, sumByKey, type ReportSums } from '#server/platform/report-totals/sum-rows.ts'
import { sumViewsByChannel } from '#server/reports/visits/visit-rows.ts'
import { listLinksWithClicks, listReportedPromoCodes, listReportedTicketTypes } from './key-rows.ts'

const byRevenue = (
  one: { revenue: number; tickets: number },
  other: { revenue: number; tickets: number },
): number => other.revenue - one.revenue || other.tickets - one.tickets

const keysOf = (sums: readonly { key: string }[]): string[] => sums.map(({ key }) => key)

const sold = (sum: ReportSums) => ({
  orders: sum.orders,
  tickets: sum.tickets,
  returned: sum.returned,
  revenue: revenueCentsOf(sum),
})

export const reportTypes: MakeReport = async (context, scope) => {
  const sums = await sumByKey(context.db, scope, 'type')
  const types = await listReportedTicketTypes(context.db, scope.promoterId, keysOf(sums))
  const names = new Map(types.map((type) => [type.id, type]))
  const columns = [
    textColumn('name', 'Ticket'),
    textColumn('event', 'Event'),
    countColumn('tickets', 'Sold'),
    countColumn('returned', 'Returned'),
    moneyColumn('discount', 'Discounts'),
    moneyColumn('revenue', 'Revenue'),
  ]
  const rows = sums
    .filter((sum) => sum.tickets > 0 || sum.returned > 0)
    .map((sum) => ({ id: sum.key, ...names.get(sum.key), ...sold(sum), discount: sum.discount_cents }))
    .toSorted(byRevenue)
  return succeed(toTable(columns, rows, scope.currency))
}

const CHANNELS: Readonly<Record<string, string>> = {
  hand: 'Manual orders',
  link: 'Tracking links',
  other: 'No link or campaign',
}

/** Names of channels that only visits can have, because orders store only link and campaign. */
const VISITS_ONLY: Readonly<Record<string, string>> = {
  direct: 'typed or opened from an app',
  search: 'from search engines',
  social: 'from social networks',
  referral: 'from other sites',
  inside: 'from your own pages',
}

export const reportChannels: MakeReport = async (context, scope) => {
  const [sums, views] = await Promise.all([
    sumByKey(context.db, scope, 'channel'),
    sumViewsByChannel(context.db, scope),
  ])
  const bySum = new Map(sums.map((sum) => [sum.key, sum]))
  const keyOf = (channel: string): string => (channel in VISITS_ONLY ? 'other' : channel)
  const keys = new Set([...bySum.keys(), ...views.map(({ channel }) => keyOf(channel))])
  const columns = [
    textColumn('name', 'Channel'),
    textColumn('from', 'Source of views'),
    countColumn('views', 'Views'),
    countColumn('orders', 'Orders'),
    countColumn('tickets', 'Tickets'),
    moneyColumn('revenue', 'Revenue'),
  ]
  const rows = [...keys]
    .map((key) => {
      const own = views.filter(({ channel }) => keyOf(channel) === key)
      const sum = bySum.get(key)
      return {
        name: CHANNELS[key] ?? `Campaign “${key.replace(/^utm:/, '')}”`,
        from: key === 'other' ? wordsOf(own) : '',
        views: own.reduce((total, each) => total + each.views, 0),
        ...(sum ? sold(sum) : { orders: 0, tickets: 0, returned: 0, revenue: 0 }),
      }
    })
    .toSorted((one, other) => byRevenue(one, other) || other.views - one.views)
  return succeed(toTable(columns, rows, scope.currency))
}

const wordsOf = (views: readonly { channel: string; views: number }[]): string =>
  views
    .toSorted((one, other) => other.views - one.views)
    .map(
      ({ channel, views: number }) => `${number.toLocaleString('en-GB')} ${VISITS_ONLY[channel] ?? channel}`,
    )
    .join(', ')

export const reportLinks: MakeReport = async (context, scope) => {
  const [sums, links] = await Promise.all([
    sumByKey(context.db, scope, 'link'),
    listLinksWithClicks(context.db, scope),
  ])
  const bySum = new Map(sums.map((sum) => [sum.key, sum]))
  const columns = [
    textColumn('name', 'Link'),
    textColumn('code', 'Code'),
    textColumn('member', 'Member'),
    countColumn('clicks', 'Visits'),
    countColumn('orders', 'Orders'),
    countColumn('tickets', 'Tickets'),
    countColumn('returned', 'Returned'),
    moneyColumn('revenue', 'Revenue'),
    moneyColumn('commission', 'Commission'),
  ]
  const rows = links
    .flatMap((link) => {
      const sum = bySum.get(link.id)
      if (!sum && link.clicks === 0) return []
      const none = { orders: 0, tickets: 0, returned: 0, revenue: 0 }
      return [{ ...link, ...(sum ? sold(sum) : none), commission: sum?.commission_cents ?? 0 }]
    })
    .toSorted((one, other) => byRevenue(one, other) || other.clicks - one.clicks)
  return succeed(toTable(columns, rows, scope.currency))
}

export const reportPromoCodes: MakeReport = async ({ db }, scope) => {
  const sums = await sumByKey(db, scope, 'promo')
  const codes = await listReportedPromoCodes(db, scope.promoterId, keysOf(sums))
  const names = new Map(codes.map(({ id, code }) => [id, code]))
  const columns = [
    textColumn('code', 'Promo code'),
    countColumn('orders', 'Orders'),
    countColumn('tickets', 'Tickets'),
    countColumn('returned', 'Returned'),
    moneyColumn('discount', 'Discounts'),
    moneyColumn('revenue', 'Revenue'),
  ]
  const rows = sums
    .filter((sum) => sum.orders > 0 || sum.returned > 0)
    .map((sum) => ({ code: names.get(sum.key) ?? '', ...sold(sum), discount: sum.discount_cents }))
    .toSorted(byRevenue)
  return succeed(toTable(columns, rows, scope.currency))
}
