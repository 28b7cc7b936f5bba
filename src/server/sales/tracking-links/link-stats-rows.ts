import { sql } from 'kysely'
import { queryRows, type Db } from '#server/platform/db/query.ts'
import { voidTicketsOfLine, revenueAfterRefunds, revenueOfLine } from '#server/sales/orders/revenue-rows.ts'

/** Statistics of a link. Amounts in minor units of the currency that most of its orders use. */
export interface LinkStatsRow {
  linkId: string
  clicks: number
  holds: number
  orders: number
  tickets: number
  refundedTickets: number
  revenueCents: number
  commissionCents: number
  currency: string | null
}

/** SQL for a paid order `o`: number of tickets, number of refunded tickets, revenue without refunded tickets. */
const outcome = sql`
  cross join lateral (
    select coalesce(sum(i.quantity), 0) as tickets, coalesce(sum(gone.count), 0) as refunded,
      coalesce(sum(${revenueAfterRefunds({ revenue: revenueOfLine, quantity: sql`i.quantity` })}), 0) as cents
    from order_items i ${voidTicketsOfLine('i')} where i.order_id = o.id
  ) bought`

export async function listLinkStats(db: Db, linkIds: readonly string[]): Promise<LinkStatsRow[]> {
  if (linkIds.length === 0) return []
  return queryRows<LinkStatsRow>(db)`
    with clicks as (
      select link_id, count(*) from tracking_clicks where link_id = any(${linkIds}) group by 1
    ), holds as (
      select link_id, count(*) from tracking_holds where link_id = any(${linkIds}) group by 1
    ), sold as (
      select o.tracking_link_id as link_id, o.currency, count(*) as orders, sum(bought.tickets) as tickets,
        sum(bought.refunded) as refunded, sum(bought.cents) as cents
      from orders o ${outcome}
      where o.tracking_link_id = any(${linkIds}) and o.paid_at is not null group by 1, 2
    ), taken as (
      select distinct on (link_id) link_id, currency, cents from sold order by link_id, orders desc, currency
    ), counted as (
      select link_id, sum(orders) as orders, sum(tickets) as tickets, sum(refunded) as refunded from sold group by 1
    ), earned as (
      select tracking_link_id as link_id, currency, sum(amount_cents - clawed_back_cents) as cents
      from earnings where tracking_link_id = any(${linkIds}) and status = 'earned' group by 1, 2
    )
    select l.id as "linkId", coalesce(clicks.count, 0)::int as clicks, coalesce(holds.count, 0)::int as holds,
      coalesce(counted.orders, 0)::int as orders, coalesce(counted.tickets, 0)::int as tickets,
      coalesce(counted.refunded, 0)::int as "refundedTickets", coalesce(taken.cents, 0)::bigint as "revenueCents",
      coalesce(earned.cents, 0)::bigint as "commissionCents", taken.currency
    from unnest(${linkIds}::uuid[]) l (id)
      left join clicks on clicks.link_id = l.id
      left join holds on holds.link_id = l.id
      left join counted on counted.link_id = l.id
      left join taken on taken.link_id = l.id
      left join earned on earned.link_id = l.id and earned.currency = taken.currency`
}

export interface LinkDayRow {
  day: string
  clicks: number
  orders: number
  tickets: number
  revenueCents: number
}

/** Returns one row per day, up to today, in the given time zone. */
export function listLinkDays(
  db: Db,
  find: { linkId: string; currency: string; timeZone: string; now: Date; days: number },
): Promise<LinkDayRow[]> {
  const { linkId, currency, timeZone, now, days } = find
  return queryRows<LinkDayRow>(db)`
    with span as (
      select day::date from generate_series(
        (${now}::timestamptz at time zone ${timeZone})::date - ${days - 1}::int,
        (${now}::timestamptz at time zone ${timeZone})::date, interval '1 day') day
    ), clicks as (
      select (clicked_at at time zone ${timeZone})::date as day, count(*) from tracking_clicks
      where link_id = ${linkId} and day >= (select min(day) - 1 from span) group by 1
    ), sold as (
      select (o.paid_at at time zone ${timeZone})::date as day, count(*) as orders, sum(bought.tickets) as tickets,
        sum(bought.cents) filter (where o.currency = ${currency}) as cents
      from orders o ${outcome}
      where o.tracking_link_id = ${linkId} and o.paid_at is not null group by 1
    )
    select to_char(span.day, 'YYYY-MM-DD') as day, coalesce(clicks.count, 0)::int as clicks,
      coalesce(sold.orders, 0)::int as orders, coalesce(sold.tickets, 0)::int as tickets,
      coalesce(sold.cents, 0)::bigint as "revenueCents"
    from span left join clicks using (day) left join sold using (day) order by span.day`
}

interface VisitsOfLink {
  linkId: string
  clicks: number
  holds: number
  earned: { currency: string; cents: number }[]
}

export function listLinkVisits(db: Db, linkIds: readonly string[]): Promise<VisitsOfLink[]> {
  return queryRows<VisitsOfLink>(db)`
    select l.id as "linkId",
      (select count(*)::int from tracking_clicks c where c.link_id = l.id) as clicks,
      (select count(*)::int from tracking_holds h where h.link_id = l.id) as holds,
      (select coalesce(json_agg(json_build_object('currency', e.currency, 'cents', e.cents)), '[]') from (
        select currency, sum(amount_cents - clawed_back_cents)::float8 as cents from earnings
        where tracking_link_id = l.id and status = 'earned' group by 1) e) as earned
    from unnest(${linkIds}::uuid[]) l (id)`
}
