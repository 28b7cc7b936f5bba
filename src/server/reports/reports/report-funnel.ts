import { succeed } from '#model/platform/result.ts'
import { countColumn, shareColumn, textColumn, type MakeReport } from './report-table.ts'
import { sumByKey } from '#server/platform/report-totals/sum-rows.ts'
import { sumVisits } from '#server/reports/visits/visit-rows.ts'
import { countPendingOrders } from '#server/sales/orders/pending-order-rows.ts'

/**
 * Funnel from page views to paid orders. A step's share is relative to the previous step, and null if that step wasn't
 * counted.
 */
export const reportFunnel: MakeReport = async (context, scope) => {
  const [channels, visits, pending] = await Promise.all([
    sumByKey(context.db, scope, 'channel'),
    sumVisits(context.db, scope),
    countPendingOrders(context.db, scope),
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
    columns: [
      textColumn('name', 'Step'),
      countColumn('number', 'Count'),
      shareColumn('share', 'Share of previous step'),
    ],
    rows,
    total: null,
  })
}
