import type { Db } from '#server/platform/db/query.ts'
import { revenueCentsOf, sumAllTime } from '#server/platform/report-totals/sum-rows.ts'
import { listLinkVisits, type LinkStatsRow } from './link-stats-rows.ts'

/**
 * Reads the totals of links from the report tables, which is fast even with many orders. Revenue is the promoter's revenue;
 * `listLinkStats` returns the revenue on which commission is based.
 */
export async function listLinkTotals(
  db: Db,
  promoterId: string,
  linkIds: readonly string[],
): Promise<LinkStatsRow[]> {
  const [visits, sums] = await Promise.all([
    listLinkVisits(db, linkIds),
    sumAllTime(db, { promoterId, dimension: 'link', keys: linkIds }),
  ])
  const byLink = Map.groupBy(
    sums.filter(({ orders }) => orders > 0),
    ({ key }) => key,
  )
  return visits.map(({ linkId, clicks, holds, earned }) => {
    const all = byLink.get(linkId) ?? []
    const total = (name: 'orders' | 'tickets' | 'returned'): number =>
      all.reduce((sum, each) => sum + each[name], 0)
    const [most] = all.toSorted((one, other) => other.orders - one.orders)
    return {
      linkId,
      clicks,
      holds,
      orders: total('orders'),
      tickets: total('tickets'),
      refundedTickets: total('returned'),
      revenueCents: most ? revenueCentsOf(most) : 0,
      commissionCents: earned.find(({ currency }) => currency === most?.currency)?.cents ?? 0,
      currency: most?.currency ?? null,
    }
  })
}
