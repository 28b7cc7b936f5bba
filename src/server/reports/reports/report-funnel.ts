import { sql } from 'kysely'
import { succeed } from '#model/platform/result.ts'
import type { Context } from '#server/context.ts'
import type { Scope } from '#server/platform/report-totals/read-span.ts'
import { count, share, text, type MakeReport } from './report-table.ts'
import { beginOf, endOf } from '#server/platform/report-totals/span-parts.ts'
import { sumKeys } from '#server/platform/report-totals/sum-rows.ts'
import { visitsIn } from '#server/reports/visits/visit-rows.ts'

/** Funnel from page views to paid orders. Shares relate to the previous step; null where that wasn't counted. */
export const reportFunnel: MakeReport = async (context, scope) => {
  const [channels, visits, pending] = await Promise.all([
    sumKeys(context.db, scope, 'channel'),
    visitsOf(context, scope),
    countPending(context, scope),
  ])
  // Manual orders have no visits.
  const came = channels.filter(({ key }) => key !== 'hand')
  const paid = came.reduce((sum, { orders }) => sum + orders, 0)
  const unpaid = came.reduce((sum, channel) => sum + channel.unpaid, 0)
  const steps = [
    { name: 'Views of event pages', number: visits.views },
    { name: 'Carts with tickets', number: visits.holds },
    { name: 'Orders placed', number: paid + unpaid + pending },
    { name: 'Orders paid', number: paid },
  ]
  const rows = steps.map(({ name, number }, index) => {
    const before = steps[index - 1]?.number
    return { name, number, share: before && number <= before ? number / before : null }
  })
  return succeed({
    columns: [text('name', 'Step'), count('number', 'Count'), share('share', 'Of previous step')],
    rows,
    total: null,
  })
}

async function visitsOf({ db }: Context, scope: Scope): Promise<{ views: number; holds: number }> {
  const { rows } = await sql<{ views: number; holds: number }>`
    select coalesce(sum(views), 0)::bigint as views, coalesce(sum(holds), 0)::bigint as holds
    from (${visitsIn(scope, 'month')}) visits`.execute(db)
  return rows[0] ?? { views: 0, holds: 0 }
}

/** Number of pending orders, which are in no report table. */
async function countPending({ db }: Context, scope: Scope): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int from orders o
    where o.status = 'pending' and o.promoter_id = ${scope.promoterId} and o.currency = ${scope.currency}
      and o.created_at >= ${beginOf(scope)} and o.created_at < ${endOf(scope)}
      ${scope.event ? sql`and exists (select from order_items i where i.order_id = o.id and i.event_id = ${scope.event.id})` : sql``}`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}
