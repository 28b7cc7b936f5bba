import { sql } from 'kysely'
import { succeed } from '#model/platform/result.ts'
import type { Context } from '#server/context.ts'
import { count, money, text, toTable, type MakeReport } from './report-table.ts'
import { revenueOf, sumKeys, type Sums } from '#server/platform/report-totals/sum-rows.ts'
import type { Scope } from '#server/platform/report-totals/read-span.ts'
import { visitsIn } from '#server/reports/visits/visit-rows.ts'

const byRevenue = (
  one: { revenue: number; tickets: number },
  other: { revenue: number; tickets: number },
): number => other.revenue - one.revenue || other.tickets - one.tickets

const sold = (sum: Sums) => ({
  orders: sum.orders,
  tickets: sum.tickets,
  returned: sum.returned,
  revenue: revenueOf(sum),
})

export const reportTypes: MakeReport = async (context, scope) => {
  const sums = await sumKeys(context.db, scope, 'type')
  const names = await typeNames(context, scope, sums)
  const columns = [
    text('name', 'Ticket'),
    text('event', 'Event'),
    count('tickets', 'Sold'),
    count('returned', 'Returned'),
    money('discount', 'Discounts'),
    money('revenue', 'Revenue'),
  ]
  const rows = sums
    .filter((sum) => sum.tickets > 0 || sum.returned > 0)
    .map((sum) => ({ id: sum.key, ...names.get(sum.key), ...sold(sum), discount: sum.discount_cents }))
    .toSorted(byRevenue)
  return succeed(toTable(columns, rows, scope.currency))
}

async function typeNames({ db }: Context, { promoterId }: Scope, sums: readonly { key: string }[]) {
  const { rows } = await sql<{ id: string; name: string; event: string }>`
    select t.id, t.name, e.title as event from ticket_types t join events e on e.id = t.event_id
    where t.promoter_id = ${promoterId} and t.id = any(${sums.map(({ key }) => key)}::uuid[])`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

const CHANNELS: Readonly<Record<string, string>> = {
  hand: 'Manual orders',
  link: 'Tracking links',
  other: 'No link or campaign',
}

/** Sources of visits only: orders store just link and campaign. */
const VISITS_ONLY: Readonly<Record<string, string>> = {
  direct: 'typed or opened from an app',
  search: 'from search engines',
  social: 'from social networks',
  referral: 'from other sites',
  inside: 'from your own pages',
}

export const reportChannels: MakeReport = async (context, scope) => {
  const [sums, views] = await Promise.all([sumKeys(context.db, scope, 'channel'), viewsOf(context, scope)])
  const bySum = new Map(sums.map((sum) => [sum.key, sum]))
  const keyOf = (channel: string): string => (channel in VISITS_ONLY ? 'other' : channel)
  const keys = new Set([...bySum.keys(), ...views.map(({ channel }) => keyOf(channel))])
  const columns = [
    text('name', 'Channel'),
    text('from', 'Views come'),
    count('views', 'Views'),
    count('orders', 'Orders'),
    count('tickets', 'Tickets'),
    money('revenue', 'Revenue'),
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

async function viewsOf({ db }: Context, scope: Scope): Promise<{ channel: string; views: number }[]> {
  const { rows } = await sql<{ channel: string; views: number }>`
    select channel, sum(views)::bigint as views from (${visitsIn(scope, 'month')}) visits
    where channel <> '' group by 1`.execute(db)
  return rows
}

export const reportLinks: MakeReport = async (context, scope) => {
  const [sums, links] = await Promise.all([sumKeys(context.db, scope, 'link'), linksOf(context, scope)])
  const bySum = new Map(sums.map((sum) => [sum.key, sum]))
  const columns = [
    text('name', 'Link'),
    text('code', 'Code'),
    text('member', 'Whose'),
    count('clicks', 'Visits'),
    count('orders', 'Orders'),
    count('tickets', 'Tickets'),
    count('returned', 'Returned'),
    money('revenue', 'Revenue'),
    money('commission', 'Commission'),
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

/** Clicks are counted per day in UTC. */
async function linksOf({ db }: Context, { promoterId, from, to, event }: Scope) {
  const { rows } = await sql<{ id: string; name: string; code: string; member: string; clicks: number }>`
    with clicks as (
      select c.link_id, count(*) from tracking_clicks c join tracking_links l on l.id = c.link_id
      where l.promoter_id = ${promoterId} and c.day between ${from}::date and ${to}::date group by 1
    )
    select l.id, l.name, l.code, coalesce(nullif(p.display_name, ''), a.first_name || ' ' || a.last_name, '') as member,
      coalesce(k.count, 0)::int as clicks
    from tracking_links l
      left join clicks k on k.link_id = l.id
      left join accounts a on a.id = l.member_id
      left join staff_profiles p on p.promoter_id = l.promoter_id and p.account_id = l.member_id
    where l.promoter_id = ${promoterId}
      ${event ? sql`and (l.event_id is null or l.event_id = ${event.id})` : sql``}`.execute(db)
  return rows
}

export const reportPromoCodes: MakeReport = async ({ db }, scope) => {
  const sums = await sumKeys(db, scope, 'promo')
  const { rows: codes } = await sql<{ id: string; code: string }>`
    select id, code from promo_codes where promoter_id = ${scope.promoterId}
      and id = any(${sums.map(({ key }) => key)}::uuid[])`.execute(db)
  const names = new Map(codes.map(({ id, code }) => [id, code]))
  const columns = [
    text('code', 'Promo code'),
    count('orders', 'Orders'),
    count('tickets', 'Tickets'),
    count('returned', 'Returned'),
    money('discount', 'Discounts'),
    money('revenue', 'Revenue'),
  ]
  const rows = sums
    .filter((sum) => sum.orders > 0 || sum.returned > 0)
    .map((sum) => ({ code: names.get(sum.key) ?? '', ...sold(sum), discount: sum.discount_cents }))
    .toSorted(byRevenue)
  return succeed(toTable(columns, rows, scope.currency))
}
